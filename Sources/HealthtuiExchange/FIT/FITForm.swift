/// The number and the name of a message, as the public profile has them.
package struct FITMessageName: Sendable {
    package let number: UInt16
    package let name: StaticString
}

/// What a field is: its name, its type, and what its values mean.
package struct FITForm: Sendable {
    /// The name in the public profile.
    package let name: StaticString
    /// The usual type; a file may use another.
    package let type: FITBaseType
    /// A value is the raw value divided by this, minus ``offset``.
    package let scale: Double
    package let offset: Double
    /// The unit of values, as the public profile spells it; empty for none.
    package let unit: StaticString
    /// The raw value of a measurement in progress; NaN if there is no such value.
    package let marker: Double

    @inline(__always)
    init(
        _ name: StaticString,
        _ type: FITBaseType,
        scale: Double = 1,
        offset: Double = 0,
        unit: StaticString = "",
        marker: Double = .nan
    ) {
        self.name = name
        self.type = type
        self.scale = scale
        self.offset = offset
        self.unit = unit
        self.marker = marker
    }
}

/// A field of one of the messages that are read; its raw value is its number.
package protocol FITMessageField: CaseIterable, RawRepresentable, Sendable where RawValue == UInt8 {
    /// The message that has it.
    static var message: FITMessageName { get }
    /// What it is.
    var form: FITForm { get }
}
