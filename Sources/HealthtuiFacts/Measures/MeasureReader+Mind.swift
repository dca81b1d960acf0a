import HealthKit

// Days of states of mind: the latest daily mood, or the mean of momentary emotions.
extension MeasureReader {
    /// The valence of each day.
    func mindDays(_ part: Measure.MindPart, _ span: Range<CalendarDay>) throws -> [CalendarDay: MeasureDay] {
        var days = try levelDays(HKObjectType.stateOfMindType(), span) { sample in
            Self.isOf(part, sample) ? (sample as? HKStateOfMind)?.valence : nil
        }
        if part == .mood {
            for (day, found) in days { days[day]?.value = found.latest ?? 0 }
        }
        return days
    }

    /// Whether a state of mind is of a kind.
    static func isOf(_ part: Measure.MindPart, _ sample: HKSample) -> Bool {
        guard let state = sample as? HKStateOfMind else { return false }
        return part == .mood ? state.kind == .dailyMood : state.kind == .momentaryEmotion
    }
}
