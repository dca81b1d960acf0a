import Foundation
import Testing

@testable import HealthKit

@Suite("Rights of an app over its life")
struct AppLifeTests {
    private let test = TestStore()
    private let clinical = [HKClinicalTypeIdentifier.allergyRecord, .conditionRecord, .immunizationRecord]
        .compactMap { HKObjectType.clinicalType(forIdentifier: $0) }

    @Test("R1.1 sharing and reading are decided apart for each app and type, also for the apps of one maker")
    func twoBits() throws {
        let sleep = HKCategoryType(.sleepAnalysis)
        let wanted: [(app: String, type: HKSampleType, grant: Grant)] = [
            ("one", steps, Grant(read: true, share: false)), ("one", sleep, Grant(read: false, share: true)),
            ("one.watchkitapp", steps, Grant(read: false, share: true)), ("two", steps, Grant(read: true, share: true)),
        ]
        for (app, type, grant) in wanted { try test.grant(app, type, read: grant.read, share: grant.share) }
        for (app, type, grant) in wanted {
            #expect(try test.person.grants(app: "test.\(app)")[type.identifier] == grant)
            let expected: HKAuthorizationStatus = grant.share == true ? .sharingAuthorized : .sharingDenied
            #expect(test.app(app).authorizationStatus(for: type) == expected)
        }
        // A watch's app shares its phone's rights; here every bundle identifier is an app of its own.
        #expect(test.app("two").authorizationStatus(for: sleep) == .notDetermined)
    }

    @Test("R1.20 what the person changes counts for the next call, and for handlers that run already")
    func changes() async throws {
        let app = test.app("live")
        try test.grant("live", steps, read: true, share: true)
        try await app.save(stepSample(1, 0, 1))
        try await test.store.save(stepSample(2, 10, 11))
        var updates = HKAnchoredObjectQueryDescriptor(predicates: [.quantitySample(type: steps)], anchor: nil)
            .results(for: app).makeAsyncIterator()
        #expect(try await updates.next()?.addedSamples.count == 2)
        try test.grant("live", steps, read: false, share: true)
        #expect(try await app.all(steps).count == 1)
        try await test.store.save(stepSample(4, 20, 21))
        let own = stepSample(3, 30, 31)
        try await app.save(own)
        #expect(try await updates.next()?.addedSamples.map(\.uuid) == [own.uuid], "others' data is not delivered")
        try test.grant("live", steps, read: nil, share: nil)
        #expect(await code { _ = try await app.all(steps) } == .errorAuthorizationNotDetermined)
    }

    @Test("R1.13 an app that needs clinical types hears error 10 when one of them is denied, and not which")
    func required() async throws {
        #expect(clinical.count == 3)
        let names = Set(clinical.map(\.identifier))
        var identity = AppIdentity(bundleIdentifier: "test.clinic", name: "Clinic", requiredReadTypes: names)
        func app(_ read: Set<String>) -> HKHealthStore {
            let prompt = AnsweringPrompt(read: read, share: [])
            return HKHealthStore(sharing: test.store, principal: .app(identity), prompt: prompt)
        }
        let request: Set<HKObjectType> = Set(clinical).union([steps])
        let one = app(names.subtracting([clinical[1].identifier]))
        do {
            try await one.requestAuthorization(toShare: [], read: request)
            Issue.record("One type was denied")
        } catch let error as HKError {
            #expect(error.code == .errorRequiredAuthorizationDenied)
            for type in clinical { #expect(!error.text.contains(type.identifier)) }
        }
        #expect(
            await code { try await one.requestAuthorization(toShare: [], read: request) }
                == .errorRequiredAuthorizationDenied,
            "and again, when nobody is asked any more"
        )
        identity.bundleIdentifier = "test.other"
        try await app(names).requestAuthorization(toShare: [], read: request)
        identity.requiredReadTypes = ["HKClinicalTypeIdentifierAllergyRecord"]
        #expect(
            throws: HKError.invalid("NSHealthRequiredReadAuthorizationTypeIdentifiers must name at least three types")
        ) {
            try AuthorizationRules.check(share: [], read: request, app: identity)
        }
    }

    @Test("A program that takes another's identifier is told of, also when nothing is left to ask")
    func takenIdentifier() async throws {
        func ask(_ program: String) async throws {
            let identity = AppIdentity(bundleIdentifier: "test.walker", name: "Walker", program: program)
            let prompt = AnsweringPrompt(read: [steps.identifier], share: [])
            let app = HKHealthStore(sharing: test.store, principal: .app(identity), prompt: prompt)
            try await app.requestAuthorization(toShare: [], read: [steps])
        }
        func former() throws -> [String]? { try test.person.apps().first?.formerPrograms }
        try await ask("/opt/walker")
        try await ask("/opt/walker")
        #expect(try former() == nil)
        try await ask("/tmp/other")
        #expect(try former() == ["/opt/walker"])
        try await ask("/opt/walker")
        #expect(try former() == ["/tmp/other"])
        for number in 0..<8 { try await ask("/tmp/\(number)") }
        #expect(try former() == ["/tmp/2", "/tmp/3", "/tmp/4", "/tmp/5", "/tmp/6"])
        #expect(try test.person.apps().count == 1)
    }

    @Test("R1.23 rights outlive the app, and are forgotten when it is removed with its data")
    func removal() async throws {
        let prompt = AnsweringPrompt(read: [steps.identifier], share: [steps.identifier])
        let first = test.app("guest", prompt: prompt)
        try await first.requestAuthorization(toShare: [steps], read: [steps])
        try await first.enableBackgroundDelivery(for: steps, frequency: .daily)
        try await first.save([stepSample(1, 0, 1), stepSample(2, 10, 11)])
        try await test.store.save(stepSample(4, 20, 21))
        let installedAgain = test.app("guest", prompt: prompt)
        try await installedAgain.requestAuthorization(toShare: [steps], read: [steps])
        #expect(prompt.asked.count == 1, "nobody is asked again")
        #expect(try await installedAgain.all(steps).count == 3)

        #expect(try test.person.removeApp("test.guest") == 2)
        #expect(try test.person.apps().isEmpty)
        #expect(try test.person.deliveries(app: "test.guest").isEmpty)
        #expect(try await test.store.all(steps).count == 1)
        #expect(installedAgain.authorizationStatus(for: steps) == .notDetermined)
        #expect(await code { _ = try await installedAgain.all(steps) } == .errorAuthorizationNotDetermined)
        try await installedAgain.requestAuthorization(toShare: [steps], read: [steps])
        #expect(prompt.asked.count == 2)
    }
}
