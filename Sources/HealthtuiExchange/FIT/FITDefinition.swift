/// The layout of the messages of one local type.
package final class FITDefinition {
    /// The message's number in the public profile.
    package let number: UInt16
    package let isBigEndian: Bool
    package let fields: [FITFieldLayout]
    package let developerFields: [FITDeveloperLayout]
    /// The bytes of a message.
    let size: Int
    /// The offset of the time, or -1.
    let timeOffset: Int
    /// The fields that hold several others.
    let packed: [FITPackedField]
    /// The field with the full value that later packed fields continue from.
    let origin: FITFieldLayout?
    /// Whether the decoder can return messages without unpacking or remembering anything.
    let isPlain: Bool

    /// The position in `fields` of each number, or 255: there are 255 fields at most.
    private let positions: [UInt8]

    /// Reads a definition.
    ///
    /// - Parameters:
    ///   - number: The message's number.
    ///   - isBigEndian: The order of bytes in its messages.
    ///   - rows: Three bytes for each field: its number, its size, its type.
    ///   - developerRows: Three bytes for each field of an application: its number, its size, the application.
    ///   - descriptions: The part's field descriptions so far.
    init(
        number: UInt16,
        isBigEndian: Bool,
        rows: UnsafeRawBufferPointer,
        developerRows: UnsafeRawBufferPointer,
        descriptions: borrowing FITDescriptions
    ) {
        var fields: [FITFieldLayout] = []
        var positions = [UInt8](repeating: .max, count: 256)
        var packed: [FITPackedField] = []
        var origin: FITFieldLayout?
        var timeOffset = -1
        var size = 0
        fields.reserveCapacity(rows.count / 3)
        for (position, row) in stride(from: 0, to: rows.count, by: 3).enumerated() {
            let layout = FITFieldLayout(
                number: rows[row],
                type: FITBaseType(code: rows[row + 2]),
                offset: size,
                size: Int(rows[row + 1])
            )
            fields.append(layout)
            size += layout.size
            // If a number occurs twice, the first field counts.
            guard positions[Int(layout.number)] == .max else { continue }
            positions[Int(layout.number)] = UInt8(truncatingIfNeeded: position)
            if layout.number == Self.timeField, layout.type == .uint32, layout.size == 4 { timeOffset = layout.offset }
            if let field = FITPackedField(layout, of: number) { packed.append(field) }
            if FITPackedField.isOrigin(layout.number, of: number) { origin = layout }
        }
        var developerFields: [FITDeveloperLayout] = []
        for row in stride(from: 0, to: developerRows.count, by: 3) {
            let application = developerRows[row + 2]
            let description = descriptions.field(application: application, number: developerRows[row])
            let layout = FITFieldLayout(
                number: developerRows[row],
                type: description?.type ?? .opaque,
                offset: size,
                size: Int(developerRows[row + 1])
            )
            developerFields.append(
                FITDeveloperLayout(application: application, layout: layout, description: description)
            )
            size += layout.size
        }
        self.number = number
        self.isBigEndian = isBigEndian
        self.fields = fields
        self.positions = positions
        self.developerFields = developerFields
        self.packed = packed
        self.origin = origin
        self.timeOffset = timeOffset
        self.size = size
        isPlain =
            packed.isEmpty && origin == nil && number != FITDescription.message.number
            && number != FITApplication.message.number
    }

    /// Where a field is.
    ///
    /// - Parameter number: The field's number.
    /// - Returns: The first field that has it, or `nil`.
    @inline(__always)
    package func layout(of number: UInt8) -> FITFieldLayout? {
        let position = positions[Int(number)]
        return position == .max ? nil : fields[Int(position)]
    }

    /// The number of the time in every message.
    private static let timeField: UInt8 = 253
}
