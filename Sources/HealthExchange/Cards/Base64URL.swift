import Foundation

/// Base 64 as JSON web signatures have it: with `-` and `_`, without padding.
enum Base64URL {
    /// The bytes that a text stands for; `nil` for one with any other character in it, and for one that is not the only
    /// text for its bytes, whose last bits say nothing.
    static func bytes(_ text: some StringProtocol) -> [UInt8]? {
        var plain = ""
        for byte in text.utf8 {
            switch byte {
            case UInt8(ascii: "-"): plain.append("+")
            case UInt8(ascii: "_"): plain.append("/")
            case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"):
                plain.unicodeScalars.append(Unicode.Scalar(byte))
            default: return nil
            }
        }
        if plain.utf8.count % 4 == 1 { return nil }
        while plain.utf8.count % 4 != 0 { plain.append("=") }
        guard let bytes = Data(base64Encoded: plain).map({ [UInt8]($0) }), self.text(bytes) == text else { return nil }
        return bytes
    }

    /// The text for bytes.
    static func text(_ bytes: [UInt8]) -> String {
        Data(bytes).base64EncodedString().replacing("+", with: "-").replacing("/", with: "_").replacing("=", with: "")
    }
}
