import Foundation
import HealthKit
import HealthtuiFacts
import RandomTesting
import Testing

/// Every measure of the list answers, whatever is stored and wherever it is looked at.
@Suite struct AllMeasuresTests {
    private static let zones = ["Europe/Berlin", "Asia/Kolkata", "America/Santiago", "Pacific/Apia"]

    /// Samples of all types of quantities and categories, on random days, some of them odd.
    private static func samples(_ store: MeasureStore, _ random: inout SeededGenerator) throws -> [HKSample] {
        var samples: [HKSample] = []
        for entry in TypeCatalogue.shared.entries where entry.requiredMetadata.isEmpty {
            for _ in 0..<2 {
                let start = store.now.addingTimeInterval(-Double(Int.random(in: -20_000...2_000_000, using: &random)))
                let length = Double([0, 0, 60, 3_599].randomElement(using: &random) ?? 0)
                let end = start.addingTimeInterval(min(length, entry.maximumDuration ?? length))
                if let type = entry.type as? HKQuantityType {
                    let number = Double.random(in: 0...1, using: &random)
                    samples.append(
                        HKQuantitySample(
                            type: type,
                            quantity: HKQuantity(unit: type.canonicalUnit, doubleValue: number),
                            start: start,
                            end: end
                        )
                    )
                } else if let type = entry.type as? HKCategoryType {
                    let values = type.enumeration?.cases.map(\.value) ?? [0]
                    let value = values.randomElement(using: &random) ?? 0
                    samples.append(HKCategorySample(type: type, value: value, start: start, end: end))
                }
            }
        }
        return samples
    }

    private static func fill(_ store: MeasureStore, _ random: inout SeededGenerator) throws {
        try store.save(try samples(store, &random))
        let day = 86_400.0
        try store.save([
            store.workout(.running, store.now.addingTimeInterval(-3 * day), minutes: 30, kilometers: 0),
            store.workout(.yoga, store.now.addingTimeInterval(-2 * day), minutes: 0),
            store.workout(.running, store.now.addingTimeInterval(-day), minutes: 30, kilometers: 5),
            store.result("CRP", "<14", "mg/L", on: "2026-11-01"), store.result("\u{202E}x", "1e300", "", on: "2026"),
            HKStateOfMind(
                validating: store.now.addingTimeInterval(-day),
                kind: .dailyMood,
                valence: -1,
                labels: [],
                associations: []
            ),
            HKMedicationDoseEvent(of: store.medication("Aspirin"), status: .taken, at: store.now),
        ])
    }

    @Test("No measure traps, and none has a number that isn't one or a day outside of the span")
    func allMeasuresAnswer() throws {
        var random = SeededGenerator("all measures")
        for zone in Self.zones.shuffled(using: &random).prefix(Soak.count(1, soak: 4)) {
            let store = try MeasureStore(zone)
            try Self.fill(store, &random)
            let list = try MeasureList.read(.person(store.person))
            #expect(list.measures.count > 250)
            #expect(Set(list.measures).count == list.measures.count)
            #expect(Set(list.measures.map(\.id)).count == list.measures.count)
            var withData = 0
            for measure in list.measures {
                let days = try store.reader.days(of: measure)
                let place = "\(measure.id) in \(zone), seed \(random.seed)"
                #expect(!measure.name.isEmpty, "\(place)")
                for (day, found) in days.days {
                    let numbers = [found.value, found.second, found.least, found.greatest, found.latest, found.part]
                    #expect(numbers.allSatisfy { $0?.isFinite ?? true }, "\(place)")
                    #expect(days.span.contains(day), "\(place)")
                }
                withData += days.days.isEmpty ? 0 : 1
                guard let whole = days.whole else { continue }
                #expect([whole.value, whole.mean, whole.total, whole.second].allSatisfy { $0?.isFinite ?? true })
                #expect(whole.days <= days.span.count, "\(place)")
            }
            #expect(withData > 150, "\(zone), seed \(random.seed)")
        }
    }

    @Test("What there is of each measure is what its days say")
    func coverage() throws {
        let store = try MeasureStore()
        try store.save([
            store.category(.headache, HKCategoryValueSeverity.mild.rawValue, store.time(3, 9), minutes: 60),
            store.category(.headache, HKCategoryValueSeverity.mild.rawValue, store.time(5, 9), minutes: 60),
            store.result("CRP", "5", "mg/L", on: "2026-11-05"), store.result("CRP", "1", "mg/dL", on: "2026-11-02"),
        ])
        let list = try MeasureList.read(.person(store.person))
        var found: [String: MeasureCoverage] = [:]
        try store.reader.coverage(of: list.measures) { if $0.days > 0 { found[$0.measure.id] = $0 } }
        #expect(Set(found.keys) == ["headache", "headache severity", "CRP"])
        #expect(found["headache"]?.days == 2)
        #expect(found["headache"]?.range == store.day(3)...store.day(5))
        #expect(found["CRP"]?.unit == "mg/L")
        #expect(found["CRP"]?.days == 1)
    }
}
