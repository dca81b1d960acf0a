import Foundation

/// What a file of Garmin's export holds, by what its beginning has.
enum GarminFile: Equatable {
    /// Workouts without what was recorded in them.
    case activities
    /// Sums and other values of days.
    case days
    /// Nights, of which only sums are told.
    case nights

    /// What only the lists of one kind have.
    private static let marks: [(kind: GarminFile, mark: StaticString)] = [
        (.activities, "\"summarizedActivitiesExport\""), (.nights, "\"sleepStartTimestampGMT\""),
        (.days, "\"totalSteps\""), (.days, "\"wellnessStartTimeGmt\""), (.days, "\"totalKilocalories\""),
        (.days, "\"restingHeartRateTimestamp\""),
    ]

    /// What a file holds, or `nil` for one that is none of Garmin's.
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
