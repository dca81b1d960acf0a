import Foundation

/// The kinds of files of Garmin's export, distinguished by their beginnings.
enum GarminFile: Equatable {
    /// Workouts without their recordings.
    case activities
    /// Sums and other values of days.
    case days
    /// Nights, with sums only.
    case nights

    /// A member that only the lists of one kind have.
    private static let marks: [(kind: GarminFile, mark: StaticString)] = [
        (.activities, "\"summarizedActivitiesExport\""), (.nights, "\"sleepStartTimestampGMT\""),
        (.days, "\"totalSteps\""), (.days, "\"wellnessStartTimeGmt\""), (.days, "\"totalKilocalories\""),
        (.days, "\"restingHeartRateTimestamp\""),
    ]

    /// The kind of a file; `nil` for one that isn't Garmin's.
    ///
    /// - Parameter beginning: The first bytes of the file.
    init?(_ beginning: [UInt8]) {
        guard FileBeginning.first(beginning) == UInt8(ascii: "["),
            let kind = Self.marks.first(where: { FileBeginning.holds($0.mark, beginning) })?.kind,
            kind == .activities || FileBeginning.holds("\"calendarDate\"", beginning)
        else { return nil }
        self = kind
    }
}
