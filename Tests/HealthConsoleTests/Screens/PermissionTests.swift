import Foundation
import HealthConsole
import HealthKit
import HealthStore
import TerminalUI
import TerminalUITesting
import Testing

@Suite struct PermissionTests {
    private static let app = AppIdentity(
        bundleIdentifier: "local.stepdemo",
        name: "stepdemo",
        version: "1.0",
        readUsage: "Counts your steps and shows your week."
    )
    private static let steps = HKQuantityType(.stepCount).identifier
    private static let heart = HKQuantityType(.heartRate).identifier

    /// Stores a request for steps to read and share and for heart rate to read.
    @discardableResult
    private func ask(_ store: TestStore) throws -> AuthorizationRequest? {
        try store.store.database()
            .write {
                try $0.ask(Self.app, share: [Self.steps], read: [Self.steps, Self.heart], now: TestStore.now)
            }
    }

    @Test func aRequestComesUpOverAnyScreenAndIsAnswered() async throws {
        let store = try TestStore.filled()
        let console = try await Console.start(store.environment())
        try await console.press("2")
        let request = try #require(try ask(store))
        try await console.waitFor("stepdemo asks for access to Health")
        console.expectRow("Counts your steps and shows your week.")
        console.expectRow("local.stepdemo 1.0")
        try await console.advance(by: .seconds(1)).press("j", .space, "y").settle()
        console.expectRow("stepdemo has your answer")
        let grants = try store.person.grants(app: "local.stepdemo")
        #expect(grants[Self.steps] == Grant(read: true, share: false))
        #expect(grants[Self.heart] == Grant(read: false, share: nil))
        #expect(try store.person.request(request.id)?.state == .answered)
    }

    /// Stores two prescriptions and a request for them.
    private func askForPrescriptions(_ store: TestStore) throws -> (request: Int, objects: [UUID]) {
        let type = HKObjectType.visionPrescriptionType()
        let objects = [UUID(), UUID()]
        return try store.store.database()
            .write { writer in
                for (index, object) in objects.enumerated() {
                    let source = HKSource(name: "Optician \(index + 1)", bundleIdentifier: "test.optician\(index)")
                    let ids = try writer.intern(HKSourceRevision(source: source, version: nil))
                    let time = TestStore.now.timeIntervalSinceReferenceDate - Double(index + 1) * 86_400
                    try writer.writer.insert(
                        NewRecord(
                            type: try writer.intern(type: type.identifier),
                            source: ids.source,
                            revision: ids.revision,
                            start: time,
                            end: time,
                            creation: time,
                            identity: .uuid(object)
                        )
                    )
                }
                let request = try writer.ask(Self.app, objectsOf: type, .everything, now: TestStore.now)
                return (request.id, objects)
            }
    }

    @Test func singleObjectsAreListedNewestFirstAndChosen() async throws {
        let store = try TestStore.filled()
        let console = try await Console.start(store.environment())
        let (id, objects) = try askForPrescriptions(store)
        try await console.waitFor("stepdemo asks for access to Health")
        console.expectRow("Optician 1")
        console.expectRow("Optician 2")
        try await console.advance(by: .seconds(1)).press("j", .space, "y").settle()
        console.expectRow("stepdemo has your answer")
        let type = HKObjectType.visionPrescriptionType().identifier
        let choice = try store.person.objectChoice(app: "local.stepdemo", type: type)
        #expect(choice.allowed == [objects[0]] && choice.refused == [objects[1]])
        #expect(try store.person.request(id)?.state == .answered)
    }

    @Test func noneOfTheObjectsIsAnAnswerToo() async throws {
        let store = try TestStore.filled()
        let (_, objects) = try askForPrescriptions(store)
        let console = try await Console.start(store.environment())
        try await console.advance(by: .seconds(1)).press("y").settle()
        let type = HKObjectType.visionPrescriptionType().identifier
        let choice = try store.person.objectChoice(app: "local.stepdemo", type: type)
        #expect(choice.allowed.isEmpty && choice.refused == Set(objects))
    }

    @Test func keysOnTheirWayDoNotAnswerARequest() async throws {
        let store = try TestStore.filled()
        let console = try await Console.start(store.environment())
        try ask(store)
        try await console.waitFor("asks for access")
        try await console.press("A", "y", "n")
        console.expectRow("stepdemo asks for access to Health")
        #expect(try store.person.requests().count == 1)
    }

    @Test func refusingDecidesEverythingOff() async throws {
        let store = try TestStore.filled()
        try ask(store)
        let console = try await Console.start(store.environment())
        try await console.advance(by: .seconds(1)).press("n")
        let grants = try store.person.grants(app: "local.stepdemo")
        #expect(grants[Self.steps] == Grant(read: false, share: false))
    }

    @Test func allowingNothingIsNotPossible() async throws {
        let store = try TestStore.filled()
        try ask(store)
        let console = try await Console.start(store.environment())
        try await console.advance(by: .seconds(1)).press("y")
        console.expectRow("turn something on first")
        #expect(try store.person.requests().count == 1)
    }

    @Test func aRequestThatIsPutOffWaitsAmongTheApps() async throws {
        let store = try TestStore.filled()
        try ask(store)
        let console = try await Console.start(store.environment())
        try await console.advance(by: .seconds(1)).press(.escape)
        console.expectRow("1 request")
        try await console.press("4")
        console.expectRow("asks for 2 types")
        try await console.press(.enter).advance(by: .seconds(1)).press("A", "y")
        #expect(try store.person.requests().isEmpty)
        #expect(try store.person.grants(app: "local.stepdemo")[Self.heart]?.read == true)
    }

