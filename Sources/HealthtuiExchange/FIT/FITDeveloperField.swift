/// What a file says of a field that isn't one of the format's: the message `field_description`.
package final class FITDeveloperField {
    /// The number of the application in the part.
    package let application: UInt8
    /// The field's number in the application.
    package let number: UInt8
    package let type: FITBaseType
    /// The message and the field of the format that it stands for, if it says so.
    package let nativeMessage: UInt16?
    package let nativeField: UInt8?
    /// Whether it says a scale or an offset: decoders disagree about whether values have it, so they have no number.
    package let isScaled: Bool

    private let nameBytes: UnsafeRawBufferPointer
    private let unitBytes: UnsafeRawBufferPointer

    /// What it is called, valid as long as the file's bytes are.
    package var name: String? { FITText.text(nameBytes) }
    /// Its own unit, as the application spells it; not that of the field that it stands for.
    package var unit: String? { FITText.text(unitBytes) }

    init(
        application: UInt8,
        number: UInt8,
        type: FITBaseType,
        nativeMessage: UInt16?,
        nativeField: UInt8?,
        isScaled: Bool,
        name: UnsafeRawBufferPointer,
        unit: UnsafeRawBufferPointer
    ) {
        self.application = application
        self.number = number
        self.type = type
        self.nativeMessage = nativeMessage
        self.nativeField = nativeField
        self.isScaled = isScaled
        nameBytes = name
        unitBytes = unit
    }
}
