import Foundation

@testable import HealthKit
@testable import HealthtuiStudy

/// A person with a store: up to six sources that overlap, a zone with odd offsets or a change of clocks, and a history of
/// edits, deletions and new orders of sources.
final class GeneratedPerson {
    /// Zones whose clocks change between 7 March and 7 April 2026, by half an hour too, and such with odd offsets.
    static let zones = [
        "Europe/Berlin", "America/New_York", "America/Havana", "Australia/Lord_Howe", "Africa/Casablanca",
        "America/St_Johns", "Asia/Kathmandu", "Pacific/Chatham", "Antarctica/Troll", "Pacific/Apia", "Asia/Beirut",
        "America/Asuncion", "UTC",
    ]
    static let types: [HKQuantityTypeIdentifier] = [
        .stepCount, .distanceWalkingRunning, .heartRate, .bodyMass, .environmentalAudioExposure,
    ]

    let store: HKHealthStore
    let person: PersonAccess
    let zone: TimeZone
    /// How many samples were edited and deleted.
    private(set) var edits = 0
    private(set) var deletions = 0

    private let sources: [String]
    private let span: ClosedRange<Date>

    init(_ random: inout some RandomNumberGenerator, since: Date, until: Date) throws {
        (store, person) = HKHealthStore.person(location: .memory, clock: { StudyWorld.now })
        zone = TimeZone(identifier: Self.zones.randomElement(using: &random) ?? "UTC") ?? .gmt
        sources = (0..<Int.random(in: 1...6, using: &random)).map { "source\($0)" }
        span = since...until
        for type in Self.types { try record(type, Int.random(in: 10...50, using: &random), &random) }
        try reorder(&random)
    }

    /// Goes on living: edits, deletes, records more, and trusts other sources more.
    func live(_ random: inout some RandomNumberGenerator) throws {
        for type in Self.types {
            let quantityType = HKQuantityType(type)
            let all = try person.samples(SampleListQuery(type: quantityType), limit: 1_000)
            let gone = all.filter { _ in Int.random(in: 0..<8, using: &random) == 0 }
            deletions += try person.delete(gone.map(\.uuid))
            let own = all.filter {
                $0.sourceRevision.source.bundleIdentifier == "com.apple.Health" && !gone.contains($0)
            }
            for sample in own where Int.random(in: 0..<3, using: &random) == 0 {
                let value = Self.value(type, &random)
                // Some types last four days at most.
                let end = min(
                    sample.endDate + Double(Int.random(in: 0...600, using: &random)),
                    sample.startDate + 345_600
                )
                let edited = HKQuantitySample(
                    type: quantityType,
                    quantity: HKQuantity(unit: quantityType.canonicalUnit, doubleValue: value),
                    start: sample.startDate,
                    end: end
                )
                try person.edit(sample.uuid, to: edited)
                edits += 1
            }
            try record(type, Int.random(in: 0...8, using: &random), &random)
        }
        try reorder(&random)
    }

    private static func value(_ type: HKQuantityTypeIdentifier, _ random: inout some RandomNumberGenerator) -> Double {
        switch type {
        case .heartRate: Double.random(in: 0.6...3, using: &random)
        case .bodyMass: Double.random(in: 40_000...120_000, using: &random)
        case .environmentalAudioExposure: Double.random(in: 30...110, using: &random)
        default: Double.random(in: 0...3_000, using: &random)
        }
    }

    /// Saves samples of several sources; times are eighths of a second, which doubles and microseconds both hold exactly.
    private func record(
        _ type: HKQuantityTypeIdentifier,
        _ count: Int,
        _ random: inout some RandomNumberGenerator
    ) throws {
        let quantityType = HKQuantityType(type)
        let seconds = Int(span.upperBound.timeIntervalSince(span.lowerBound))
        let lengths = [0, 0, 1, 60, 900, 3_600, 3_600, 20_000, 90_000, 345_600]
        // Much happens within a few days, so that samples overlap.
        let busy = Int.random(in: 0..<max(1, seconds - 200_000), using: &random)
        var saved: [String: [HKQuantitySample]] = [:]
        for _ in 0..<count {
            let grain = [8, 1, 480, 7_200].randomElement(using: &random) ?? 8
            let isBusy = Bool.random(using: &random)
            let second =
                isBusy
                ? busy + Int.random(in: 0..<200_000, using: &random)
                : Int.random(in: -90_000..<seconds, using: &random)
            let eighths = second * 8 / grain * grain
            let start = span.lowerBound + Double(eighths) / 8
            let most = lengths.randomElement(using: &random) ?? 0
            let length = most == 0 ? 0 : Int.random(in: 1...most, using: &random)
            let sample = HKQuantitySample(
                type: quantityType,
                quantity: HKQuantity(unit: quantityType.canonicalUnit, doubleValue: Self.value(type, &random)),
                start: start,
                end: start + Double(length)
            )
            let source = sources.randomElement(using: &random) ?? "source0"
            saved[source, default: []].append(sample)
        }
        for (source, samples) in saved.sorted(by: { $0.key < $1.key }) {
            // The first is what the person adds, and can edit.
            if source == "source0" {
                try person.save(samples)
            } else {
                let revision = HKSourceRevision(source: HKSource(name: source, bundleIdentifier: source), version: "1")
                try store.database().write { try $0.save(samples, revision: revision, now: StudyWorld.now) }
            }
        }
    }

    private func reorder(_ random: inout some RandomNumberGenerator) throws {
        for type in Self.types where Bool.random(using: &random) {
            let identifier = HKQuantityType(type).identifier
            let order = try person.sourceOrder(identifier).order.map(\.bundleIdentifier).shuffled(using: &random)
            let excluded = order.dropFirst().filter { _ in Int.random(in: 0..<6, using: &random) == 0 }
            try person.setSourceOrder(identifier, order: order, excluded: Set(excluded))
        }
    }
}
