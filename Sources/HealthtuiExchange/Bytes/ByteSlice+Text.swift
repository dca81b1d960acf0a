import Glibc

extension ByteSlice {
    /// The attribute value as text, read as XML reads it.
    ///
    /// Entities and character references are replaced, white space becomes spaces, and anything XML forbids (control
    /// bytes, broken UTF-8, references to characters that do not exist) becomes U+FFFD. An undeclared entity is left as
    /// written.
    package var text: String {
        isPlain ? String(decoding: buffer, as: UTF8.self) : String(decoding: decodedBytes(), as: UTF8.self)
    }

    /// Appends the bytes of the text, entities replaced.
    ///
    /// Broken UTF-8 is left in place.
    ///
    /// - Parameter bytes: The array to append to.
    func appendDecoded(to bytes: inout [UInt8]) {
        if isPlain { bytes += buffer } else { bytes += decodedBytes() }
    }

    /// Whether the bytes need no decoding, apart from broken UTF-8.
    private var isPlain: Bool {
        for byte in buffer where byte < Byte.space || byte == Byte.ampersand { return false }
        return true
    }

    /// The bytes of the text, entities replaced.
    ///
    /// Broken UTF-8 is left in place.
    ///
    /// - Returns: UTF-8, valid wherever the slice is.
    package func decodedBytes() -> [UInt8] {
        var output: [UInt8] = []
        output.reserveCapacity(count)
        var position = 0
        while position < count {
            let byte = self[position]
            position += 1
            switch byte {
            case Byte.ampersand:
                if let reference = reference(at: position) {
                    output.append(contentsOf: reference.bytes)
                    position = reference.end
                } else {
                    output.append(byte)
                }
            case Byte.carriageReturn:
                // A line end of two bytes is one line end, and a line end in an attribute is one space.
                if position < count, self[position] == Byte.newline { position += 1 }
                output.append(Byte.space)
            case Byte.newline, Byte.tab:
                output.append(Byte.space)
            case 0..<Byte.space:
                output.append(contentsOf: ByteSlice.replacementCharacter)
            default:
                output.append(byte)
            }
        }
        return output
    }

    private static let replacementCharacter: [UInt8] = [0xEF, 0xBF, 0xBD]

    /// The reference whose ampersand immediately precedes the position.
    private func reference(at position: Int) -> (bytes: [UInt8], end: Int)? {
        // The longest character reference is `&#x10FFFF;`; leading zeros may make it a little longer.
        let furthest = Swift.min(count, position + 16)
        var end = position
        while end < furthest, self[end] != Byte.semicolon { end += 1 }
        guard end < furthest, end > position else { return nil }
        let name = part(position..<end)
        let bytes: [UInt8]
        if name.equals("lt") {
            bytes = [Byte.less]
        } else if name.equals("gt") {
            bytes = [Byte.greater]
        } else if name.equals("amp") {
            bytes = [Byte.ampersand]
        } else if name.equals("quot") {
            bytes = [Byte.quote]
        } else if name.equals("apos") {
            bytes = [Byte.apostrophe]
        } else if name[0] == UInt8(ascii: "#"), let code = name.characterCode() {
            bytes = ByteSlice.encode(code)
        } else {
            return nil
        }
        return (bytes, end + 1)
    }

    /// The number in `#233` or `#xE9`, or `nil` when it is not one.
    private func characterCode() -> UInt32? {
        let isHexadecimal = count > 1 && self[1] == UInt8(ascii: "x")
        let first = isHexadecimal ? 2 : 1
        guard first < count else { return nil }
        var code: UInt32 = 0
        for position in first..<count {
            let byte = self[position]
            let digit: UInt32
            switch byte {
            case UInt8(ascii: "0")...UInt8(ascii: "9"): digit = UInt32(byte - UInt8(ascii: "0"))
            case UInt8(ascii: "a")...UInt8(ascii: "f"): digit = UInt32(byte - UInt8(ascii: "a")) + 10
            case UInt8(ascii: "A")...UInt8(ascii: "F"): digit = UInt32(byte - UInt8(ascii: "A")) + 10
            default: return nil
            }
            guard isHexadecimal || digit < 10 else { return nil }
            // Saturates well above the last character, so that sixteen digits cannot overflow.
            code = Swift.min(code * (isHexadecimal ? 16 : 10) + digit, 0x0FFF_FFFF)
        }
        return code
    }

    /// The UTF-8 of a character, or of U+FFFD where XML has no such character.
    private static func encode(_ code: UInt32) -> [UInt8] {
        guard let scalar = Unicode.Scalar(code), code >= 0x20 || code == 0x09 || code == 0x0A || code == 0x0D else {
            return replacementCharacter
        }
        return Array(UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter)
    }
}
