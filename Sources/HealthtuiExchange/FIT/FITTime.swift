import Foundation

/// Times of a FIT file: seconds from the last day of 1989 in UTC.
package enum FITTime {
    /// The first second, as Unix counts.
    package static let epoch: TimeInterval = 631_065_600

    /// Below it a time isn't one of the calendar: the device counted from when it was switched on.
    package static let firstOfCalendar: UInt32 = 0x1000_0000

    /// The date of a time.
    ///
    /// - Parameter seconds: A field of a message.
    /// - Returns: The date, or `nil` for a time that isn't one of the calendar.
    package static func date(_ seconds: UInt32) -> Date? {
        seconds < firstOfCalendar ? nil : Date(timeIntervalSince1970: epoch + Double(seconds))
    }

    /// The first time not before another that has these low bits.
    ///
    /// - Parameters:
    ///   - last: The time before.
    ///   - value: The low bits.
    ///   - bits: How many they are: five in a compressed header, sixteen in a field of monitoring.
    /// - Returns: The time, or `nil` where times end.
    package static func next(after last: UInt32, lowBits value: UInt32, of bits: UInt32) -> UInt32? {
        let mask = UInt32(1) << min(bits, 31) - 1
        let (time, isBeyond) = last.addingReportingOverflow((value &- last) & mask)
        return isBeyond || time == .max ? nil : time
    }
}
