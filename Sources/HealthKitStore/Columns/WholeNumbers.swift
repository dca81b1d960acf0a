/// Doubles that are whole numbers of ordinary size, the rule for imported times: converted without a branch, so that the
/// compiler can do several at once.
///
/// A double of 1.5 × 2⁵² plus a whole number below 2⁵⁰ holds that number in its lowest bits.
enum WholeNumbers {
    private static let shift = 0x1.8p52
    private static let shiftBits = Int64(bitPattern: (0x1.8p52).bitPattern)
    private static let limit: UInt64 = 1 << 50

    /// A bound on the magnitudes when all values are whole, of ordinary size, and none is a negative zero; else nil.
    static func bound(_ values: UnsafePointer<Double>, count: Int) -> Double? {
        var difference: UInt64 = 0
        var magnitudes: UInt64 = 0
        for index in 0..<count {
            let value = values[index]
            let shifted = value + shift
            difference |= (shifted - shift).bitPattern ^ value.bitPattern
            let integer = Int64(bitPattern: shifted.bitPattern) &- shiftBits
            magnitudes |= UInt64(bitPattern: integer ^ (integer &>> 63))
        }
        return difference == 0 && magnitudes < limit ? Double(magnitudes) + 1 : nil
    }

    /// The integers of values that were found to be whole.
    static func integers(
        of values: UnsafePointer<Double>,
        count: Int,
        into out: UnsafeMutablePointer<Int64>
    ) {
        for index in 0..<count {
            out[index] = Int64(bitPattern: (values[index] + shift).bitPattern) &- shiftBits
        }
    }

    /// The doubles of integers.
    static func values(
        of integers: UnsafePointer<Int64>,
        count: Int,
        into out: UnsafeMutablePointer<Double>
    ) {
        var magnitudes: UInt64 = 0
        for index in 0..<count { magnitudes |= UInt64(bitPattern: integers[index] ^ (integers[index] &>> 63)) }
        if magnitudes < limit {
            for index in 0..<count {
                out[index] = Double(bitPattern: UInt64(bitPattern: integers[index] &+ shiftBits)) - shift
            }
        } else {
            for index in 0..<count { out[index] = Double(integers[index]) }
        }
    }
}
