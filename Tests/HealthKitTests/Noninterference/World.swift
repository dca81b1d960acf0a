import CoreLocation
import Foundation
import Synchronization
import Testing
import WaitTesting

@testable import HealthKit

/// What an app may do with the types that a case is about, and how that changes while its queries run.
enum AppRights: String, CaseIterable, Sendable {
    case neverAsked = "never asked"
    case refused, read, share, both
    case granted = "refused, then both"
    case revoked = "both, then refused"
    case narrowed = "both, then share"
    case forgotten = "both, then never asked"
    case widened = "share, then both"
    case reordered = "both, then another order of sources"
    /// Everything, but nothing that is as old as all there is.
    case recent = "both, from some time on"

    /// The rights at first.
    var before: Grant {
        switch self {
        case .neverAsked: Grant(read: nil, share: nil)
        case .refused, .granted: Grant(read: false, share: false)
        case .read: Grant(read: true, share: false)
        case .share, .widened: Grant(read: false, share: true)
        case .recent: Grant(read: true, share: true, since: 1e9)
        case .both, .revoked, .reordered, .narrowed, .forgotten: Grant(read: true, share: true)
        }
    }

    /// The rights after the change.
    var after: Grant {
        switch self {
        case .granted, .widened: Grant(read: true, share: true)
        case .revoked: Grant(read: false, share: false)
        case .narrowed: Grant(read: false, share: true)
        case .forgotten: Grant(read: nil, share: nil)
        default: before
        }
    }

    /// Whether the data of others is hidden from now on, before and after the change.
    func hides(afterChange: Bool) -> Bool {
        switch self {
        case .neverAsked, .refused, .share: true
        case .read, .both, .granted, .reordered, .widened: false
        case .recent: true
        case .revoked, .narrowed, .forgotten: afterChange
        }
    }
}

/// What the machine is like while the app looks.
enum MachineState: String, CaseIterable, Sendable {
    case open
    /// It is locked while the rights change, and unlocked after.
    case locked
    /// A guest uses it while the rights change.
    case guest
    /// Apps find nothing that is as old as all there is.
    case limited
}

/// A store with a person, the app that looks, and another one; the second world holds things that the first does not.
final class World: Sendable {
    let test: TestStore
    let transcript: Transcript
    /// Whether things that are hidden from the app are there.
    let isSecond: Bool
    /// Whether the data of others is hidden from the beginning to the end.
    let hidesAlways: Bool
    let objects: WorldObjects
    let prompt = ChoosingPrompt()

    var person: PersonAccess { test.person }
    /// The app that looks.
    let app: HKHealthStore
    /// An app whose data may be hidden.
    let other: OtherApp
    /// The queries that go on.
    let running = Mutex<[HKQuery]>([])
    private let lastAnchor = Mutex<HKQueryAnchor?>(nil)

    /// The anchor from which the app goes on.
    var anchor: HKQueryAnchor? {
        get { lastAnchor.withLock { $0 } }
        set { lastAnchor.withLock { $0 = newValue } }
    }

    /// The types that nobody reads but the person; hidden things of every kind happen to them.
    static let elsewhere = HKQuantityType(.dietaryWater)
    private static let settling = HKCategoryType(.handwashingEvent)

    /// A world; `othersName` is what the app whose data may be hidden is called, maybe with the device that it is on.
    init(isSecond: Bool, hidesAlways: Bool, _ objects: WorldObjects, othersName: String = "other") throws {
        self.isSecond = isSecond
        self.hidesAlways = hidesAlways
        self.objects = objects
        test = TestStore()
        transcript = Transcript(known: objects.known)
        app = test.app("app", prompt: prompt)
        other = OtherApp(test, othersName)
    }

    func grant(_ types: [HKObjectType], _ grant: Grant) throws {
        try person.setGrants(Dictionary(uniqueKeysWithValues: types.map { ($0.identifier, grant) }), app: "test.app")
    }

    /// Lets the other app save and read.
    func allowOther(_ types: [HKObjectType]) throws {
        try other.allow(types)
    }

    /// Notes what a call gives, and then what running queries say of it.
    func step<T>(_ name: String, _ body: () async throws -> T) async {
        await transcript.add(name, body)
        try? await settle()
    }

    /// Waits until handlers have been called for all that was saved so far, and notes what they said.
    ///
    /// Word of changes goes one by one through the hub; so when word of what is saved here has come, twice, word of all
    /// before it has reached the queries' queues, or the service's.
    func settle() async throws {
        let queries = running.withLock { $0 }
        // While the machine is locked, no word of anything comes.
        guard !queries.isEmpty, !(try test.store.database().state.isLocked) else { return transcript.rest() }
        for _ in 0..<2 {
            let (stream, continuation) = AsyncStream.makeStream(of: Void.self)
            let token = try person.listen { change in
                if change.types.contains(Self.settling.identifier) { continuation.finish() }
            }
            let sample = HKCategorySample(type: Self.settling, value: 0, start: at(0), end: at(1))
            try await test.store.save(sample)
            for await _ in stream {}
            token.cancel()
        }
        for query in queries {
            await eventually("the query's answer", seconds: 120) { query.run.hasAnswered }
        }
        // Over a service, what a handler is done with may lead to more.
        let served = app.port as? ServedPort
        repeat {
            let count = transcript.heardCount
            try await served?.receiveAll()
            for query in queries { query.run.drain() }
            try await served?.receiveAll()
            guard transcript.heardCount != count else { break }
        } while served != nil
        transcript.rest()
    }

