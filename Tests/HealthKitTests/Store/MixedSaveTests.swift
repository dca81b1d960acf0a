import Foundation
import RandomTesting
import Testing

@testable import HealthKit

/// What objects have in common is looked up once, when they are saved and when they are read; each keeps its own.
@Suite struct MixedSaveTests {
    private static let kinds: [(type: HKQuantityType, units: [HKUnit])] = [
        (steps, [.count()]),
        (HKQuantityType(.bodyMass), [.gramUnit(with: .kilo), .pound(), HKUnit(from: "kg")]),
        (heartRate, [perMinute, HKUnit(from: "count/s")]),
    ]
    private static let sleep = HKCategoryType(.sleepAnalysis)

    /// A device; equal ones are other objects.
    private static func device(_ name: String) -> HKDevice {
        HKDevice(
            name: name,
            manufacturer: nil,
            model: nil,
            hardwareVersion: nil,
            firmwareVersion: nil,
            softwareVersion: nil,
            localIdentifier: nil,
            udiDeviceIdentifier: nil
        )
    }

    private static func sample(_ index: Int, _ random: inout SeededGenerator) -> HKSample {
        let names: [String?] = [nil, "watch", "phone"]
        let device = (names.randomElement(using: &random) ?? nil).map { Self.device($0) }
        let sets: [[String: Any]?] = [nil, ["n": 1], ["n": 2]]
        let metadata = sets.randomElement(using: &random) ?? nil
        let start = at(Double(index / 2) * 60)
        guard Int.random(in: 0...3, using: &random) > 0 else {
            return HKCategorySample(
                type: sleep,
                value: index % 2,
                start: start,
                end: start + 30,
                device: device,
                metadata: metadata
            )
        }
        let kind = kinds[Int.random(in: 0..<kinds.count, using: &random)]
        return HKQuantitySample(
            type: kind.type,
            quantity: HKQuantity(
                unit: kind.units[Int.random(in: 0..<kind.units.count, using: &random)],
                doubleValue: Double(Int.random(in: 1...999, using: &random)) / 10
            ),
            start: start,
            end: start + 30,
            device: device,
            metadata: metadata
        )
    }

    /// What a sample says, in text.
    private static func content(_ sample: HKSample) -> String {
        let value = (sample as? HKQuantitySample)?.quantity.description ?? ""
        let category = (sample as? HKCategorySample)?.value.description ?? ""
        let number = (sample.metadata?["n"] as? NSNumber)?.intValue ?? 0
        return [
            "\(Swift.type(of: sample))", sample.uuid.uuidString, sample.sampleType.identifier, value, category,
            "\(sample.startDate.timeIntervalSinceReferenceDate)", "\(sample.endDate.timeIntervalSinceReferenceDate)",
            sample.device?.name ?? "none", "\(number)",
        ]
        .joined(separator: "|")
    }

    @Test("Samples of many types, units, devices and metadata, saved in one call, come back as they were")
    func mixed() async throws {
        let seed = newSeed()
        print("seed \(seed)")
        var random = SeededGenerator(seed: seed)
        let test = TestStore()
        let samples = (0..<400).map { Self.sample($0, &random) }
        try await test.store.save(samples)
        var found: [HKSample] = []
        for type in Self.kinds.map(\.type) as [HKSampleType] + [Self.sleep] { found += try await test.store.all(type) }
        #expect(Set(found.map(Self.content)) == Set(samples.map(Self.content)))
        #expect(found.count == samples.count)
        let changes = try await HKAnchoredObjectQueryDescriptor(
            predicates: (Self.kinds.map(\.type) as [HKSampleType] + [Self.sleep]).map { .sample(type: $0) },
            anchor: nil
        )
        .result(for: test.store)
        #expect(changes.addedSamples.map(Self.content).sorted() == samples.map(Self.content).sorted())
    }

    @Test("A grant's text is what the decoder makes of it, the first time and after")
    func grants() throws {
        for read in [nil, true, false] as [Bool?] {
            for share in [nil, true, false] as [Bool?] {
                let grant = Grant(read: read, share: share)
                let bytes = Array(try JSONEncoder().encode(grant))
                for _ in 0..<2 { #expect(Grant.decoded(bytes) == grant) }
            }
        }
        for text in ["", "{", "[]", "{\"read\":1}"] {
            for _ in 0..<2 { #expect(Grant.decoded(Array(text.utf8)) == nil) }
        }
    }
}
