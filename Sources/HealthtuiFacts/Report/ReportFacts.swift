import Foundation
import HealthKit
import HealthtuiEntry

/// The contents of a report, before it is written in a language.
package struct ReportFacts: Sendable {
    /// The format of a row's numbers.
    enum Measure: Sendable {
        /// A quantity in a unit; sums are per day.
        case quantity(ValueUnit, isDaily: Bool)
        /// Seconds per night.
        case duration
        /// Two pressures in mmHg.
        case pressure
        /// A number of events.
        case events
    }

    /// A value of a row.
    enum Value: Sendable, Hashable {
        case number(Double)
        case pair(Double, Double)
        case words(String)
    }

    /// A point of a trend: its position in the period, from 0 to 1, and its number.
    struct Point: Sendable, Hashable {
        let x: Double
        let y: Double
    }

    /// A type at a glance.
    struct Row: Sendable {
        let type: HKObjectType
        let measure: Measure
        var latest: Value
        var date: Date
        /// The average of the last days, or the number of events in them.
        var recent: Value?
        /// The difference between the average of the last days and that of the days before.
        var change: Value?
        var trend: [Point] = []
    }

    /// A blood pressure as it was measured.
    struct Reading: Sendable {
        let date: Date
        let systolic: Double
        let diastolic: Double
        let source: String
    }

    /// The blood pressures of the period.
    struct Pressure: Sendable {
        /// All readings, the oldest first.
        var readings: [Reading] = []
        /// The marks to draw: the readings, or averages over several days if there are too many.
        var marks: [Reading] = []
        var averagedDays: Int?

        static let limit = PressureLimit.atHome

        /// The number of readings that reach the limit.
        var atLimit: Int { readings.count { Self.isAtLimit($0) } }

        static func isAtLimit(_ reading: Reading) -> Bool { limit.isReached(reading.systolic, reading.diastolic) }
    }

    /// A medication and its doses in the period.
    struct Medication: Sendable {
        let name: String
        let form: String
        let due: Int
        /// The number of due doses that were taken.
        let taken: Int
        /// The number of doses taken as needed.
        let asNeeded: Int
        let last: Date?
    }

    /// A result that is out of range.
    struct Result: Sendable {
        let name: String
        let result: ClinicalResult
        /// The side it lies on, or that the laboratory calls it abnormal.
        let verdict: ResultVerdict
        let date: Date
    }

    /// The laboratory results of the period.
    struct Laboratory: Sendable {
        /// The newest result of each test that has one out of range.
        var results: [Result] = []
        /// The number of results that are out of range, and of all results.
        var out = 0
        var count = 0
    }

    /// The records of one kind of health record.
    struct Records: Sendable {
        let type: HKClinicalType
        let entries: [ClinicalList.Entry]
    }

    /// An electrocardiogram; the newest ones have a trace.
    struct Electrocardiogram: Sendable {
        let date: Date
        let classification: Int
        let rate: Double?
        let symptoms: [String]
        let trace: VoltageTrace?
    }

    let request: ReportRequest
    /// Date of birth, sex and blood type, if the person set them and wants them included.
    var birthday: CalendarDay?
    var sex: Int?
    var bloodType: String?
    var rows: [Row] = []
    var pressure: Pressure?
    var medications: [Medication]?
    var laboratory: Laboratory?
    var records: [Records] = []
    /// The newest electrocardiograms, and the number of each classification.
    var electrocardiograms: [Electrocardiogram]?
    var classifications: [Int: Int] = [:]
    /// The types that have no data in the period.
    var missing: [HKObjectType] = []
    /// The number of types that the store has data for.
    var storedTypes = 0

    init(_ request: ReportRequest) { self.request = request }

    /// The number of chosen types with data in the period.
    package var shownTypes: Int { request.types.count - missing.count }

    /// The identifiers of the types without data in the period.
    package var missingTypes: [HKObjectType] { missing }
}
