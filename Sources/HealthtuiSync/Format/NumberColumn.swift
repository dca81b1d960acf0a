/// Numbers as whole ones of a scale: they come back with the bits that they had, or they are kept as they are.
enum DecimalScale {
    /// Says that numbers stand as they are.
    static let raw: UInt8 = 255
    private static let powers: [Double] = [1, 10, 100, 1e3, 1e4, 1e5, 1e6]

    /// The least power of ten by which all numbers are whole; ``raw`` when none is.
    static func common(_ columns: [[Double]]) -> UInt8 {
        var scale = 0
        for numbers in columns {
            for number in numbers {
                while whole(number, UInt8(scale)) == nil {
                    scale += 1
                    if scale == powers.count { return raw }
                }
            }
        }
        // A number may be whole at a small scale and too large at a larger one.
        let isCommon = scale == 0 || columns.allSatisfy { $0.allSatisfy { whole($0, UInt8(scale)) != nil } }
        return isCommon ? UInt8(scale) : raw
    }

    /// A number as a whole one; `nil` when it wouldn't come back.
    static func whole(_ number: Double, _ scale: UInt8) -> Int64? {
        let scaled = (number * powers[Int(scale)]).rounded()
        guard abs(scaled) < 9e15 else { return nil }
        let whole = Int64(scaled)
        return self.number(whole, scale).bitPattern == number.bitPattern ? whole : nil
    }

    /// The number of a whole one.
    static func number(_ whole: Int64, _ scale: UInt8) -> Double { Double(whole) / powers[Int(scale)] }

    /// Reads a scale.
    static func read(_ reader: inout SyncByteReader) throws(SyncError) -> UInt8 {
        let scale = try reader.byte()
        guard scale == raw || scale < powers.count else { throw SyncByteReader.damaged }
        return scale
    }
}