    @Test("Space ticks, Enter goes on to the answer, which says what it comes to")
    func entersTheAnswer() async throws {
        let store = try TestStore.filled()
        try ask(store)
        let console = try await Console.start(store.environment())
        try await console.advance(by: .seconds(1)).press(.enter)
        console.expectRow("Allow stepdemo nothing?")
        try await console.press(.escape, "j", .space, .enter)
        console.expectRow("Allow stepdemo to read 1 type?")
        #expect(try store.person.requests().count == 1)
        try await console.press("y").settle()
        #expect(try store.person.requests().isEmpty)
        let grants = try store.person.grants(app: "local.stepdemo")
        #expect(grants.values.filter { $0.read == true }.count == 1)
        #expect(grants.values.allSatisfy { $0.share != true })
    }

    @Test("What was ticked is still ticked when a request that was put off is opened again")
    func ticksSurviveLater() async throws {
        let store = try TestStore.filled()
        try ask(store)
        let console = try await Console.start(store.environment())
        try await console.advance(by: .seconds(1)).press("j", .space, .escape, "4", .enter)
        try await console.advance(by: .seconds(1))
        #expect(console.screen.rows.filter { $0.contains("[x]") || $0.contains("[✓]") }.count == 1, "\(console.text)")
        try await console.press(.escape, .enter).advance(by: .seconds(1)).press(.enter, "y").settle()
        #expect(try store.person.grants(app: "local.stepdemo").values.filter { $0.read == true }.count == 1)
    }

    @Test("All means all that is shown: what a filter hides stays as it is")
    func turnsOnOnlyWhatIsShown() async throws {
        let store = try TestStore.filled()
        let request = try #require(try ask(store))
        try store.person.answer(request.id, read: [], share: [])
        let console = try await Console.start(store.environment())
        try await console.press("4", .enter, "/").type("pulse").press(.enter, "A")
        #expect(try store.person.grants(app: "local.stepdemo")[Self.heart]?.read == true)
        #expect(try store.person.grants(app: "local.stepdemo")[Self.steps] == Grant(read: false, share: false))
    }

    @Test func aRequestAnsweredElsewhereGoesAway() async throws {
        let store = try TestStore.filled()
        let request = try #require(try ask(store))
        let console = try await Console.start(store.environment())
        console.expectRow("asks for access")
        try store.person.answer(request.id, read: [], share: [])
        try await console.waitFor("Summary")
        console.expectNone("asks for access")
    }

    @Test func aFormIsNotInterrupted() async throws {
        let store = try TestStore.filled()
        let console = try await Console.start(store.environment())
        try await console.press("3", "/").type("weight").press(.enter, .enter).type("70")
        try ask(store)
        try await console.waitFor("1 request")
        console.expectRow("70")
        try await console.press(.control("s"), .escape, .escape)
        try await console.waitFor("asks for access")
    }

    @Test func deniesReadingOnTheAppsPage() async throws {
        let store = try TestStore.filled()
        let request = try #require(try ask(store))
        try store.person.answer(request.id, read: [Self.steps, Self.heart], share: [Self.steps])
        let console = try await Console.start(store.environment())
        try await console.press("4")
        #expect(console.cursorRow.contains("reads 2, shares 1 of 2"))
        try await console.press(.enter, "j", .space)
        #expect(console.expectRow("Steps").contains("[ ]"))
        #expect(try store.person.grants(app: "local.stepdemo")[Self.steps] == Grant(read: false, share: true))
        try await console.press("l", .space)
        #expect(try store.person.grants(app: "local.stepdemo")[Self.steps] == Grant(read: false, share: false))
    }

    @Test func turnsAllOnAndAllOff() async throws {
        let store = try TestStore.filled()
        let request = try #require(try ask(store))
        try store.person.answer(request.id, read: [], share: [])
        let console = try await Console.start(store.environment())
        try await console.press("4", .enter, "A")
        #expect(try store.person.grants(app: "local.stepdemo")[Self.steps] == Grant(read: true, share: true))
        #expect(try store.person.grants(app: "local.stepdemo")[Self.heart] == Grant(read: true, share: nil))
        try await console.press("A")
        #expect(try store.person.grants(app: "local.stepdemo")[Self.steps] == Grant(read: false, share: false))
    }

    @Test func findsATypeOnThePage() async throws {
        let store = try TestStore.filled()
        let request = try #require(try ask(store))
        try store.person.answer(request.id, read: [], share: [])
        let console = try await Console.start(store.environment())
        try await console.press("4", .enter, "/").type("pulse").press(.enter)
        console.expectNone("Steps")
        try await console.press(.space)
        #expect(try store.person.grants(app: "local.stepdemo")[Self.heart]?.read == true)
    }

    @Test func theSheetAloneEndsWithTheAnswer() async throws {
        let store = try TestStore.filled()
        let request = try #require(try ask(store))
        let program = AuthorizeProgram(request, store.environment())
        let driver = TestDriver(program, program.initialState)
        try await driver.press("A", "y")
        let end = try await driver.end()
        #expect(end.wasAnswered)
        #expect(try store.person.request(request.id)?.state == .answered)
    }

    @Test func leavingTheSheetAloneAnswersNothing() async throws {
        let store = try TestStore.filled()
        let request = try #require(try ask(store))
        let program = AuthorizeProgram(request, store.environment())
        let driver = TestDriver(program, program.initialState)
        try await driver.press(.escape)
        let end = try await driver.end()
        #expect(!end.wasAnswered)
        #expect(try store.person.request(request.id)?.state == .pending)
    }
}
