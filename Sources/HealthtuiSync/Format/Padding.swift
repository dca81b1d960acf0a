/// The padded sizes of files: a size reveals little about the content.
enum Padding {
    /// The least that a file has.
    static let least = 512

    /// The size that a file of a size grows to: 512 bytes, then Padmé, by which at most 12 percent are added.
    static func padded(_ size: Int) -> Int {
        if size <= least { return least }
        let exponent = Int.bitWidth - 1 - size.leadingZeroBitCount
        let digits = Int.bitWidth - exponent.leadingZeroBitCount
        let mask = (1 << (exponent - digits)) - 1
        return (size + mask) & ~mask
    }
}
