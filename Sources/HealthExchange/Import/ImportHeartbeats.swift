import HealthKit

/// The heartbeats that a record of heart rate variability was computed from, as a series of their own.
struct ImportHeartbeats {
    /// When the series starts, in seconds since the reference date.
    let start: Double
    let series: HeartbeatSeries

    /// Reads a list of beats.
    ///
    /// The times are those of a clock in the zone and the writing of the phone at export. Zones differ by quarters of
    /// an hour, so minutes and seconds tell when a beat was, whatever the zone and the word for the half of the day.
    ///
    /// - Parameters:
    ///   - beats: Rate and time of each beat.
    ///   - recordStart: When the record starts, shortly before the first beat.
    init?(_ beats: [HeartBeatList.Beat], recordStart: Double) {
        guard let first = beats.first, let firstClock = Self.secondsOfHour(first.time) else { return nil }
        var start = recordStart
        var time = Self.remainder(firstClock - recordStart, 900)
        if time > 600 { time -= 900 }
        if time <= 0 {
            // A series starts before its first beat: with the one before, which the rate tells.
            guard let interval = Self.interval(first.rate) else { return nil }
            start += time - interval
            time = interval
        }
        var series = [HeartbeatSeries.Beat(time: time, precededByGap: false)]
        var last = firstClock
        for beat in beats.dropFirst() {
            guard let clock = Self.secondsOfHour(beat.time) else { return nil }
            let step = Self.remainder(clock - last, 3_600)
            guard step < 1_800 else { return nil }
            if step == 0 { continue }
            time += step
            last = clock
            let expected = Self.interval(beat.rate)
            series.append(
                HeartbeatSeries.Beat(time: time, precededByGap: expected.map { step > 1.5 * $0 } ?? false)
            )
        }
        self.start = start
        self.series = HeartbeatSeries(series)
    }

    /// The seconds between two beats at a rate.
    private static func interval(_ rate: String) -> Double? {
        let plain = withByteSlice(of: rate) { $0.decimal }
        guard let rate = plain ?? Double(rate.replacing(",", with: ".")), rate > 0, rate.isFinite else { return nil }
        return 60 / rate
    }

    /// Minutes and seconds of a time of day, in seconds; the hour and its marker do not count.
    private static func secondsOfHour(_ text: String) -> Double? {
        // The second, third and fourth run of digits.
        var runs = (0, 0, 0)
        var scale = 1.0
        var run = -1
        var isInRun = false
        for byte in text.utf8 {
            let digit = Byte.digit(byte)
            guard digit <= 9 else {
                isInRun = false
                continue
            }
            if !isInRun { run += 1 }
            isInRun = true
            switch run {
            case 0: break
            case 1 where runs.0 < 100: runs.0 = runs.0 * 10 + Int(digit)
            case 2 where runs.1 < 100: runs.1 = runs.1 * 10 + Int(digit)
            case 3 where scale < 1e12:
                runs.2 = runs.2 * 10 + Int(digit)
                scale *= 10
            default: return nil
            }
        }
        guard run == 2 || run == 3, runs.0 < 60, runs.1 <= 60 else { return nil }
        return Double(runs.0 * 60 + runs.1) + Double(runs.2) / scale
    }

    private static func remainder(_ value: Double, _ divisor: Double) -> Double {
        let rest = value.truncatingRemainder(dividingBy: divisor)
        // Hundredths are what the text tells; the rest is what binary fractions leave.
        let positive = ((rest < 0 ? rest + divisor : rest) * 1_000).rounded() / 1_000
        return positive == divisor ? 0 : positive
    }
}
