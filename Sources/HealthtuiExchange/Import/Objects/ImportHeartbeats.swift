import HealthKit

/// The heartbeats that a record of heart rate variability was computed from, as a separate series.
struct ImportHeartbeats {
    /// When the series starts, in seconds since the reference date.
    let start: Double
    let series: HeartbeatSeries

    /// Reads a list of beats.
    ///
    /// The times are clock times in the phone's zone and format at export. Zones differ by quarters of an hour, so
    /// minutes and seconds determine a beat's time, regardless of the zone and the AM/PM marker.
    ///
    /// - Parameters:
    ///   - list: Rate and time of each beat.
    ///   - recordStart: The record's start, shortly before the first beat.
    init?(_ list: HeartBeatList, recordStart: Double) {
        var reading = Reading(recordStart: recordStart)
        list.visit { rate, time in
            reading.add(rate, time)
            return !reading.isWrong
        }
        guard !reading.isWrong, !reading.series.isEmpty else { return nil }
        start = reading.start
        series = HeartbeatSeries(reading.series)
    }

    /// The beats read so far.
    private struct Reading {
        var start: Double
        var series: [HeartbeatSeries.Beat] = []
        /// Whether a time or a rate is missing, or they are out of order.
        var isWrong = false
        private var time = 0.0
        private var lastClock = 0.0

        init(recordStart: Double) { start = recordStart }

        mutating func add(_ rate: ByteSlice, _ clockText: ByteSlice) {
            guard let clock = ImportHeartbeats.secondsOfHour(clockText) else {
                isWrong = true
                return
            }
            if series.isEmpty { addFirst(rate, clock) } else { addNext(rate, clock) }
        }

        private mutating func addFirst(_ rate: ByteSlice, _ clock: Double) {
            time = ImportHeartbeats.remainder(clock - start, 900)
            if time > 600 { time -= 900 }
            if time <= 0 {
                // A series starts before its first beat: with the previous beat, which follows from the rate.
                guard let interval = ImportHeartbeats.interval(rate) else {
                    isWrong = true
                    return
                }
                start += time - interval
                time = interval
            }
            series.reserveCapacity(64)
            series.append(HeartbeatSeries.Beat(time: time, precededByGap: false))
            lastClock = clock
        }

        private mutating func addNext(_ rate: ByteSlice, _ clock: Double) {
            let step = ImportHeartbeats.remainder(clock - lastClock, 3_600)
            guard step < 1_800 else {
                isWrong = true
                return
            }
            if step == 0 { return }
            time += step
            lastClock = clock
            let expected = ImportHeartbeats.interval(rate)
            series.append(
                HeartbeatSeries.Beat(time: time, precededByGap: expected.map { step > 1.5 * $0 } ?? false)
            )
        }
    }

    /// The seconds between two beats at a rate.
    private static func interval(_ text: ByteSlice) -> Double? {
        guard let rate = text.decimal ?? commaDecimal(text), rate > 0, rate.isFinite else { return nil }
        return 60 / rate
    }

    /// A number with a decimal comma.
    private static func commaDecimal(_ text: ByteSlice) -> Double? {
        Double(String(decoding: text.buffer, as: UTF8.self).replacing(",", with: "."))
    }

    /// Minutes and seconds of a time of day, in seconds; the hour and its AM/PM marker are ignored.
    private static func secondsOfHour(_ text: ByteSlice) -> Double? {
        // The second, third and fourth run of digits.
        var runs = (0, 0, 0)
        var scale = 1.0
        var run = -1
        var isInRun = false
        for byte in text.buffer {
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
        // The text has hundredths; the remainder is binary rounding error.
        let positive = ((rest < 0 ? rest + divisor : rest) * 1_000).rounded() / 1_000
        return positive == divisor ? 0 : positive
    }
}
