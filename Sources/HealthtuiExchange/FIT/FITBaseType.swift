/// The types that fields of a FIT file have.
package enum FITBaseType: UInt8, CaseIterable, Sendable {
    case `enum` = 0x00
    case sint8 = 0x01
    case uint8 = 0x02
    case string = 0x07
    case uint8z = 0x0A
    case byte = 0x0D
    case sint16 = 0x83
    case uint16 = 0x84
    case sint32 = 0x85
    case uint32 = 0x86
    case float32 = 0x88
    case float64 = 0x89
    case uint16z = 0x8B
    case uint32z = 0x8C
    case sint64 = 0x8E
    case uint64 = 0x8F
    case uint64z = 0x90
    /// Raw bytes: an unknown type code, or a field whose size isn't a multiple of its type's.
    case opaque = 0xFF

    /// The type of a code.
    ///
    /// - Parameter code: The code in a definition or a description.
    package init(code: UInt8) { self = Self(rawValue: code) ?? .opaque }

    /// The bytes of one value.
    package var size: Int {
        switch self {
        case .enum, .sint8, .uint8, .string, .uint8z, .byte, .opaque: 1
        case .sint16, .uint16, .uint16z: 2
        case .sint32, .uint32, .float32, .uint32z: 4
        case .float64, .sint64, .uint64, .uint64z: 8
        }
    }
}

/// A value as the file has it, before any scale.
package enum FITRawValue: Hashable, Sendable {
    /// The type's invalid value, a float that isn't finite, or a field that isn't numeric.
    case none
    case integer(Int64)
    /// An unsigned number above those of `Int64`.
    case large(UInt64)
    case real(Double)

    /// The number, or `nil` if there is none or a `Double` can't represent it exactly.
    package var number: Double? {
        switch self {
        case .none: nil
        case .integer(let value): Double(exactly: value)
        case .large(let value): Double(exactly: value)
        case .real(let value): value
        }
    }
}

extension FITBaseType {
    /// Reads one value.
    ///
    /// - Parameters:
    ///   - address: The first byte; ``size`` bytes must be readable.
    ///   - isBigEndian: The order of its bytes.
    /// - Returns: The value.
    @inline(__always)
    func value(at address: UnsafeRawPointer, isBigEndian: Bool) -> FITRawValue {
        @inline(__always)
        func load<Value: FixedWidthInteger>(_ type: Value.Type) -> Value {
            let value = address.loadUnaligned(as: type)
            return isBigEndian ? value.bigEndian : value.littleEndian
        }
        @inline(__always)
        func signed<Value: FixedWidthInteger & SignedInteger>(_ type: Value.Type) -> FITRawValue {
            let value = load(type)
            return value == .max ? .none : .integer(Int64(value))
        }
        @inline(__always)
        func unsigned<Value: FixedWidthInteger & UnsignedInteger>(_ type: Value.Type, none: Value) -> FITRawValue {
            let value = load(type)
            if value == none { return .none }
            return Int64(exactly: value).map { .integer($0) } ?? .large(UInt64(value))
        }
        switch self {
        case .enum, .uint8, .byte: return unsigned(UInt8.self, none: .max)
        case .sint8: return signed(Int8.self)
        case .uint8z: return unsigned(UInt8.self, none: 0)
        case .sint16: return signed(Int16.self)
        case .uint16: return unsigned(UInt16.self, none: .max)
        case .uint16z: return unsigned(UInt16.self, none: 0)
        case .sint32: return signed(Int32.self)
        case .uint32: return unsigned(UInt32.self, none: .max)
        case .uint32z: return unsigned(UInt32.self, none: 0)
        case .sint64: return signed(Int64.self)
        case .uint64: return unsigned(UInt64.self, none: .max)
        case .uint64z: return unsigned(UInt64.self, none: 0)
        case .float32:
            let value = Double(Float(bitPattern: load(UInt32.self)))
            return value.isFinite ? .real(value) : .none
        case .float64:
            let value = Double(bitPattern: load(UInt64.self))
            return value.isFinite ? .real(value) : .none
        case .string, .opaque: return .none
        }
    }
}
