/// The place of a field in the messages of a definition.
package struct FITFieldLayout {
    package let number: UInt8
    package let type: FITBaseType
    /// The bytes from the message's first field to this one.
    package let offset: Int
    /// The bytes of all its values.
    package let size: Int

    /// The number of numeric values; zero for text and for more than one byte.
    package var count: Int {
        switch type {
        case .string, .opaque: 0
        case .byte: size == 1 ? 1 : 0
        default: size / type.size
        }
    }

    init(number: UInt8, type: FITBaseType, offset: Int, size: Int) {
        self.number = number
        self.type = size % type.size == 0 ? type : .opaque
        self.offset = offset
        self.size = size
    }
}

/// A field of an application in messages of a definition.
package struct FITDeveloperLayout {
    package let application: UInt8
    package let layout: FITFieldLayout
    /// Its description; `nil` if there was none before the definition.
    package let description: FITDeveloperField?
}
