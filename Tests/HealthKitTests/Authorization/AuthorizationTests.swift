import Foundation
import Testing
import WaitTesting

@testable import HealthKit

@Suite struct AuthorizationTests {
    private let test = TestStore()

    @Test("R1.2 what an app sees and saves follows its two bits at once")
    func matrix() async throws {
        let app = test.app("walker")
        try await test.store.save(stepSample(5, 0, 60))
        try test.grant("walker", steps, read: false, share: true)
        for index in 1...3 { try await app.save(stepSample(10, Double(index) * 100, Double(index) * 100 + 60)) }
        #expect(try await app.all(steps).count == 3, "share only: own samples")
        try test.grant("walker", steps, read: true, share: true)
        #expect(try await app.all(steps).count == 4, "read and share: everything")
        try test.grant("walker", steps, read: false, share: false)
        #expect(try await app.all(steps).isEmpty, "neither: nothing, not even its own")
        #expect(await code { try await app.save(stepSample(1, 900, 901)) } == .errorAuthorizationDenied)
        try test.grant("walker", steps, read: true, share: false)
        #expect(try await app.all(steps).count == 4, "read only: everything")
        #expect(await code { try await app.save(stepSample(1, 900, 901)) } == .errorAuthorizationDenied)
        try test.grant("walker", steps, read: false, share: true)
        #expect(try await app.all(steps).count == 3)
    }

    @Test("A request does not grow with how often an app ends without waiting and asks again; the latest are known")
    func askedOften() throws {
        let app = AppIdentity(bundleIdentifier: "test.often", name: "Often", version: "1")
        let database = try test.store.database()
        try database.write { writer in
            for caller in 1...80 {
                let request = try writer.ask(app, share: [], read: [steps.identifier], now: Date(), caller: 2 * caller)
                try writer.add(caller: 2 * caller + 1, to: #require(request))
            }
        }
        let callers = try #require(test.person.requests().first?.callers)
        #expect(callers.count <= 64 && callers.starts(with: [161, 160, 159]))
    }

    @Test("R1.3 the status tells of sharing only")
    func status() throws {
        let app = test.app("status")
        #expect(app.authorizationStatus(for: steps) == .notDetermined)
        try test.grant("status", steps, read: true, share: false)
        #expect(app.authorizationStatus(for: steps) == .sharingDenied)
        try test.grant("status", steps, read: false, share: true)
        #expect(app.authorizationStatus(for: steps) == .sharingAuthorized)
    }

    @Test("R1.4 saving a type never asked for is error 5; one bad type fails the whole array")
    func saveNeverAsked() async throws {
        let app = test.app("bold")
        #expect(await code { try await app.save(stepSample(1, 0, 1)) } == .errorAuthorizationNotDetermined)
        try test.grant("bold", steps, read: nil, share: true)
        #expect(
            await code { try await app.save([stepSample(1, 0, 1), pulse(60, 0)]) } == .errorAuthorizationNotDetermined
        )
        #expect(try await test.store.all(steps).isEmpty)
    }

    @Test("R1.5 a query for a type never asked for is error 5")
    func queryNeverAsked() async {
        let app = test.app("curious")
        #expect(await code { _ = try await app.all(steps) } == .errorAuthorizationNotDetermined)
    }

