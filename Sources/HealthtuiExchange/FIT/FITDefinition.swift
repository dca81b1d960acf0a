/// What messages of one local type hold.
package final class FITDefinition {
    /// The message's number in the public profile.
    package private(set) var number: UInt16 = 0
    package private(set) var isBigEndian = false
    package private(set) var fields: [FITFieldLayout] = []
    package private(set) var developerFields: [FITDeveloperLayout] = []
    /// The bytes of a message.
    private(set) var size = 0
    /// Where the time is, or -1.
    private(set) var timeOffset = -1
    /// Fields that hold several others.
    private(set) var packed: [FITPackedField] = []
    /// Whether a message sets what packed fields count on from.
    private(set) var anchor: FITFieldLayout?

    /// Whether messages have neither packed fields nor what the decoder itself has to know.
    private(set) var isPlain = true

    /// The position in `fields` of each number, or 255: there are 255 fields at most.
    private var positions = [UInt8](repeating: .max, count: 256)

    init() {}

    /// Where a field is.
    ///
    /// - Parameter number: The field's number.
    /// - Returns: The first field that has it, or `nil`.
    @inline(__always)
    package func layout(of number: UInt8) -> FITFieldLayout? {
        let position = positions[Int(number)]
        return position == .max ? nil : fields[Int(position)]
    }

    /// Begins anew: the storage of a definition that is replaced serves the next.
    func begin(number: UInt16, isBigEndian: Bool) {
        for field in fields { positions[Int(field.number)] = .max }
        fields.removeAll(keepingCapacity: true)
        if !developerFields.isEmpty { developerFields.removeAll(keepingCapacity: true) }
        if !packed.isEmpty { packed.removeAll() }
        anchor = nil
        size = 0
        timeOffset = -1
        isPlain = number != FITDescription.message.number && number != FITApplication.message.number
        self.number = number
        self.isBigEndian = isBigEndian
    }

    /// Adds the next field.
    func add(number field: UInt8, size: Int, code: UInt8) {
        let layout = FITFieldLayout(number: field, type: FITBaseType(code: code), offset: self.size, size: size)
        self.size &+= size
        if positions[Int(field)] == .max {
            positions[Int(field)] = UInt8(truncatingIfNeeded: fields.count)
            if field == Self.timeField, layout.type == .uint32, size == 4 { timeOffset = layout.offset }
            if let field = FITPackedField(layout, of: number) { packed.append(field) }
            if FITPackedField.isAnchor(field, of: number) { anchor = layout }
            if anchor != nil || !packed.isEmpty { isPlain = false }
        }
        fields.append(layout)
    }

    /// Adds the next field of an application.
    func add(number field: UInt8, size: Int, application: UInt8, description: FITDeveloperField?) {
        let layout = FITFieldLayout(number: field, type: description?.type ?? .opaque, offset: self.size, size: size)
        self.size &+= size
        developerFields.append(
            FITDeveloperLayout(application: application, layout: layout, description: description)
        )
    }

    /// The number that the time has in every message.
    private static let timeField: UInt8 = 253
}
