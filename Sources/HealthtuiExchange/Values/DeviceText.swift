/// The fields of a device as the export writes them:
/// `<<HKDevice: 0x2835f0aa0>, name:Apple Watch, manufacturer:Apple Inc., model:Watch, hardware:Watch4,4, software:9.6.3>`.
///
/// The address differs from record to record and means nothing.
package struct DeviceText: Hashable, Sendable {
    /// The fields' keys, in the order Apple writes them.
    package enum Key: String, CaseIterable, Sendable {
        case name
        case manufacturer
        case model
        case hardware
        case firmware
        case software
        case localIdentifier
        case udiDeviceIdentifier = "UDIDeviceIdentifier"
    }

    private var fields: [Key: String] = [:]

    /// The text of a field, if it is there.
    ///
    /// - Parameter key: The field.
    package subscript(key: Key) -> String? { fields[key] }

    /// Reads a device.
    ///
    /// Values may hold commas and colons, and the name may hold anything, since its owner chose it. So fields are
    /// parsed from the end: text that looks like a field but precedes one that it should follow belongs to the name.
    ///
    /// - Parameter text: The text, with entities replaced.
    package init?(_ text: String) {
        guard text.hasPrefix("<<HKDevice: "), text.hasSuffix(">") else { return nil }
        guard let address = text.firstIndex(of: ">") else { return nil }
        // Only the address: the bracket that ends it ends the text.
        let body = text[text.index(after: address)...].dropLast()
        guard body.hasPrefix(", ") || body.isEmpty else { return nil }
        var bytes = Array(body.utf8)
        for key in Key.allCases.reversed() {
            let label = Array(", \(key.rawValue):".utf8)
            guard let start = DeviceText.lastIndex(of: label, in: bytes) else { continue }
            fields[key] = String(decoding: bytes[(start + label.count)...], as: UTF8.self)
            bytes.removeSubrange(start...)
        }
        guard bytes.isEmpty else { return nil }
    }

    private static func lastIndex(of label: [UInt8], in bytes: [UInt8]) -> Int? {
        guard bytes.count >= label.count else { return nil }
        for start in stride(from: bytes.count - label.count, through: 0, by: -1)
        where bytes[start] == label[0] && bytes[start..<start + label.count].elementsEqual(label) {
            return start
        }
        return nil
    }

    /// The part of a raw attribute value that identifies the device: everything but the address.
    ///
    /// - Parameter raw: The attribute's bytes, with entities.
    /// - Returns: The part after the address, or everything if there is none.
    package static func identity(of raw: ByteSlice) -> ByteSlice {
        let label: StaticString = "HKDevice: "
        // `&lt;&lt;` as Apple writes it, or the brackets themselves.
        for opening in [8, 2] {
            let labelEnd = opening + label.utf8CodeUnitCount
            guard ByteSearch.stands(label, raw.start, opening, raw.count) else { continue }
            var end = labelEnd
            while end < raw.count, raw[end] != Byte.ampersand, raw[end] != Byte.greater { end &+= 1 }
            return raw.part(end..<raw.count)
        }
        return raw
    }
}
