/// The possible meanings of a metadata value's text.
///
/// The export doesn't state the class of a value; its key may.
package enum MetadataText: Equatable, Sendable {
    /// A plain number; the export also writes Boolean values as `0` and `1`.
    case number(Double)

    /// A number and a unit: `5.4321 kcal/hr·kg`.
    case quantity(Double, unit: String)

    /// A date, in seconds since 2001-01-01 00:00:00 UTC.
    case date(Double)

    /// Anything else.
    case text(String)

    /// Reads a value by its appearance.
    ///
    /// Only the appearance counts: `2 pie` reads as a quantity until the unit is needed.
    ///
    /// - Parameter text: The value, with entities replaced.
    package init(_ text: String) {
        self = withByteSlice(of: text) { MetadataText($0, text) }
    }

    private init(_ bytes: ByteSlice, _ text: String) {
        var dates = ExportDateParser()
        if let date = dates.seconds(bytes) {
            self = .date(date)
            return
        }
        guard let first = bytes.buffer.first, MetadataText.mayBeginNumber(first) else {
            self = .text(text)
            return
        }
        guard let space = bytes.buffer.firstIndex(of: Byte.space) else {
            self = MetadataText.finite(bytes.decimal).map { .number($0) } ?? .text(text)
            return
        }
        let unit = bytes.part(space + 1..<bytes.count)
        guard let value = MetadataText.finite(bytes.part(0..<space).decimal), !unit.isEmpty,
            !unit.buffer.contains(where: Byte.isSpace)
        else {
            self = .text(text)
            return
        }
        self = .quantity(value, unit: String(decoding: unit.buffer, as: UTF8.self))
    }

    private static func mayBeginNumber(_ byte: UInt8) -> Bool {
        Byte.digit(byte) <= 9 || byte == Byte.minus || byte == Byte.plus || byte == Byte.period
    }

    private static func finite(_ value: Double?) -> Double? {
        value.flatMap { $0.isFinite ? $0 : nil }
    }
}
