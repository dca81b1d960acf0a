import Foundation

/// Formats JSON in indented lines, preserving its order and spelling.
package enum JSONLines {
    /// The longest piece of a line that is shown; longer ones are pictures or documents, which the file has in full.
    private static let longest = 2_000

    /// The lines of a text, or nil if it isn't JSON.
    ///
    /// - Parameter data: The JSON.
    /// - Returns: Each line with its nesting depth.
    package static func lines(_ data: Data) -> [(depth: Int, text: String)]? {
        // A text that isn't JSON is shown as it is.
        guard (try? JSONSerialization.jsonObject(with: data, options: .fragmentsAllowed)) != nil,
            let text = String(data: data, encoding: .utf8)
        else { return nil }
        var lines: [(depth: Int, text: String)] = []
        var depth = 0
        var line: [UInt8] = []
        var isInText = false
        var isEscaped = false
        func end() {
            if !line.isEmpty { lines.append((depth, shortened(String(decoding: line, as: UTF8.self)))) }
            line = []
        }
        let bytes = Array(text.utf8)
        var index = 0
        while index < bytes.count {
            let byte = bytes[index]
            index += 1
            if isInText {
                line.append(byte)
                if isEscaped {
                    isEscaped = false
                } else if byte == UInt8(ascii: "\\") {
                    isEscaped = true
                } else if byte == UInt8(ascii: "\"") {
                    isInText = false
                }
                continue
            }
            switch byte {
            case UInt8(ascii: "\""):
                isInText = true
                line.append(byte)
            case UInt8(ascii: "{"), UInt8(ascii: "["):
                line.append(byte)
                end()
                depth += 1
            case UInt8(ascii: "}"), UInt8(ascii: "]"):
                end()
                depth = max(0, depth - 1)
                line.append(byte)
            case UInt8(ascii: ","):
                line.append(byte)
                end()
            case UInt8(ascii: ":"): line += [byte, UInt8(ascii: " ")]
            case 0x20, 0x09, 0x0A, 0x0D, 0xEF, 0xBB, 0xBF: break
            default: line.append(byte)
            }
        }
        end()
        return lines
    }

    /// A text, with its middle removed if it is too long to read.
    package static func shortened(_ text: String) -> String {
        guard text.utf8.count > longest else { return text }
        let kept = text.prefix(longest)
        return RecordPageStrings.shortened(String(kept), without: text.count - kept.count)
    }
}
