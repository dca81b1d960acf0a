/// Base 45 (RFC 9285), the most compact encoding for QR codes.
enum Base45 {
    private static let letters = Array("0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ $%*+-./:".utf8)

    /// The value of each byte that is a letter; 255 for others.
    private static let values: [UInt8] = {
        var values = [UInt8](repeating: 255, count: 256)
        for (value, letter) in letters.enumerated() { values[Int(letter)] = UInt8(value) }
        return values
    }()

    /// The bytes that a text encodes: three letters for two bytes, or two letters for one byte at the end.
    ///
    /// - Parameter text: The text.
    /// - Returns: The bytes, or `nil` if the text has an invalid letter or encodes no bytes.
    static func bytes(_ text: some Collection<UInt8>) -> [UInt8]? {
        let digits = text.map { Int(values[Int($0)]) }
        guard digits.count % 3 != 1, !digits.contains(255) else { return nil }
        var bytes: [UInt8] = []
        bytes.reserveCapacity(digits.count / 3 * 2 + 1)
        for start in stride(from: 0, to: digits.count, by: 3) {
            let low = digits[start] + 45 * digits[start + 1]
            guard start + 2 < digits.count else {
                guard low <= 0xFF else { return nil }
                bytes.append(UInt8(low))
                break
            }
            let number = low + 2_025 * digits[start + 2]
            guard number <= 0xFFFF else { return nil }
            bytes += [UInt8(number >> 8), UInt8(number & 0xFF)]
        }
        return bytes
    }
}
