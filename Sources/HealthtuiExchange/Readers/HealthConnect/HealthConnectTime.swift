import HealthKitStore

/// The times that a record of a Health Connect export can have.
enum HealthConnectTime {
    /// From 1970 to 2100, in milliseconds.
    private static let sound: Range<Int64> = 1..<4_102_444_800_000

    /// The offsets that zones can have, in seconds.
    private static let offsets: ClosedRange<Int64> = -64_800...64_800

    /// Why times make no sense, or nil if they do.
    static func fault(_ start: Int64, _ end: Int64) -> String? {
        guard sound.contains(start), sound.contains(end) else { return "the time isn't between 1970 and 2100" }
        return start <= end ? nil : "it ends before it starts"
    }

    /// An offset as it is, or nil for one that no zone has.
    static func offset(_ offset: Int64?) -> Int64? { offset.flatMap { offsets.contains($0) ? $0 : nil } }
}
