import HealthKit

/// The beats that a file's `hr` and `hrv` messages have.
struct FITBeats {
    /// A beat of an `hrv` message.
    struct Beat {
        /// In seconds since the reference date.
        var time: Double
        /// The time of the record before it.
        var record: Double
        /// The time since the beat before it.
        var interval: Double
        /// Whether beats before that may be missing.
        var followsGap: Bool
    }

    /// The heart rates of `hr` messages, in the order of the file.
    private(set) var rates: [ReadSeries.Point] = []
    private(set) var beats: [Beat] = []
    /// Intervals without a time, or beyond ``most``.
    private(set) var unplaced = 0

    /// The time of a beat of `hr`, and what the strap's clock said then.
    private var anchor: (time: Double, count: Double)?
    /// Whether an interval is missing before the next.
    private var isBroken = false

    /// The most beats of each kind: 60 hours of 180 a minute.
    private static let most = 650_000
    /// The longest recording, in seconds: a week.
    private static let longest = 604_800.0
    /// How far intervals and the clock may drift apart before beats must be missing, in seconds.
    private static let drift = 5.0

    /// Takes an `hr` message: rates, and times in 1/1,024 s.
    mutating func take(rates message: FITMessage) {
        guard rates.count < Self.most else {
            unplaced &+= 1
            return
        }
        let counts = message.numbers(FITHeartRate.eventTimestamp)
        if let time = message.time, time >= FITTime.firstOfCalendar, let count = counts.first ?? nil {
            let fraction = message.number(FITHeartRate.fractionalTimestamp) ?? 0
            anchor = (FITClock.seconds(time) + (0..<1 ~= fraction ? fraction : 0), count)
        }
        let values = message.numbers(FITHeartRate.filteredBpm)
        for (index, value) in values.enumerated() {
            guard let value, value > 0 else { continue }
            if counts.isEmpty, values.count == 1, let time = message.time, time >= FITTime.firstOfCalendar {
                rates.append(ReadSeries.Point(at: FITClock.seconds(time), value: value))
                continue
            }
            guard index < counts.count, let count = counts[index], let anchor,
                abs(count - anchor.count) < Self.longest
            else {
                unplaced &+= 1
                continue
            }
            rates.append(ReadSeries.Point(at: anchor.time + (count - anchor.count), value: value))
        }
    }

    /// Takes an `hrv` message: intervals from the record before it.
    ///
    /// - Parameters:
    ///   - message: The message.
    ///   - record: The time of the record.
    mutating func take(intervals message: FITMessage, after record: Double?) {
        for interval in message.numbers(FITHeartRateVariability.time) {
            guard let interval, interval > 0 else {
                // The time after the last interval of a message is no gap.
                if interval != nil { isBroken = true }
                continue
            }
            guard let record, beats.count < Self.most, interval < 65.535 else {
                unplaced &+= 1
                continue
            }
            add(interval, after: record)
        }
    }

    private mutating func add(_ interval: Double, after record: Double) {
        guard let last = beats.last?.time else {
            beats.append(Beat(time: record + interval, record: record, interval: interval, followsGap: false))
            return
        }
        let isLate = record - last > Self.drift
        let start = isLate ? record : last
        beats.append(Beat(time: start + interval, record: record, interval: interval, followsGap: isLate || isBroken))
        isBroken = false
    }
}
