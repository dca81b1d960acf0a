import Foundation
import RandomTesting
import Synchronization
import Testing

@testable import HealthKit

/// What a service writes down as it reads is, to the byte, what it would write of objects.
@Suite("Answers that are written as they are read", .timeLimit(.minutes(5)))
struct PackedAnswerTests {
    private let test: TestStore
    private let served: ServedStore
    private static let apps = ["a", "b", "c"]

    init() throws {
        test = TestStore.$isServed.withValue(false) { TestStore() }
        served = try ServedStore(test.person)
    }

    private func identity(_ name: String) -> AppIdentity {
        AppIdentity(bundleIdentifier: "test.\(name)", name: name, version: "1")
    }

    private func gate(_ name: String?) throws -> Gate {
        let gate = try test.store.port.local()
        return name.map { Gate(.app(identity($0)), beside: gate) } ?? gate
    }

    // MARK: What is stored

    private static func attributes(_ random: inout RandomFilters) throws -> ObjectAttributes {
        let metadata: [String: Any]? = random.pick([
            nil, nil, ["k": 1], ["k": "t"], ["k": HKQuantity(unit: .gram(), doubleValue: 2)], ["k": 0.5, "l": "x"],
        ])
        return ObjectAttributes(device: random.pick([nil, device("x"), device("y")]), metadata: try Metadata(metadata))
    }

    private static func sample(_ random: inout RandomFilters) throws -> HKSample {
        let attributes = try attributes(&random)
        let start = random.number()
        let (from, to) = (at(start), at(start + random.number()))
        switch Int.random(in: 0..<10, using: &random.random) {
        case 0, 1, 2:
            return QuantityContent(type: steps, value: random.number(), unit: .count(), start: from, end: to)
                .sample(attributes)
        case 3, 4:
            return QuantityContent(type: heartRate, value: 60, unit: perMinute, start: from, end: from)
                .sample(attributes)
        case 5:
            let unit: HKUnit = random.pick([.gram(), .gramUnit(with: .milli)])
            return QuantityContent(type: protein, value: random.number(), unit: unit, start: from, end: to)
                .sample(attributes)
        case 6:
            let sleep = HKCategoryType(.sleepAnalysis)
            return HKCategorySample(attributes, type: sleep, value: Int(random.number()), start: from, end: to)
        case 7: return meal([grams(protein, random.number(), at: start)], at: start)
        case 8: return HKWorkout(activityType: .running, start: from, end: to)
        default: return series(random.pick([steps, heartRate]), start, attributes)
        }
    }

    /// A series, which the store keeps as a record among the rows of its type.
    private static func series(_ type: HKQuantityType, _ start: Double, _ attributes: ObjectAttributes) -> HKSample {
        let elements = (0..<3)
            .map { QuantitySeries.Element(start: start + Double($0), end: start + Double($0), value: Double($0) + 60) }
        return QuantityContent(
            type: type,
            value: type == steps ? 183 : 61,
            unit: type == steps ? .count() : perMinute,
            start: at(start),
            end: at(start + 2),
            series: QuantitySeries(elements)
        )
        .sample(attributes)
    }

    private static let types: [HKSampleType] = [
        steps, heartRate, protein, HKCategoryType(.sleepAnalysis), food, .workoutType(),
        HKQuantityType(.height), HKSeriesType.workoutRoute(),
    ]

    /// Samples of three apps; what each may do with each type is random, too.
    private func fill(_ random: inout RandomFilters) throws {
        let all = Dictionary(uniqueKeysWithValues: Self.types.map { ($0.identifier, Grant(read: true, share: true)) })
        for app in Self.apps {
            try test.person.setGrants(all, app: "test.\(app)")
            let samples = try (0..<60).map { _ in try Self.sample(&random) }
            try gate(app).send(SaveCall(objects: samples))
        }
        // Records of other kinds, as far as they may be saved alone.
        for case let sample as HKSample in try ArchivedObjects.all() {
            try? gate(nil).send(SaveCall(objects: [sample]))
        }
        let grants: [Grant] = [
            Grant(read: true, share: true), Grant(read: true, share: false), Grant(read: false, share: true),
            Grant(read: false, share: false), Grant(read: true, share: false, since: 3), Grant(),
        ]
        for app in Self.apps {
            let some = Self.types.map { ($0.identifier, random.pick(grants)) }
            try test.person.setGrants(Dictionary(uniqueKeysWithValues: some), app: "test.\(app)")
        }
    }

    // MARK: What is asked

    private static func call(_ random: inout RandomFilters, _ types: [HKSampleType]) throws -> SamplesCall {
        let start = NSSortDescriptor(key: HKSampleSortIdentifierStartDate, ascending: true)
        let end = NSSortDescriptor(key: HKSampleSortIdentifierEndDate, ascending: false)
        let orders = [
            SampleOrder.byStart(ascending: true), .byStart(ascending: false), try SampleOrder([]),
            try SampleOrder([end]), try SampleOrder([start, end]),
        ]
        let count = random.pick([1, 1, 1, 2])
        let selections = (0..<count)
            .map { _ in
                // As a predicate becomes one: checked, and simplified.
                let filter = random.pick([true, false]) ? .everything : random.filter(depth: 2).simplified()
                return SampleSelection(random.pick(types), filter)
            }
        return SamplesCall(
            selections: selections,
            order: random.pick(orders),
            limit: random.pick([nil, nil, 0, 1, 4, 30])
        )
    }

    private func result(_ body: () throws -> [[UInt8]]) -> Result<[[UInt8]], HKError> {
        do {
            return .success(try body())
        } catch {
            return .failure(HKError.onTheWay(error))
        }
    }

