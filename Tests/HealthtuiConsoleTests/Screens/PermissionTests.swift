import Foundation
import HealthKit
import HealthKitStore
import HealthtuiConsole
import HealthtuiTerminalUI
import HealthtuiTerminalUITesting
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
        try await console.waitFor("stepdemo would like to access your health data")
        console.expectRow("Counts your steps and shows your week.")
        console.expectRow("local.stepdemo 1.0")
        try await console.advance(by: .seconds(1)).press("j", .space, "y").settle()
        console.expectRow("stepdemo got your answer")
        let grants = try store.person.grants(app: "local.stepdemo")
        #expect(grants[Self.steps] == Grant(read: true, share: false))
        #expect(grants[Self.heart] == Grant(read: false, share: nil))
        #expect(try store.person.request(request.id)?.state == .answered)
    }

    @Test(
        "What a request came up over is faint behind its frame and takes no clicks; the sheet says how much there is to read"
    )
    func sheet() async throws {
        let store = try TestStore.filled()
        let theme = Theme(glyphs: .utf8, colors: .ansi256)
        let console = try await Console.start(store.environment(theme: theme), width: 120, height: 40)
        _ = try ask(store)
        try await console.waitFor("how many steps you take")
        try await console.advance(by: .seconds(1)).waitFor("484 samples")
        #expect(console.expectRow("Heart Rate  ").contains("beats per minute"))
        let grid = console.screen
        #expect(grid.row(0).contains("1 Summary"), "\(console.text)")
        for x in 0..<120 { #expect(grid[x, 0]?.style == theme.faint) }
        #expect(grid.layout.target(at: Point(x: 2, y: 0)) == nil)
        // A limit in time counts what it leaves.
        try await console.press("s").type("3d").press(.enter)
        try await console.waitFor("samples since then")
        console.expectNone("484 samples")
        // Without shades nothing tells the two apart, so there is nothing behind.
        let plain = try await Console.start(store.environment(), width: 120, height: 40)
        try await plain.waitFor("how many steps you take")
        #expect(!plain.text.contains("1 Summary"), "\(plain.text)")
    }

    /// Stores a request of an app that waits for the answer as long as the result lives.
    private func askAndWait(_ store: TestStore, at path: String) throws -> CallerPresence {
        let caller = try #require(CallerPresence(storePath: path))
        _ = try store.store.database()
            .write { try $0.ask(Self.app, share: [], read: [Self.steps], now: TestStore.now, caller: caller.mark) }
        return caller
    }

    @Test("A sheet whose app ends without a word goes; the request waits among the apps and can be answered there")
    func anAppThatEnds() async throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("caller-" + UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let path = folder.appendingPathComponent("health.store").path
        let store = TestStore(at: .file(path))
        let console = try await Console.start(store.environment())
        var caller: CallerPresence? = try askAndWait(store, at: path)
        try await console.waitFor("stepdemo would like to access your health data")
        try await console.advance(by: .seconds(1))
        console.expectRow("stepdemo would like to access your health data")
        let whileItWaits = try store.person.left(of: store.person.requests())
        #expect(caller != nil && whileItWaits.isEmpty)
        caller = nil
        try await console.advance(by: .seconds(1))
        console.expectNone("would like to access your health data")
        console.expectRow("stepdemo has ended; what it asked for waits among the apps")
        // It does not come up again by itself, and its answer still counts.
        try await console.press("4").advance(by: .seconds(5))
        console.expectNone("would like to access your health data")
        try await console.press(.enter).advance(by: .seconds(1)).press("A", "y").settle()
        #expect(try store.person.grants(app: "local.stepdemo")[Self.steps]?.read == true)
        // A console that is opened later is not met by a request that nobody waits for.
        caller = try askAndWait(store, at: path)
        _ = try store.store.database()
            .write { try $0.ask(Self.app, share: [], read: [Self.heart], now: TestStore.now, caller: caller?.mark) }
        caller = nil
        let later = try await Console.start(store.environment())
        later.expectNone("would like to access your health data")
        later.expectRow("1 request")
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
        try await console.waitFor("stepdemo would like to access your health data")
        console.expectRow("Optician 1")
        console.expectRow("Optician 2")
        try await console.advance(by: .seconds(1)).press("j", .space, "y").settle()
        console.expectRow("stepdemo got your answer")
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
        try await console.waitFor("would like to access")
        try await console.press("A", "y", "n")
        console.expectRow("stepdemo would like to access your health data")
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
        console.expectRow("Nothing is turned on. Space")
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

    @Test("Space checks a box, Enter continues to the answer, with a summary")
    func entersTheAnswer() async throws {
        let store = try TestStore.filled()
        try ask(store)
        let console = try await Console.start(store.environment())
        try await console.advance(by: .seconds(1)).press(.enter)
        console.expectRow("Don’t allow stepdemo any access?")
        try await console.press(.escape, "j", .space, .enter)
        console.expectRow("Allow stepdemo to read 1 type?")
        #expect(try store.person.requests().count == 1)
        try await console.press("y").settle()
        #expect(try store.person.requests().isEmpty)
        let grants = try store.person.grants(app: "local.stepdemo")
        #expect(grants.values.filter { $0.read == true }.count == 1)
        #expect(grants.values.allSatisfy { $0.share != true })
    }

    @Test("Boxes stay checked when a postponed request is opened again")
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
        console.expectRow("would like to access")
        try store.person.answer(request.id, read: [], share: [])
        try await console.waitFor("Summary")
        console.expectNone("would like to access")
    }

    @Test func aFormIsNotInterrupted() async throws {
        let store = try TestStore.filled()
        let console = try await Console.start(store.environment())
        try await console.press("3", "/").type("weight").press(.enter, .enter).type("70")
        try ask(store)
        try await console.waitFor("1 request")
        console.expectRow("70")
        try await console.press(.control("s"), .escape, .escape)
        try await console.waitFor("would like to access")
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

    @Test(
        "The sheet can limit reading to recent data and shows since when; an invalid time is reported, and nothing is set"
    )
    func sinceOnTheSheet() async throws {
        let store = try TestStore.filled()
        try ask(store)
        let console = try await Console.start(store.environment())
        try await console.advance(by: .seconds(1)).press("A", "s").type("soon").press(.enter)
        console.expectRow("isn't a time")
        try await console.press(.escape, "s").type("30d").press(.enter)
        console.expectRow("Can read only data since Thu 22 Oct 2026")
        try await console.press(.escape, "4", .enter).advance(by: .seconds(1))
        console.expectRow("Can read only data since", "it is kept while the request waits")
        try await console.press("y").settle()
        let since = TestStore.now.timeIntervalSinceReferenceDate - 30 * 86_400 - 0
        let grants = try store.person.grants(app: "local.stepdemo")
        let kept = try #require(grants[Self.steps]?.since)
        #expect(abs(kept - since) <= 3_600, "days keep the time of day")
        #expect(grants[Self.heart]?.since == kept)
        #expect(grants[Self.steps]?.share == true)
    }

    @Test("On the app's page each type has a time of its own, which turning sharing on leaves as it is")
    func sinceOnThePage() async throws {
        let store = try TestStore.filled()
        let request = try #require(try ask(store))
        try store.person.answer(request.id, read: [Self.steps, Self.heart], share: [])
        let console = try await Console.start(store.environment())
        try await console.press("4", .enter, "j", "s").type("2026-11-01").press(.enter)
        console.expectRow("since Sun 1 Nov")
        let limited = try #require(try store.person.grants(app: "local.stepdemo")[Self.steps]?.since)
        #expect(Date(timeIntervalSinceReferenceDate: limited) == TestStore.time(20, 0))
        #expect(try store.person.grants(app: "local.stepdemo")[Self.heart]?.since == nil)
        try await console.press("l", .space)
        let both = Grant(read: true, share: true, since: limited)
        #expect(try store.person.grants(app: "local.stepdemo")[Self.steps] == both)
        try await console.press("s", .control("u"), .enter)
        #expect(try store.person.grants(app: "local.stepdemo")[Self.steps] == Grant(read: true, share: true))
    }

    @Test(
        "A mark is a time on the sheet and on the app's page",
        arguments: ["stopped drinking", "since Stopped  Drinking"]
    )
    func sinceMark(text: String) async throws {
        let store = try TestStore.filled()
        try store.person.add(DayMark("stopped drinking", try #require(CalendarDay(text: "2026-11-05"))))
        let request = try #require(try ask(store))
        let sheet = try await Console.start(store.environment())
        try await sheet.advance(by: .seconds(1)).press("A", "s").type(text).press(.enter)
        sheet.expectRow("Can read only data since Thu 5 Nov 2026")
        try store.person.answer(request.id, read: [Self.steps, Self.heart], share: [])
        let page = try await Console.start(store.environment())
        try await page.press("4", .enter, "j", "s").type(text).press(.enter)
        page.expectRow("since Thu 5 Nov")
        let limited = try #require(try store.person.grants(app: "local.stepdemo")[Self.steps]?.since)
        #expect(Date(timeIntervalSinceReferenceDate: limited) == TestStore.time(16, 0))
    }

    @Test("An app is forgotten, and its data deleted, after a question, and both are taken back")
    func forgetting() async throws {
        let store = try TestStore.filled()
        let request = try #require(try ask(store))
        try store.person.answer(request.id, read: [Self.steps], share: [Self.steps])
        let caller = HKHealthStore(sharing: store.store, principal: .app(Self.app))
        try await caller.save(try store.quantity(.stepCount, 5, .count(), 1, 9))
        let grants = try store.person.grants(app: "local.stepdemo")
        let console = try await Console.start(store.environment())
        try await console.press("4", .enter, "X")
        console.expectRow("Delete all 1 sample from stepdemo?")
        try await console.press("y").settle()
        console.expectRow("Deleted 1 sample from stepdemo")
        #expect(try store.person.sources().contains { $0.source.bundleIdentifier == "local.stepdemo" } == false)
        #expect(try store.person.grants(app: "local.stepdemo") == grants)
        try await console.press("x")
        console.expectRow("It can ask again.")
        try await console.press("y").settle()
        console.expectRow("Forgot stepdemo")
        #expect(try store.person.apps().isEmpty)
        try await console.press("u")
        console.expectRow("Give stepdemo access again?")
        try await console.press("y").settle()
        #expect(try store.person.grants(app: "local.stepdemo") == grants)
        try await console.press("u").settle()
        #expect(try store.person.sources().contains { $0.source.bundleIdentifier == "local.stepdemo" })
    }

    @Test("While a guest uses the machine every screen says so, and no request comes up")
    func guest() async throws {
        let store = try TestStore.filled()
        let console = try await Console.start(store.environment())
        try store.person.setGuest(true)
        try await console.waitFor("guest")
        try ask(store)
        for key: Key in ["2", "3", "4", "5", "7", "1"] {
            try await console.press(key)
            #expect(console.screen.rows.prefix(2).contains { $0.contains("guest") }, "\(key)")
        }
        console.expectNone("would like to access")
        try store.person.setGuest(false)
        try await console.waitFor("would like to access")
    }

    @Test("The sheet names the types without which an app does not work")
    func required() async throws {
        let store = try TestStore.filled()
        let clinical = [HKClinicalTypeIdentifier.allergyRecord, .conditionRecord, .immunizationRecord]
            .compactMap { HKObjectType.clinicalType(forIdentifier: $0)?.identifier }
        var app = Self.app
        app.requiredReadTypes = Set(clinical)
        try store.store.database()
            .write { _ = try $0.ask(app, share: [], read: clinical + [Self.steps], now: TestStore.now) }
        let console = try await Console.start(store.environment())
        try await console.resize(width: 100, height: 30)
        #expect(console.screen.rows.filter { $0.contains("required by the app") }.count == 3)
    }

    @Test("The audit by type and by time, and the app's page shows today's reads")
    func access() async throws {
        let store = try TestStore.filled()
        let request = try #require(try ask(store))
        try store.person.answer(request.id, read: [Self.steps], share: [])
        let console = try await Console.start(store.environment())
        try await console.press("4", .enter, "w")
        console.expectRow("No activity in the last 30 days")
        let caller = HKHealthStore(sharing: store.store, principal: .app(Self.app))
        for type in [HKQuantityType(.stepCount), HKQuantityType(.heartRate)] {
            _ = try await HKSampleQueryDescriptor(
                predicates: [HKSamplePredicate<HKQuantitySample>.quantitySample(type: type)],
                sortDescriptors: []
            )
            .result(for: caller)
        }
        try await console.waitFor("Heart Rate")
        console.expectRow("last 30 days, by type")
        try await console.press("l")
        console.expectRow("had no access")
        try await console.press(.escape)
        try await console.resize(width: 120, height: 30)
        console.expectRow("read once today, ")
        console.expectRow("looked without access once today")
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

    @Test("The sheet says what the answer comes to as boxes are ticked, and whose words are whose")
    func saysWhatItComesTo() async throws {
        let store = try TestStore.filled()
        let console = try await Console.start(store.environment(), width: 120, height: 40)
        try ask(store)
        try await console.waitFor("stepdemo would like to access your health data")
        try await console.advance(by: .seconds(1)).settle()
        console.expectRow("Nothing is turned on yet.")
        #expect(console.expectRow("Counts your steps").contains("the app’s own words"))
        console.expectRow("request 1, asked today 14:20")
        try await console.press("A")
        console.expectRow("It reads Heart Rate and Steps, and saves Steps.")
        try await console.press("A", "j", .space)
        console.expectRow("It reads Steps, and saves nothing.")
        console.expectRow("The app isn’t told what you turn off. It finds no data there.")
        try await console.resize(width: 80, height: 24)
        console.expectRow("It reads Steps, and saves nothing.")
        try await console.resize(width: 60, height: 20)
        console.expectRow("Heart Rate")
    }
}
