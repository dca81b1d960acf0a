import Foundation

/// Writes JSON, compact and with the keys in the order they are given.
///
/// An import writes thousands of workouts and activity summaries; with `JSONEncoder` that was a tenth of its work.
/// Writes JSON in the form that `JSONDecoder` reads.
package struct JSONText {
    /// The text so far, in UTF-8.
    package private(set) var bytes: [UInt8] = []
    private var needsComma = false

    package init() { bytes.reserveCapacity(512) }

    /// Writes an object.
    package mutating func object(_ members: (inout JSONText) -> Void) {
        open(UInt8(ascii: "{"))
        members(&self)
        close(UInt8(ascii: "}"))
    }

    /// Writes an array.
    package mutating func array<Element>(_ elements: [Element], _ write: (inout JSONText, Element) -> Void) {
        open(UInt8(ascii: "["))
        for element in elements { write(&self, element) }
        close(UInt8(ascii: "]"))
    }

    /// Writes the key of a member, whose value comes next.
    package mutating func key(_ name: String) {
        string(name)
        bytes.append(UInt8(ascii: ":"))
        needsComma = false
    }

    /// Writes a string.
    package mutating func string(_ text: String) {
        separate()
        bytes.append(UInt8(ascii: "\""))
        for byte in text.utf8 {
            switch byte {
            case UInt8(ascii: "\""), UInt8(ascii: "\\"):
                bytes.append(UInt8(ascii: "\\"))
                bytes.append(byte)
            case 0..<0x20:
                bytes.append(contentsOf: "\\u00".utf8)
                bytes.append(JSONText.digit(byte >> 4))
                bytes.append(JSONText.digit(byte & 15))
            default:
                bytes.append(byte)
            }
        }
        bytes.append(UInt8(ascii: "\""))
    }

    /// Writes a finite number with enough digits to distinguish it from every other.
    package mutating func number(_ value: Double) {
        if let whole = Int(exactly: value), whole.magnitude < 1 << 53, value.sign == .plus || whole != 0 {
            return number(whole)
        }
        separate()
        bytes.append(contentsOf: value.description.utf8)
    }

    /// Writes a whole number.
    package mutating func number(_ value: Int) {
        separate()
        bytes.append(contentsOf: String(value).utf8)
    }

    /// Writes `true` or `false`.
    package mutating func flag(_ value: Bool) {
        separate()
        bytes.append(contentsOf: (value ? "true" : "false").utf8)
    }

    private mutating func open(_ bracket: UInt8) {
        separate()
        bytes.append(bracket)
        needsComma = false
    }

    private mutating func close(_ bracket: UInt8) {
        bytes.append(bracket)
        needsComma = true
    }

    private mutating func separate() {
        if needsComma { bytes.append(UInt8(ascii: ",")) }
        needsComma = true
    }

    private static func digit(_ value: UInt8) -> UInt8 {
        value < 10 ? UInt8(ascii: "0") + value : UInt8(ascii: "a") + value - 10
    }
}

extension JSONText {
    /// Writes a member that is a number, unless it is missing.
    package mutating func member(_ name: String, _ value: Double?) {
        guard let value else { return }
        key(name)
        number(value)
    }

    /// Writes a member that is a whole number, unless it is missing.
    package mutating func member(_ name: String, _ value: Int?) {
        guard let value else { return }
        key(name)
        number(value)
    }

    /// Writes a member that is a string, unless it is missing.
    package mutating func member(_ name: String, _ value: String?) {
        guard let value else { return }
        key(name)
        string(value)
    }

    /// Writes a member that is a time, as seconds since the reference date, unless it is missing.
    package mutating func member(_ name: String, _ value: Date?) {
        member(name, value?.timeIntervalSinceReferenceDate)
    }

    /// Writes a member that is a run of bytes, as an array of numbers, unless it is missing.
    package mutating func member(_ name: String, _ value: [UInt8]?) {
        guard let value else { return }
        key(name)
        array(value) { $0.number(Int($1)) }
    }
}
