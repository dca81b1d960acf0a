import Foundation
import HealthKit
import HealthtuiFacts

/// A store with what reports are made of, and requests of them.
enum ReportStore {
    /// Some weeks of a person who takes medications, was at the laboratory and made an electrocardiogram.
    static func filled() throws -> TestStore {
        let store = try TestStore.filled()
        try store.medications()
        try store.electrocardiogram()
        try store.save([try store.pressure(138, 91, 3)], from: .health)
        for (name, code, value, unit, low, high, day) in results {
            let range = [low.map { #""low":{"value":\#($0)}"# }, high.map { #""high":{"value":\#($0)}"# }]
                .compactMap { $0 }.joined(separator: ",")
            try store.clinicalRecord(
                name,
                identifier: "\(code)-\(day)",
                json: """
                    {"resourceType":"Observation","id":"\(code)","code":{"text":"\(name)","coding":[{"system":\
                    "http://loinc.org","code":"\(code)"}]},"effectiveDateTime":"\(day)","valueQuantity":{"value":\(value),\
                    "unit":"\(unit)"},"referenceRange":[{\(range)}]}
                    """
            )
        }
        var me = CharacteristicValues()
        me.dateOfBirth = "1980-05-04"
        me.biologicalSex = HKBiologicalSex.female.rawValue
        me.bloodType = HKBloodType.aPositive.rawValue
        try store.person.setCharacteristics(me)
        return store
    }

    private static let results: [(String, String, Double, String, Double?, Double?, String)] = [
        ("HbA1c", "4548-4", 6.8, "%", 4, 5.6, "2026-10-12"),
        ("LDL cholesterol", "18262-6", 3.9, "mmol/L", nil, 3, "2026-10-12"),
        ("Vitamin D", "1989-3", 41, "nmol/L", 50, 125, "2026-10-12"),
        ("Potassium", "2823-3", 4.1, "mmol/L", 3.5, 5.1, "2026-10-12"),
        ("Sodium", "2951-2", 120, "mmol/L", 136, 145, "2024-01-02"),
    ]

    /// Everything that the store of the tests has.
    static let types: [HKObjectType] =
        [
            HKCorrelationType(.bloodPressure), HKQuantityType(.bodyMass), HKQuantityType(.heartRate),
            HKQuantityType(.stepCount), HKCategoryType(.sleepAnalysis), HKQuantityType(.bloodGlucose),
            HKObjectType.userAnnotatedMedicationType(), HKClinicalType(.labResultRecord),
            HKObjectType.electrocardiogramType(),
        ]

    /// A request of the test's moment; of twelve weeks unless a span is given.
    static func request(_ types: [HKObjectType] = types, from: Date? = nil, to: Date? = nil) throws -> ReportRequest {
        struct NoTime: Error {}
        guard let period = ReportPeriod(from: from, to: to, now: TestStore.now, calendar: TestStore.calendar) else {
            throw NoTime()
        }
        return ReportRequest(types: types, period: period, now: TestStore.now)
    }
}