    /// Things that happen in the second world where nobody may look: other types, other apps, the person's own settings.
    func hideElsewhere() async throws {
        guard isSecond else { return }
        let water = HKQuantitySample(
            type: Self.elsewhere,
            quantity: HKQuantity(unit: .liter(), doubleValue: 1),
            start: at(10),
            end: at(20)
        )
        try await test.store.save([water, water.again()])
        try await test.store.delete(water)
        try person.setGrants([Self.elsewhere.identifier: Grant(read: true, share: nil)], app: "test.third")
        try person.setSourceOrder(Self.elsewhere.identifier, order: ["test.other"], excluded: [])
        try person.setPreferredUnit(.liter(), for: Self.elsewhere)
        try person.add(DayMark("what nobody is told", CalendarDay(year: 2001, month: 1, day: 1)))
    }
}

extension HKQuantitySample {
    /// Another sample that says the same.
    func again() -> HKQuantitySample {
        HKQuantitySample(type: quantityType, quantity: quantity, start: startDate, end: endDate)
    }
}

/// Objects that are the same in both worlds, so that their UUIDs are.
struct WorldObjects: Sendable {
    let own = stepSamples(0..<4) { ($0 + 1, $0 * 100, $0 * 100 + 50) }
    let others = stepSamples(0..<4) { (($0 + 1) * 10, $0 * 100 + 25, $0 * 100 + 75) }
    let more = stepSamples(0..<8) { (($0 + 1) * 7, $0 * 90_000, $0 * 90_000 + 60) }
    let workout = HKWorkout(
        activityType: .running,
        start: at(0),
        end: at(3_600),
        duration: 0,
        totalEnergyBurned: HKQuantity(unit: .kilocalorie(), doubleValue: 100),
        totalDistance: nil,
        metadata: nil
    )
    let walk = HKWorkout(activityType: .walking, start: at(4_000), end: at(5_000))
    let scores: [HKQuantitySample] = (0..<3)
        .map {
            HKQuantitySample(
                type: HKQuantityType(.workoutEffortScore),
                quantity: HKQuantity(unit: .appleEffortScore(), doubleValue: Double($0 + 2)),
                start: at(0),
                end: at(60)
            )
        }
    let protein: HKQuantitySample = HKQuantitySample(
        type: HKQuantityType(.dietaryProtein),
        quantity: HKQuantity(unit: .gram(), doubleValue: 3),
        start: at(0),
        end: at(0)
    )
    let caffeine: [HKQuantitySample] = (0..<3)
        .map {
            HKQuantitySample(
                type: HKQuantityType(.dietaryCaffeine),
                quantity: HKQuantity(unit: .gram(), doubleValue: Double($0 + 1) / 10),
                start: at(Double($0)),
                end: at(Double($0))
            )
        }
    let pulses: [HKQuantitySample] = (0..<3).map { pulse(120 + Double($0) * 20, 100 + Double($0) * 100) }
    let pains: [HKCategorySample] = (0..<2)
        .map { _ in HKCategorySample(type: HKCategoryType(.chestTightnessOrPain), value: 1, start: at(0), end: at(1)) }
    let meal = UUID()
    let beats: HKHeartbeatSeriesSample
    let electrocardiogram: HKElectrocardiogram
    let route: HKWorkoutRoute
    let prescriptions: [HKVisionPrescription]
    let documents: [HKCDADocumentSample]
    let doses: [HKMedicationDoseEvent]

    init() throws {
        beats = try HKHeartbeatSeriesSample(
            start: at(100),
            series: HeartbeatSeries([0.8, 1.7].map { HeartbeatSeries.Beat(time: $0, precededByGap: false) }),
            device: nil,
            metadata: nil
        )
        electrocardiogram = try HKElectrocardiogram(
            start: at(0),
            trace: ElectrocardiogramTrace(
                unit: .voltUnit(with: .micro),
                leads: [.appleWatchSimilarToLeadI: [1, 2, 3]]
            ),
            samplingFrequency: HKQuantity(unit: .hertz(), doubleValue: 512),
            classification: .sinusRhythm,
            averageHeartRate: nil,
            symptomsStatus: .present,
            metadata: nil
        )
        route = try HKWorkoutRoute(
            route: RouteData((1...2).map { RoutePoint(CLLocation(latitude: Double($0), longitude: 2)) }),
            device: nil,
            metadata: nil
        )
        prescriptions = (0..<3)
            .map {
                HKVisionPrescription(
                    type: .glasses,
                    dateIssued: at(Double($0) * 10),
                    expirationDate: nil,
                    device: nil,
                    metadata: nil
                )
            }
        documents = try (0..<3)
            .map {
                try HKCDADocumentSample(
                    data: Data(DocumentTests.xml("Visit \($0)").utf8),
                    start: at(Double($0)),
                    end: at(Double($0) + 1),
                    metadata: nil
                )
            }
        doses = try ["aspirin", "insulin", "insulin"].enumerated()
            .map {
                let content = ConceptIdentifierContent(domain: .medication, identifier: $1)
                return try HKMedicationDoseEvent(
                    of: HKHealthConceptIdentifier(content),
                    status: .taken,
                    at: at(Double($0) * 100)
                )
            }
    }

    var known: Set<UUID> {
        let samples: [HKSample] =
            own + others + more + scores + caffeine + pains + prescriptions + documents + doses
            + [workout, walk, protein, beats, electrocardiogram, route]
        return Set(samples.map(\.uuid) + pulses.map(\.uuid) + [meal])
    }

    /// A meal of protein and, where told, of caffeine; it has the same UUID.
    func meal(withCaffeine: Bool) -> HKCorrelation {
        HKCorrelation(
            ObjectAttributes(uuid: meal),
            type: HKCorrelationType(.food),
            start: at(0),
            end: at(0),
            objects: withCaffeine ? [protein, caffeine[0]] : [protein]
        )
    }
}
