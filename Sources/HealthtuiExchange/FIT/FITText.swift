/// Texts of a FIT file.
enum FITText {
    /// The text of a field.
    ///
    /// - Parameter bytes: The field's bytes. The text ends at the first zero, or with the field where it has none.
    /// - Returns: The text, or `nil` if it is empty or isn't UTF-8.
    static func text(_ bytes: UnsafeRawBufferPointer) -> String? {
        let text = bytes.prefix { $0 != 0 }
        return text.isEmpty ? nil : String(validating: text, as: UTF8.self)
    }
}
