/// The description of an application's own field, from a `field_description` message.
package final class FITDeveloperField {
    /// The number of the application in the part.
    package let application: UInt8
    /// The field's number in the application.
    package let number: UInt8
    package let type: FITBaseType
    /// The message and the field of the profile that it stands for, if given.
    package let nativeMessage: UInt16?
    package let nativeField: UInt8?
    /// Whether it has a scale or an offset.
    ///
    /// Decoders disagree on applying them, so such a field has no number.
    package let isScaled: Bool

    private let nameBytes: UnsafeRawBufferPointer
    private let unitBytes: UnsafeRawBufferPointer

    /// The name, to be read only while the file's bytes are valid.
    package var name: String? { FITText.text(nameBytes) }
    /// The application's own unit, which may differ from that of the native field.
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