    private func isSame(_ left: Result<[[UInt8]], HKError>, _ right: Result<[[UInt8]], HKError>) -> Bool {
        switch (left, right) {
        case (.success(let left), .success(let right)): left == right
        case (.failure(let left), .failure(let right)): left.code == right.code && left.text == right.text
        default: false
        }
    }

    @Test(
        "Of whatever samples, for whoever asks and however, a service's answer is what it is with the store open here",
        arguments: 0..<6
    )
    func answers(seed: UInt64) throws {
        var random = RandomFilters(random: SeededGenerator(seed: 20_261_128 + seed))
        try fill(&random)
        let known = Set(try ArchivedObjects.all().compactMap { ($0 as? HKSample)?.sampleType })
        let types = Self.types + known.sorted { $0.identifier < $1.identifier }
        let ports = Dictionary(uniqueKeysWithValues: Self.apps.map { ($0, served.port(of: .app(identity($0)))) })
        let person = served.port(of: .person)
        var (packed, found) = (0, 0)
        for _ in 0..<80 {
            let call = try Self.call(&random, types)
            let name = random.pick([nil] + Self.apps.map { Optional($0) })
            let gate = try gate(name)
            let length = random.pick([1, 3, 4_096])
            let objects = result {
                let samples = try gate.send(call, while: nil)
                found += samples.count
                let starts = samples.isEmpty ? [0] : Array(stride(from: 0, to: samples.count, by: length))
                return try starts.map { start in
                    let piece = Array(samples[start..<min(start + length, samples.count)])
                    return try CallMessage(answer: piece, to: SamplesCall.self).bytes
                }
            }
            if call.isInStoredOrder {
                packed += 1
                let written = result {
                    var pieces: [[UInt8]] = []
                    let last = try gate.answer(call, pieceLength: length, while: { true }, tell: { pieces.append($0) })
                    return pieces + [last]
                }
                #expect(isSame(written, objects), "\(call) by \(name ?? "the person") in pieces of \(length)")
            }
            let sent = result {
                let port = name.flatMap { ports[$0] } ?? person
                return [try SampleBatch.bytes(of: port.send(call, while: nil))]
            }
            let whole = result { [try SampleBatch.bytes(of: gate.send(call, while: nil))] }
            #expect(isSame(sent, whole), "\(call) by \(name ?? "the person") over the service")
        }
        // Both ways were gone, and led somewhere.
        #expect(packed > 10 && packed < 70 && found > 100)
    }

    @Test("Pieces become the samples that they were made of, which share what they have in common", arguments: [1, 7])
    func pieces(length: Int) throws {
        var random = RandomFilters(random: SeededGenerator(seed: 7))
        try fill(&random)
        for type in Self.types {
            let call = SamplesCall(selections: [SampleSelection(type)], order: .byStart(ascending: true), limit: nil)
            var pieces: [[UInt8]] = []
            let last = try gate(nil).answer(call, pieceLength: length, while: { true }, tell: { pieces.append($0) })
            let joiner = try #require(SamplesCall.joiner())
            for piece in pieces + [last] {
                try joiner.add(CallMessage(bytes: piece).answerValue(to: SamplesCall.self))
            }
            let samples = joiner.answer()
            let expected = try gate(nil).send(call, while: nil)
            #expect(try SampleBatch.bytes(of: samples) == SampleBatch.bytes(of: expected))
            let plain = samples.filter { $0 is HKQuantitySample && ($0 as? HKQuantitySample)?.series == nil }
            let origins = Dictionary(grouping: plain) { ObjectIdentifier($0.origin) }
            #expect(origins.count <= 3 * 6 * 3, "\(type.identifier)")
        }
    }

    // MARK: The audit

    private func rows(_ app: String) throws -> [String] {
        try test.person.audit(app: "test.\(app)").map(\.text).sorted()
    }

    @Test("An answer sent in pieces is audited like one sent whole, and so is what was sent before it broke off")
    func audit() throws {
        let grant = [steps.identifier: Grant(read: true, share: false)]
        for app in Self.apps { try test.person.setGrants(grant, app: "test.\(app)") }
        try gate(nil).send(SaveCall(objects: stepSamples(0..<10) { (1, $0, $0 + 1) }))
        func call(_ type: HKSampleType) -> SamplesCall {
            SamplesCall(selections: [SampleSelection(type)], order: .byStart(ascending: true), limit: nil)
        }
        for type in [steps, steps, HKQuantityType(.height)] {
            _ = try? gate("a").send(call(type), while: nil)
            _ = try? gate("b").answer(call(type), pieceLength: 3, while: { true }, tell: { _ in })
        }
        let (all, inPieces) = (try rows("a"), try rows("b"))
        #expect(all.count == 2 && all == inPieces)
        let told = Mutex(0)
        #expect(throws: CancellationError.self) {
            try gate("c")
                .answer(
                    call(steps),
                    pieceLength: 3,
                    while: { told.withLock { $0 < 2 } },
                    tell: { _ in told.withLock { $0 += 1 } }
                )
        }
        #expect(try rows("c") == ["StepCount read allowed 1 6"])
    }

    @Test("A call for fewer samples than none is refused, and ends no service")
    func negative() throws {
        let call = SamplesCall(selections: [SampleSelection(steps)], order: .byStart(ascending: true), limit: -1)
        let others = SamplesCall(selections: call.selections, order: try SampleOrder([]), limit: -1)
        for call in [call, others] {
            #expect(throws: HKError.self) { try served.port(of: .app(identity("a"))).send(call, while: nil) }
        }
    }
}
