import Foundation

@testable import HealthKit

/// A store of more than a year that has something of each measure that people ask of.
enum MeasuredPerson {
    /// The last 430 days of a person: nights, a nap on Sundays, runs on Saturdays, and daily measurements.
    ///
    /// - Parameters:
    ///   - path: The store's file.
    ///   - now: The time after the last of them.
    /// - Throws: The store's errors.
    static func save(in path: String, now: Date = Date()) throws {
        let today = (now.timeIntervalSince1970 / 86_400).rounded(.down) * 86_400
        var samples: [HKSample] = []
        for day in 1...430 {
            samples += try self.samples(day, Date(timeIntervalSince1970: today - Double(day) * 86_400))
        }
        samples.append(try result(on: Date(timeIntervalSince1970: today - 40 * 86_400)))
        let revision = HKSourceRevision(source: HKSource(name: "Watch", bundleIdentifier: "test.watch"), version: nil)
        let database = try HKHealthStore(configuration: .person(location: .file(path))).database()
        try database.write { [samples] in try $0.save(samples, revision: revision, now: now) }
    }

    private static func samples(_ day: Int, _ start: Date) throws -> [HKSample] {
        func at(_ hour: Double) -> Date { start.addingTimeInterval(hour * 3_600) }
        func quantity(_ type: HKQuantityTypeIdentifier, _ unit: String, _ value: Double, _ hour: Double) -> HKSample {
            let quantity = HKQuantity(unit: HKUnit(from: unit), doubleValue: value)
            return HKQuantitySample(type: HKQuantityType(type), quantity: quantity, start: at(hour), end: at(hour))
        }
        func category(_ type: HKCategoryTypeIdentifier, _ value: Int, _ from: Double, _ to: Double) -> HKSample {
            HKCategorySample(type: HKCategoryType(type), value: value, start: at(from), end: at(to))
        }
        let vary = Double(day % 7)
        let core = HKCategoryValueSleepAnalysis.asleepCore.rawValue
        var samples: [HKSample] = [
            category(.sleepAnalysis, core, -1 + vary / 10, 5 + vary / 4),
            quantity(.stepCount, "count", 6_000 + vary * 700, 12), quantity(.bodyMass, "kg", 75 - vary / 10, 7),
            quantity(.restingHeartRate, "count/min", 58 + vary, 12),
            quantity(.heartRateVariabilitySDNN, "ms", 50 + vary * 2, 6),
            quantity(.heartRate, "count/min", 120 + vary * 7, 15),
            quantity(.dietaryCaffeine, "mg", 100 + vary * 20, 9),
            quantity(.numberOfAlcoholicBeverages, "count", Double(day % 3), 20),
            quantity(.bloodGlucose, "mg/dL", 90 + vary, 8),
            HKCorrelation(
                type: HKCorrelationType(.bloodPressure),
                start: at(7),
                end: at(7),
                objects: [
                    quantity(.bloodPressureSystolic, "mmHg", 125 + vary, 7),
                    quantity(.bloodPressureDiastolic, "mmHg", 80 + vary, 7),
                ]
            ),
        ]
        if day % 7 == 3 {
            samples.append(category(.sleepAnalysis, core, 14, 14.5))
            samples.append(category(.headache, HKCategoryValueSeverity.mild.rawValue, 16, 17))
        }
        if day % 7 == 5 {
            let distance = HKQuantity(unit: .meterUnit(with: .kilo), doubleValue: 8 + vary)
            samples.append(
                try HKWorkout(
                    validating: .running,
                    start: at(10),
                    end: at(10.8),
                    totalEnergyBurned: nil,
                    totalDistance: distance,
                    metadata: nil
                )
            )
        }
        return samples
    }

    /// A result of a lab test.
    private static func result(on day: Date) throws -> HKSample {
        let json = """
            {"resourceType":"Observation","status":"final","code":{"text":"LDL"},\
            "effectiveDateTime":"\(day.formatted(.iso8601))","valueQuantity":{"value":2.9,"unit":"mmol/L"}}
            """
        return try HKClinicalRecord(
            type: HKClinicalType(.labResultRecord),
            displayName: "LDL",
            resource: HKFHIRResource(
                FHIRResourceContent(
                    version: FHIRVersionContent(major: 4, minor: 0, patch: 1),
                    type: .observation,
                    identifier: "ldl",
                    data: Data(json.utf8),
                    sourceURL: nil
                )
            ),
            added: day
        )
    }
}
