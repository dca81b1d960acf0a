import Foundation

/// Base 64 as JSON web signatures use it: with `-` and `_`, without padding.
enum Base64URL {
    /// The bytes that a text encodes, or `nil` if it has an invalid character or isn't canonical (unused bits in its
    /// last character are set).
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

    /// The encoded text of bytes.
    static func text(_ bytes: [UInt8]) -> String {
        Data(bytes).base64EncodedString().replacing("+", with: "-").replacing("/", with: "_").replacing("=", with: "")
    }
}