    @Test("R1.6 R1.7 asking shows what is undecided, and nothing a second time")
    func asksOnce() async throws {
        let prompt = AnsweringPrompt(read: [steps.identifier], share: [])
        let app = test.app("caller", prompt: prompt)
        #expect(
            try await app.statusForAuthorizationRequest(toShare: [steps], read: [steps, heartRate]) == .shouldRequest
        )
        try await app.requestAuthorization(toShare: [steps], read: [steps, heartRate])
        #expect(prompt.asked == [[steps.identifier, heartRate.identifier]])
        #expect(
            try await app.statusForAuthorizationRequest(toShare: [steps], read: [steps, heartRate]) == .unnecessary
        )
        try await app.requestAuthorization(toShare: [steps], read: [heartRate])
        #expect(prompt.asked.count == 1)
        #expect(try test.person.grants(app: "test.caller")[steps.identifier] == Grant(read: true, share: false))
        #expect(try test.person.apps().map(\.name) == ["caller"], "R1.20 the app is listed even if all is denied")
    }

    @Test("R1.7 one direction of one type that is undecided is enough to ask")
    func undecided() async throws {
        let app = test.app("half")
        try test.grant("half", steps, read: true, share: nil)
        try test.grant("half", heartRate, read: nil, share: true)
        func status(_ share: Set<HKSampleType>, _ read: Set<HKObjectType>) async throws
            -> HKAuthorizationRequestStatus
        {
            try await app.statusForAuthorizationRequest(toShare: share, read: read)
        }
        #expect(try await status([], [steps]) == .unnecessary)
        #expect(try await status([heartRate], [steps]) == .unnecessary)
        #expect(try await status([steps], []) == .shouldRequest)
        #expect(try await status([], [heartRate]) == .shouldRequest)
        #expect(try await status([heartRate], [steps, heartRate]) == .shouldRequest)
        #expect(try await status([heartRate, steps], [steps]) == .shouldRequest)
    }

    @Test("An answer given elsewhere wakes the app")
    func answeredElsewhere() async throws {
        let app = test.app("waiting", prompt: SilentPrompt())
        async let asked: Void = app.requestAuthorization(toShare: [], read: [steps])
        var pending: [AuthorizationRequest] = []
        try await eventually("the request") {
            pending = try test.person.requests()
            return !pending.isEmpty
        }
        let request = try #require(pending.first)
        #expect(request.read == [steps.identifier])
        try test.person.answer(request.id, read: [steps.identifier], share: [])
        try await asked
        #expect(try await app.all(steps).isEmpty)
        #expect(try test.person.requests().isEmpty)
    }

    @Test("A sheet that is closed without an answer is error 7 and decides nothing")
    func cancelled() async throws {
        let app = test.app("rejected", prompt: ClosingPrompt())
        #expect(await code { try await app.requestAuthorization(toShare: [], read: [steps]) } == .errorUserCanceled)
        #expect(app.authorizationStatus(for: steps) == .notDetermined)
    }

    @Test("R1.8 R1.9 R1.12 what cannot be asked for")
    func disallowed() throws {
        let app = AppIdentity(bundleIdentifier: "x", name: "x")
        #expect(
            throws: HKError.invalid(
                "Authorization to share the following types is disallowed: HKCorrelationTypeIdentifierFood"
            )
        ) {
            try AuthorizationRules.check(share: [HKCorrelationType(.food)], read: [], app: app)
        }
        #expect(
            throws: HKError.invalid(
                "Authorization to read the following types is disallowed: HKCorrelationTypeIdentifierBloodPressure"
            )
        ) {
            try AuthorizationRules.check(share: [], read: [HKCorrelationType(.bloodPressure)], app: app)
        }
        #expect(throws: HKError.self) {
            try AuthorizationRules.check(share: [HKQuantityType(.appleExerciseTime)], read: [], app: app)
        }
        #expect(throws: HKError.self) { try AuthorizationRules.check(share: [], read: [], app: app) }
    }

    @Test("R1.8 asking for a correlation ends the app, and so does asking for the status of that")
    func raising() async {
        let asked = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            try await TestStore().app("raising").requestAuthorization(toShare: [], read: [HKCorrelationType(.food)])
        }
        let status = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            _ = try await TestStore().app("raising")
                .statusForAuthorizationRequest(toShare: [], read: [HKCorrelationType(.food)])
        }
        for result in [asked, status] {
            let said = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
            #expect(
                said
                    .contains(
                        "'NSInvalidArgumentException', reason: 'Authorization to read the following types is "
                            + "disallowed: HKCorrelationTypeIdentifierFood'"
                    )
            )
        }
    }

    @Test("R1.7 where there is no store, asking for a status finds nothing decided and makes no file")
    func statusWithoutStore() async throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let path = folder.appendingPathComponent("health.store").path
        let store = HKHealthStore(
            configuration: HKHealthStoreConfiguration(location: .file(path), bundleIdentifier: "test.curious")
        )
        let mass = HKQuantityType(.bodyMass)
        #expect(store.authorizationStatus(for: steps) == .notDetermined)
        #expect(try await store.statusForAuthorizationRequest(toShare: [mass], read: [steps]) == .shouldRequest)
        #expect(
            await code { _ = try await store.statusForAuthorizationRequest(toShare: [], read: []) }
                == .errorInvalidArgument
        )
        #expect(store.earliestPermittedSampleDate() == .distantPast)
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).isEmpty)
        // Once there is a store, it decides.
        let person = HKHealthStore.person(location: .file(path)).person
        try person.setGrants(
            [steps.identifier: Grant(read: true, share: true), mass.identifier: Grant(read: false, share: false)],
            app: "test.curious"
        )
        #expect(store.authorizationStatus(for: steps) == .sharingAuthorized)
        #expect(try await store.statusForAuthorizationRequest(toShare: [mass], read: [steps]) == .unnecessary)
    }

    @Test("R1.11 an app with an Info.plist must say why it asks")
    func usage() throws {
        let app = AppIdentity(bundleIdentifier: "x", name: "x", readUsage: "because", hasInfoPlist: true)
        try AuthorizationRules.check(share: [], read: [steps], app: app)
        #expect(
            throws: HKError.invalid(
                "NSHealthUpdateUsageDescription must be set in the app's Info.plist in order to request write authorization "
                    + "for the following types: HKQuantityTypeIdentifierStepCount"
            )
        ) {
            try AuthorizationRules.check(share: [steps], read: [], app: app)
        }
    }

    @Test("R1.18 characteristics: never asked is error 5, denied looks unset")
    func characteristics() throws {
        let app = test.app("doctor")
        var values = CharacteristicValues()
        values.dateOfBirth = "1980-02-29"
        values.biologicalSex = HKBiologicalSex.female.rawValue
        try test.person.setCharacteristics(values)
        #expect(throws: HKError.self) { try app.biologicalSex() }
        let sex = HKCharacteristicType(.biologicalSex)
        let birth = HKCharacteristicType(.dateOfBirth)
        try test.grant("doctor", sex, read: false, share: nil)
        try test.grant("doctor", birth, read: true, share: nil)
        #expect(try app.biologicalSex().biologicalSex == .notSet)
        #expect(try app.dateOfBirthComponents().day == 29)
        try test.grant("doctor", sex, read: true, share: nil)
        #expect(try app.biologicalSex().biologicalSex == .female)
    }

    @Test("R1.18 the sex whose reference ranges count is a characteristic of its own")
    func referenceSex() throws {
        let app = test.app("laboratory")
        let type = HKCharacteristicType(.referenceSex)
        #expect(#expect(throws: HKError.self) { try app.referenceSex }?.code == .errorAuthorizationNotDetermined)
        try test.grant("laboratory", HKCharacteristicType(.biologicalSex), read: true, share: nil)
        try test.grant("laboratory", type, read: true, share: nil)
        var values = CharacteristicValues()
        values.biologicalSex = HKBiologicalSex.other.rawValue
        try test.person.setCharacteristics(values)
        #expect(try app.referenceSex == .notSet)
        values.referenceSex = HKReferenceSex.female.rawValue
        try test.person.setCharacteristics(values)
        #expect(try app.referenceSex == .female)
        #expect(try app.biologicalSex().biologicalSex == .other)
        try test.grant("laboratory", type, read: false, share: nil)
        #expect(try app.referenceSex == .notSet)
    }

    @Test("R1.18 a date of birth that is not set and one that is denied throw the same error, in either form")
    func birthday() throws {
        let app = test.app("doctor")
        let birth = HKCharacteristicType(.dateOfBirth)
        func errors() -> [HKError?] {
            [
                #expect(throws: HKError.self) { try app.dateOfBirthComponents() },
                #expect(throws: HKError.self) { try app.dateOfBirth() },
            ]
        }
        #expect(errors().map(\.?.code) == [.errorAuthorizationNotDetermined, .errorAuthorizationNotDetermined])
        try test.grant("doctor", birth, read: true, share: nil)
        let unset = errors()
        #expect(unset.map(\.?.code) == [.errorNoData, .errorNoData])
        var values = CharacteristicValues()
        values.dateOfBirth = "1980-02-29"
        try test.person.setCharacteristics(values)
        #expect(try app.dateOfBirthComponents().year == 1980)
        try test.grant("doctor", birth, read: false, share: nil)
        #expect(errors() == unset, "no text tells one from the other")
    }
}

/// Answers every request the same way, and remembers what was asked.
final class AnsweringPrompt: AuthorizationPrompting, @unchecked Sendable {
    private let read: Set<String>
    private let share: Set<String>
    private let lock = NSLock()
    private var requests: [[String]] = []

    init(read: Set<String>, share: Set<String>) {
        self.read = read
        self.share = share
    }

    var asked: [[String]] { lock.withLock { requests } }

    func present(_ request: AuthorizationRequest, at desk: RequestDesk) async -> Bool {
        lock.withLock { requests.append(request.types) }
        let answered = try? desk.send(.answer(request.id, read: read, share: share))
        return answered == nil
    }
}

/// Leaves the answer to somebody else.
struct SilentPrompt: AuthorizationPrompting {
    func present(_ request: AuthorizationRequest, at desk: RequestDesk) async -> Bool { false }
}

/// Closes the sheet.
struct ClosingPrompt: AuthorizationPrompting {
    func present(_ request: AuthorizationRequest, at desk: RequestDesk) async -> Bool { true }
}
