import Foundation

/// Times of a FIT file: seconds since 1989-12-31T00:00:00Z.
package enum FITTime {
    /// The start of FIT time in Unix time.
    package static let epoch: TimeInterval = 631_065_600

    /// Smaller values aren't dates: the device counted seconds since it was switched on.
    package static let firstOfCalendar: UInt32 = 0x1000_0000

    /// The date of a time.
    ///
    /// - Parameter seconds: A field of a message.
    /// - Returns: The date, or `nil` for a value that isn't a date.
    package static func date(_ seconds: UInt32) -> Date? {
        seconds < firstOfCalendar ? nil : Date(timeIntervalSince1970: epoch + Double(seconds))
    }

    /// The first time at or after another with the given low bits.
    ///
    /// - Parameters:
    ///   - last: The time before.
    ///   - value: The low bits.
    ///   - bits: Their number: five in a compressed header, sixteen in `timestamp_16`.
    /// - Returns: The time, or `nil` past the last one.
    package static func next(after last: UInt32, lowBits value: UInt32, of bits: UInt32) -> UInt32? {
        let mask = UInt32(1) << min(bits, 31) - 1
        let (time, isBeyond) = last.addingReportingOverflow((value &- last) & mask)
        return isBeyond || time == .max ? nil : time
    }
}
