extension FITDescriptions {
    /// Takes a message that describes a field, replacing its earlier description, or that resets an application.
    mutating func take(_ message: FITMessage) {
        switch message.number {
        case FITApplication.message.number:
            if let application = message.integer(FITApplication.developerDataIndex).flatMap(UInt8.init(exactly:)) {
                begin(application: application)
            }
        case FITDescription.message.number:
            if let application = message.integer(FITDescription.developerDataIndex).flatMap(UInt8.init(exactly:)),
                let number = message.integer(FITDescription.fieldDefinitionNumber).flatMap(UInt8.init(exactly:))
            {
                add(Self.field(message, application, number))
            }
        default: return
        }
    }

    private static func field(_ message: FITMessage, _ application: UInt8, _ number: UInt8) -> FITDeveloperField {
        func integer<Value: FixedWidthInteger>(_ field: FITDescription, _ type: Value.Type) -> Value? {
            message.integer(field).flatMap { Value(exactly: $0) }
        }
        func text(_ field: FITDescription) -> UnsafeRawBufferPointer {
            guard let layout = message.definition.layout(of: field.rawValue), layout.type == .string else {
                return UnsafeRawBufferPointer(start: nil, count: 0)
            }
            return message.bytes(layout)
        }
        // Without a type the field is bytes. Scales of 0 and 1 change nothing.
        let scale = message.integer(FITDescription.scale) ?? 1
        return FITDeveloperField(
            application: application,
            number: number,
            type: integer(.fitBaseTypeID, UInt8.self).map(FITBaseType.init(code:)) ?? .byte,
            nativeMessage: integer(.nativeMesgNum, UInt16.self),
            nativeField: integer(.nativeFieldNum, UInt8.self),
            isScaled: scale > 1 || scale < 0 || message.integer(FITDescription.offset) ?? 0 != 0,
            name: text(.fieldName),
            unit: text(.units)
        )
    }
}
