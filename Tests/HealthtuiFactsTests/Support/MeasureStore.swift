import Foundation
import HealthKit
import HealthtuiFacts
import Testing

/// A store in memory whose samples are written at local times, and a reader of measures in it.
struct MeasureStore {
    static let watch = revision("Watch", "com.apple.health.watch")
    static let strava = revision("Strava", "com.strava")

    let store: HKHealthStore
    let person: PersonAccess
    let calendar: Calendar
    let now: Date

    var clock: CivilClock { CivilClock(calendar.timeZone) }
    var reader: MeasureReader { MeasureReader(.person(person), calendar: calendar, now: now) }

    /// An empty store on 12 November 2026 at noon.
    init(_ zone: String = "Europe/Berlin") throws {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = try #require(TimeZone(identifier: zone))
        calendar.firstWeekday = 2
        let now = CalendarDay(year: 2026, month: 11, day: 12).start(on: CivilClock(calendar.timeZone))
            .addingTimeInterval(43_200)
        self.calendar = calendar
        self.now = now
        (store, person) = HKHealthStore.person(location: .memory, clock: { now })
    }

    static func revision(_ name: String, _ identifier: String) -> HKSourceRevision {
        HKSourceRevision(source: HKSource(name: name, bundleIdentifier: identifier), version: nil)
    }

    func save(_ samples: [HKSample], from revision: HKSourceRevision = watch) throws {
        let now = now
        try store.database().write { try $0.save(samples, revision: revision, now: now) }
    }

    /// A day of November 2026.
    func day(_ day: Int) -> CalendarDay { CalendarDay(year: 2026, month: 11, day: day) }

    /// A time of a day of November 2026.
    func time(_ day: Int, _ hour: Int, _ minute: Int = 0) -> Date {
        self.day(day).start(on: clock).addingTimeInterval(Double(hour * 3_600 + minute * 60))
    }

    func category(_ type: HKCategoryTypeIdentifier, _ value: Int, _ start: Date, minutes: Double) -> HKCategorySample {
        HKCategorySample(
            type: HKCategoryType(type),
            value: value,
            start: start,
            end: start.addingTimeInterval(minutes * 60)
        )
    }

    func workout(
        _ activity: HKWorkoutActivityType,
        _ start: Date,
        minutes: Double,
        kilometers: Double? = nil,
        kilocalories: Double? = nil
    ) throws -> HKWorkout {
        try HKWorkout(
            validating: activity,
            start: start,
            end: start.addingTimeInterval(minutes * 60),
            totalEnergyBurned: kilocalories.map { HKQuantity(unit: .kilocalorie(), doubleValue: $0) },
            totalDistance: kilometers.map { HKQuantity(unit: .meterUnit(with: .kilo), doubleValue: $0) },
            metadata: nil
        )
    }

    /// A result of a lab test.
    func result(_ name: String, code: String? = nil, _ value: String, _ unit: String, on day: String) throws -> HKSample
    {
        let coding = code.map { #","coding":[{"system":"http://loinc.org","code":"\#($0)"}]"# } ?? ""
        let bound = value.first == "<" ? #","comparator":"<""# : ""
        let number = value.first == "<" ? String(value.dropFirst()) : value
        let escaped = String(decoding: try JSONEncoder().encode(name), as: UTF8.self)
        let json = """
            {"resourceType":"Observation","status":"final","code":{"text":\(escaped)\(coding)},\
            "effectiveDateTime":"\(day)","valueQuantity":{"value":\(number),"unit":"\(unit)"\(bound)},\
            "referenceRange":[{"high":{"value":3,"unit":"\(unit)"}}]}
            """
        return try HKClinicalRecord(
            type: HKClinicalType(.labResultRecord),
            displayName: name,
            resource: HKFHIRResource(
                FHIRResourceContent(
                    version: FHIRVersionContent(major: 4, minor: 0, patch: 1),
                    type: .observation,
                    identifier: UUID().uuidString,
                    data: Data(json.utf8),
                    sourceURL: nil
                )
            ),
            added: now
        )
    }

    /// A medication of the person's list.
    func medication(_ name: String) throws -> HKHealthConceptIdentifier {
        let medication = MedicationPlan.medication(name, nickname: nil)
        try person.save(medication)
        return medication.medication.identifier
    }

    /// The values of the days of a measure, by the day of November.
    func values(_ measure: Measure, _ days: ClosedRange<Int> = 1...11) throws -> [Int: Double] {
        let found = try reader.days(of: measure, in: day(days.lowerBound)..<day(days.upperBound + 1)).days
        return Dictionary(uniqueKeysWithValues: found.map { ($0.key.day, $0.value.value) })
    }
}
