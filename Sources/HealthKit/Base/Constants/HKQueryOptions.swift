import Foundation

/// How strictly samples must lie inside a range of time; an empty set includes all that overlap it.
public struct HKQueryOptions: OptionSet, Sendable {
    /// The bits of the set.
    public let rawValue: UInt

    /// Makes a set of its bits.
    ///
    /// - Parameter rawValue: The bits.
    public init(rawValue: UInt) {
        self.rawValue = rawValue
    }

    /// The start of a sample must lie inside.
    public static let strictStartDate = HKQueryOptions(rawValue: 1)

    /// The end of a sample must lie inside.
    public static let strictEndDate = HKQueryOptions(rawValue: 2)
}
