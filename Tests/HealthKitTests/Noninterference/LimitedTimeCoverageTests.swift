import Foundation
import Testing

@testable import HealthKit

/// A limit of time holds for every call and every kind of object: a new one has to say how.
@Suite("R1.21 A limit of time is tested for every call and every kind of object")
struct LimitedTimeCoverageTests {
    /// What a call may tell of what ended before the limit.
    private enum Answer {
        /// Nothing: a kind of call asks it in two worlds that differ in what is older.
        case tested(CallKind)
        /// It tells of nothing that has a time.
        case timeless
        /// It writes, or is about what the app keeps for itself.
        case tellsNothing
    }

    private static let tested: [String: CallKind] = [
        "samples": .samples, "correlations": .correlations, "sources": .sources, "series": .series,
        "statistics": .statistics, "recordData": .documents, "attachments": .prescriptions,
        "attachmentPiece":
            .prescriptions, "observe": .observer, "anchored": .anchored, "collection": .collection,
        "summaries":
            .summaries, "effort": .effort, "collect": .collecting, "members": .workouts,
        "sourceOrder":
            .collecting, "preferredZones": .automaticZones, "bodyFacts": .estimates,
        "earliestDates":
            .recentSamples, "pickRecords": .verifiableRecords, "authorizeDocuments": .documents,
        "authorizeObjects": .prescriptions, "delete": .deleting, "deleteMatching": .deleting,
        "addSamples":
            .addingSamples, "relate": .relating, "unrelate": .relating,
    ]
    private static let timeless: [String] = [
        "medications", "characteristic", "preferredUnits",
    ]
    private static let tellNothing: [String] = [
        "save", "saveSeries", "saveRoute", "attach", "detach", "recalibrate", "delivery",
        "authorizationStatus", "requestStatus", "authorize", "authorizeExtensions", "mayBuildWorkout",
        "addToWorkout", "finishWorkout", "keepSession", "sessions", "sessionPlace", "forgetSession",
        "announceCompanion", "companions", "askForCompanions", "takeCompanion", "mirroredSessions",
        "tellSession", "hearSession",
        // Of assistants, which have days back: see the tests of assistants.
        "totals", "draft",
    ]

    /// What each call may tell.
    private static let answers: [String: Answer] = {
        var answers = tested.mapValues { Answer.tested($0) }
        for call in timeless { answers[call] = .timeless }
        for call in tellNothing { answers[call] = .tellsNothing }
        return answers
    }()

    @Test("Every call of an app is asked with a limited time, or says why it tells of nothing that has one")
    func calls() {
        let names = Set(AppCall.kinds.map { $0.name })
        #expect(names.symmetricDifference(Self.answers.keys).isEmpty)
        let all = Set(CallKind.all.map(\.name))
        for (call, answer) in Self.answers {
            if case .tested(let kind) = answer { #expect(all.contains(kind.name), "\(call)") }
        }
    }

    @Test("Every type of object can be limited, but for those without a time")
    func types() {
        let types = TypeCatalogue.shared.entries.compactMap(\.type)
        #expect(types.count > 150)
        for type in types {
            let hasNoTime = type is HKCharacteristicType || type == HKObjectType.userAnnotatedMedicationType()
            #expect(type.canBeLimitedInTime != hasNoTime, "\(type.identifier)")
        }
        #expect(HKObjectType.activitySummaryType().canBeLimitedInTime)
    }

    @Test("An app sees the summaries of days that begin at the time or later, also while its query runs")
    func summaries() async throws {
        let test = TestStore()
        for day in 1...4 {
            var content = ActivitySummaryContent(day: "2001-01-0\(day)")
            content.activeEnergyBurned = QuantityText(value: Double(day), unit: "kcal")
            try test.store.port.local().personsDatabase().write { try $0.setActivitySummary(content) }
        }
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = .current
        let third = try #require(calendar.date(from: DateComponents(year: 2001, month: 1, day: 3)))
        let type = HKObjectType.activitySummaryType()
        func limit(_ date: Date?) throws {
            let grant = Grant(read: true, since: date?.timeIntervalSinceReferenceDate)
            try test.person.setGrants([type.identifier: grant], app: "test.app")
        }
        let app = test.app("app")
        func days() async throws -> [Int?] {
            try await HKActivitySummaryQueryDescriptor(predicate: nil).result(for: app)
                .map { $0.dateComponents(for: calendar).day }
        }
        try limit(third)
        #expect(try await days() == [3, 4])
        #expect(try await app.earliestAuthorizedSampleDate(for: [type]) == [type: third])
        var iterator = HKActivitySummaryQueryDescriptor(predicate: nil).results(for: app).makeAsyncIterator()
        #expect(try await iterator.next()?.count == 2)
        try limit(third.addingTimeInterval(1))
        #expect(try await days() == [4], "a day tells of all its hours")
        try limit(nil)
        #expect(try await days() == [1, 2, 3, 4])
        while let more = try await iterator.next() {
            if more.contains(where: { $0.dateComponents(for: calendar).day == 1 }) { break }
        }
        let request = try #require(
            try test.store.port.local().personsDatabase()
                .write {
                    try $0.ask(
                        AppIdentity(bundleIdentifier: "test.new", name: "new"),
                        share: [],
                        read: [type.identifier],
                        now: Date()
                    )
                }
        )
        try test.person.answer(request.id, read: [type.identifier], share: [], since: third)
        #expect(try test.person.grants(app: "test.new")[type.identifier]?.since == third.timeIntervalSinceReferenceDate)
    }
}
