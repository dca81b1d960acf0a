import Foundation

/// Times of FIT files as the store has them.
enum FITClock {
    /// The start of FIT's time in seconds since the reference date.
    private static let epoch = FITTime.epoch - Date.timeIntervalBetween1970AndReferenceDate

    /// A time in seconds since the reference date.
    @inline(__always)
    static func seconds(_ time: UInt32) -> Double { epoch + Double(time) }

    /// A time that is a date, in seconds since the reference date; `nil` for seconds since the device was switched on.
    static func seconds(_ time: Int64?) -> Double? {
        guard let time, let time = UInt32(exactly: time), time >= FITTime.firstOfCalendar else { return nil }
        return seconds(time)
    }

    /// A span of time, if it is one that the format's own type can say: up to 49 days.
    static func span(_ seconds: Double?) -> Double? {
        seconds.flatMap { $0 >= 0 && $0 < 4_294_968 ? $0 : nil }
    }

    /// The zone that follows from a local time, as metadata has it, if it is one: full quarters of an hour.
    ///
    /// - Parameters:
    ///   - local: The local time.
    ///   - time: The same time in UTC.
    /// - Returns: The zone's name, such as `GMT+0530`; `nil` for what is no zone.
    static func zone(local: Int64?, time: UInt32?) -> String? {
        guard let local, let local = UInt32(exactly: local), let time else { return nil }
        let offset = Int64(local) - Int64(time)
        guard offset % 900 == 0, (-43_200...50_400).contains(offset) else { return nil }
        if offset == 0 { return "GMT" }
        let minutes = abs(offset) / 60
        let (hour, minute) = (minutes / 60, minutes % 60)
        return "GMT\(offset < 0 ? "-" : "+")\(hour < 10 ? "0" : "")\(hour)\(minute < 10 ? "0" : "")\(minute)"
    }
}
