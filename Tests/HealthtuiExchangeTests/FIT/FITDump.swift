import Foundation

@testable import HealthtuiExchange

/// What a decoder reads, as lines that another program's decoder can be held against.
///
/// `m PART OFFSET NUMBER TIME FIELD…` is a message, and the last line is `whole`, `cut OFFSET` or `error TEXT`. Fields are
/// `fNUMBER:VALUES`, `~NUMBER:VALUE` in the profile's unit, `dAPPLICATION.NUMBER:VALUES:DESCRIPTION` and `uNUMBER:RAW/SCALE`.
struct FITDump {
    private(set) var lines: [String] = []
    private(set) var messages = 0

    init(_ bytes: [UInt8], isForced: Bool = false) {
        bytes.withUnsafeBytes { bytes in
            var decoder = FITDecoder(bytes, isForced: isForced)
            do {
                while let message = try decoder.next() {
                    lines.append(Self.line(message))
                    messages += 1
                }
                lines.append(decoder.cut.map { "cut \($0.offset)" } ?? "whole")
            } catch {
                lines.append("error \(error)")
            }
        }
    }

    static func line(_ message: FITMessage) -> String {
        var words = [
            "m", "\(message.part)", "\(message.offset)", "\(message.number)", message.time.map { "\($0)" } ?? "-",
        ]
        for field in message.definition.fields {
            words.append("f\(field.number):\(values(message, field))")
        }
        if let type = FITProfile.messages.first(where: { $0.message.number == message.number }) {
            words += scaled(message, type)
        }
        for field in message.definition.developerFields {
            var word = "d\(field.application).\(field.layout.number):\(values(message, field.layout))"
            if let described = field.description {
                word += ":\(hex(described.name)):\(hex(described.unit))"
                word += ":\(described.nativeField.map { "\($0)" } ?? "-")"
            }
            words.append(word)
        }
        for value in message.unpacked { words.append("u\(value.field):\(value.raw)/\(Int(value.scale))") }
        return words.joined(separator: " ")
    }

    private static func values(_ message: FITMessage, _ field: FITFieldLayout) -> String {
        switch field.type {
        case .string: return "s\(hex(message.text(field)))"
        case .byte, .opaque:
            let bytes = message.bytes(field)
            return bytes.allSatisfy { $0 == 0xFF } ? "b-" : "b" + hex(bytes)
        default:
            return (0..<field.count)
                .map { index in
                    switch message.raw(field, index) {
                    case .none: "-"
                    case .integer(let value): "\(value)"
                    case .large(let value): "\(value)"
                    case .real(let value): bits(value)
                    }
                }
                .joined(separator: ",")
        }
    }

    private static func scaled<Field: FITMessageField>(_ message: FITMessage, _ type: Field.Type) -> [String] {
        type.allCases.compactMap { field in
            guard message.definition.layout(of: field.rawValue) != nil, let number = message.number(field) else {
                return nil
            }
            return "~\(field.rawValue):\(bits(number))"
        }
    }

    private static func bits(_ number: Double) -> String { "x" + String(number.bitPattern, radix: 16) }

    private static func hex(_ text: String?) -> String { text.map { hex($0.utf8) } ?? "-" }

    private static func hex(_ bytes: some Sequence<UInt8>) -> String {
        let digits = Array("0123456789abcdef".utf8)
        var text: [UInt8] = []
        for byte in bytes {
            text.append(digits[Int(byte >> 4)])
            text.append(digits[Int(byte & 15)])
        }
        return String(decoding: text, as: UTF8.self)
    }
}
