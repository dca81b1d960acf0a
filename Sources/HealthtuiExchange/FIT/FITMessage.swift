/// A message of a FIT file.
///
/// It reads from the file's bytes, and is valid only as long as they are.
package struct FITMessage {
    /// The layout of its fields.
    package let definition: FITDefinition
    /// The time: the field `timestamp`, or that of a compressed header; `nil` for none.
    package let time: UInt32?
    /// The part of the file, counted from 1.
    package let part: Int
    /// Where it begins in the file, with its header.
    package let offset: Int
    /// Values unpacked from other fields.
    package let unpacked: [FITUnpackedValue]

    private let address: UnsafeRawPointer

    /// The message's number in the public profile.
    @inline(__always)
    package var number: UInt16 { definition.number }

    @inline(__always)
    init(
        _ definition: FITDefinition,
        at address: UnsafeRawPointer,
        time: UInt32?,
        part: Int,
        offset: Int,
        unpacked: [FITUnpackedValue]
    ) {
        self.definition = definition
        self.address = address
        self.time = time
        self.part = part
        self.offset = offset
        self.unpacked = unpacked
    }

    // MARK: - Fields of the profile

    /// A number in the field's unit.
    ///
    /// If the field itself has no value, one unpacked from another field is returned.
    ///
    /// - Parameter field: A field of this message.
    /// - Returns: The number, or `nil` where the file has none, has several, or has a text.
    @inline(__always)
    package func number<Field: FITMessageField>(_ field: Field) -> Double? {
        guard number == Field.message.number else { return nil }
        if let layout = definition.layout(of: field.rawValue), let raw = single(layout).number {
            return scaled(raw, field)
        }
        return unpacked.isEmpty ? nil : unpacked.first { $0.field == field.rawValue }?.number
    }

    /// The raw number, without its scale.
    ///
    /// - Parameter field: A field of this message.
    /// - Returns: The number, or `nil` where the file has none, has several, has a text or a fraction.
    @inline(__always)
    package func integer<Field: FITMessageField>(_ field: Field) -> Int64? {
        guard number == Field.message.number else { return nil }
        if let layout = definition.layout(of: field.rawValue), case .integer(let value) = single(layout) {
            return value
        }
        return unpacked.isEmpty ? nil : unpacked.first { $0.field == field.rawValue }?.raw
    }

    /// All numbers of a field, in its unit.
    ///
    /// - Parameter field: A field of this message.
    /// - Returns: The numbers, `nil` for each that the file has none for; those that were packed where it has no others.
    package func numbers<Field: FITMessageField>(_ field: Field) -> [Double?] {
        guard number == Field.message.number else { return [] }
        if let layout = definition.layout(of: field.rawValue) {
            return (0..<layout.count).map { raw(layout, $0).number.flatMap { scaled($0, field) } }
        }
        return unpacked.filter { $0.field == field.rawValue }.map(\.number)
    }

    /// A latitude or longitude.
    ///
    /// - Parameter field: A field in semicircles.
    /// - Returns: Degrees, or `nil` for none.
    @inline(__always)
    package func degrees<Field: FITMessageField>(_ field: Field) -> Double? {
        integer(field).map { Double($0) * 180 / 2_147_483_648 }
    }

    /// A text.
    ///
    /// - Parameter field: A field of this message.
    /// - Returns: The text, or `nil` where there is none or it isn't UTF-8.
    package func text<Field: FITMessageField>(_ field: Field) -> String? {
        guard number == Field.message.number, let layout = definition.layout(of: field.rawValue) else { return nil }
        return text(layout)
    }

    @inline(__always)
    private func scaled<Field: FITMessageField>(_ raw: Double, _ field: Field) -> Double? {
        let form = field.form
        return raw == form.marker ? nil : raw / form.scale - form.offset
    }

    // MARK: - Any field

    /// One value of a field.
    ///
    /// - Parameters:
    ///   - layout: A field of ``definition``, or that of an application.
    ///   - index: Which of its values.
    /// - Returns: The value, or `.none` if there is none.
    @inline(__always)
    package func raw(_ layout: FITFieldLayout, _ index: Int = 0) -> FITRawValue {
        guard index >= 0, index < layout.count else { return .none }
        let value = address + layout.offset + index &* layout.type.size
        return layout.type.value(at: value, isBigEndian: definition.isBigEndian)
    }

    /// The text of a field.
    ///
    /// - Parameter layout: A field of ``definition``, or that of an application.
    /// - Returns: The text, or `nil` where it has another type, there is none, or it isn't UTF-8.
    package func text(_ layout: FITFieldLayout) -> String? {
        layout.type == .string ? FITText.text(bytes(layout)) : nil
    }

    /// The bytes of a field, whatever its type is.
    ///
    /// - Parameter layout: A field of ``definition``, or that of an application.
    /// - Returns: The bytes.
    package func bytes(_ layout: FITFieldLayout) -> UnsafeRawBufferPointer {
        UnsafeRawBufferPointer(start: address + layout.offset, count: layout.size)
    }

    /// The number of a field of an application, in the unit of its description.
    ///
    /// - Parameter field: A field of ``definition``.
    /// - Returns: The number, or `nil` where the file has none or several, doesn't say what the field is, or gives it a scale.
    package func number(_ field: FITDeveloperLayout) -> Double? {
        guard let description = field.description, !description.isScaled else { return nil }
        return single(field.layout).number
    }

    /// The value of a field that has one value.
    @inline(__always)
    private func single(_ layout: FITFieldLayout) -> FITRawValue {
        guard layout.size == layout.type.size else { return .none }
        return layout.type.value(at: address + layout.offset, isBigEndian: definition.isBigEndian)
    }
}
