import Foundation
import HealthEntry
import HealthKit

/// What a report says, before it is written in a language.
package struct ReportFacts: Sendable {
    /// How the numbers of a row are written.
    enum Measure: Sendable {
        /// In a unit; sums are those of a day.
        case quantity(ValueUnit, isDaily: Bool)
        /// Seconds of a night.
        case duration
        /// Two pressures in mmHg.
        case pressure
        /// How often something was recorded.
        case events
    }

    /// A value of a row.
    enum Value: Sendable, Hashable {
        case number(Double)
        case pair(Double, Double)
        case words(String)
    }

    /// A point of a trend: where in the period it is, from 0 to 1, and its number.
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
        /// The average of the last days, or how often it was recorded in them.
        var recent: Value?
        /// What the average of the last days is more than that of the days before.
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
        /// What is drawn: the readings, or averages of so many days where there are too many.
        var marks: [Reading] = []
        var averagedDays: Int?

        /// The limit for measurements at home, by the European guidelines.
        static let limit = (systolic: 135.0, diastolic: 85.0)

        /// How many readings reach the limit.
        var atLimit: Int { readings.count { Self.isAtLimit($0) } }

        static func isAtLimit(_ reading: Reading) -> Bool {
            // As they are written.
            reading.systolic.rounded() >= limit.systolic || reading.diastolic.rounded() >= limit.diastolic
        }
    }

    /// A medication and its doses in the period.
    struct Medication: Sendable {
        let name: String
        let form: String
        let due: Int
        /// How many of the due doses were taken.
        let taken: Int
        /// How many doses were taken as needed.
        let asNeeded: Int
        let last: Date?
    }

    /// A result that is out of range.
    struct Result: Sendable {
        let name: String
        let result: ClinicalResult
        /// On which side it lies, or that the laboratory calls it abnormal.
        let verdict: ResultVerdict
        let date: Date
    }

    /// The laboratory results of the period.
    struct Laboratory: Sendable {
        /// The newest result of each test that has one out of range.
        var results: [Result] = []
        /// How many results are out of range, and how many there are.
        var out = 0
        var count = 0
    }

    /// What is on record of one kind of health record.
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
    /// Age, sex and blood type, where the person said them and wants them in.
    var birthday: CalendarDay?
    var sex: Int?
    var bloodType: String?
    var rows: [Row] = []
    var pressure: Pressure?
    var medications: [Medication]?
    var laboratory: Laboratory?
    var records: [Records] = []
    /// The newest electrocardiograms, and how many there are of each classification.
    var electrocardiograms: [Electrocardiogram]?
    var classifications: [Int: Int] = [:]
    /// The types that have no data in the period.
    var missing: [HKObjectType] = []
    /// How many types the store has data of.
    var storedTypes = 0

    init(_ request: ReportRequest) { self.request = request }

    /// How many of the chosen types have data in the period.
    package var shownTypes: Int { request.types.count - missing.count }

    /// The identifiers of the types without data in the period.
    package var missingTypes: [HKObjectType] { missing }
}
