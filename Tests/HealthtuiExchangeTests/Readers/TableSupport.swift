import Foundation
import Testing

@testable import HealthKit
@testable import HealthtuiExchange

/// A store that tables are read into, and what came of them.
struct TableStore {
    let person = HKHealthStore.person(location: .memory).person
    var zone = TimeZone(identifier: "Europe/Berlin") ?? .gmt

    func file(_ text: String, _ roles: [String: TableMapping.Role] = [:]) throws -> TableFile {
        try #require(TableFile.guess(Array(text.utf8), ReaderAnswers(roles: roles)))
    }

    @discardableResult
    func read(
        _ text: String,
        _ roles: [String: TableMapping.Role] = [:],
        isForced: Bool = false
    ) throws -> ImportSummary {
        try ReaderImport(person, isForced: isForced)
            .run(
                Array(text.utf8),
                from: "table.csv",
                with: TableReader(file(text, roles), zone: zone, source: "CSV")
            )
    }

    func samples(_ type: HKQuantityTypeIdentifier) throws -> [HKQuantitySample] {
        try person.samples(SampleListQuery(type: HKQuantityType(type)), ascending: true, limit: 1_000)
            .compactMap { $0 as? HKQuantitySample }
    }

    func values(_ type: HKQuantityTypeIdentifier, _ unit: String) throws -> [Double] {
        let unit = try #require(HKUnit.named(unit))
        return try samples(type).map { ($0.quantity.doubleValue(for: unit) * 1e6).rounded() / 1e6 }
    }

    /// The blood pressures in mmHg, in the order of time.
    func pressures() throws -> [String] {
        let type = HKCorrelationType(.bloodPressure)
        return try person.samples(SampleListQuery(type: type), ascending: true, limit: 1_000)
            .compactMap { $0 as? HKCorrelation }
            .map { correlation in
                let values = [HKQuantityTypeIdentifier.bloodPressureSystolic, .bloodPressureDiastolic]
                    .map { type in
                        correlation.objects(for: HKQuantityType(type)).compactMap { $0 as? HKQuantitySample }
                            .map { String(Int($0.quantity.doubleValue(for: .millimeterOfMercury()).rounded())) }
                            .joined(separator: "+")
                    }
                return values.joined(separator: "/")
            }
    }

    static func date(_ text: String) throws -> Date { try Date(text, strategy: .iso8601) }
}
