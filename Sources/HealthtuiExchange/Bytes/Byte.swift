/// Byte values used by the export's grammar.
enum Byte {
    static let tab: UInt8 = 0x09
    static let newline: UInt8 = 0x0A
    static let carriageReturn: UInt8 = 0x0D
    static let space: UInt8 = 0x20
    static let bang: UInt8 = 0x21
    static let quote: UInt8 = 0x22
    static let ampersand: UInt8 = 0x26
    static let apostrophe: UInt8 = 0x27
    static let plus: UInt8 = 0x2B
    static let comma: UInt8 = 0x2C
    static let minus: UInt8 = 0x2D
    static let period: UInt8 = 0x2E
    static let slash: UInt8 = 0x2F
    static let zero: UInt8 = 0x30
    static let colon: UInt8 = 0x3A
    static let semicolon: UInt8 = 0x3B
    static let less: UInt8 = 0x3C
    static let equals: UInt8 = 0x3D
    static let greater: UInt8 = 0x3E
    static let question: UInt8 = 0x3F
    static let closingBracket: UInt8 = 0x5D

    /// Whether XML counts the byte as white space.
    @inline(__always)
    static func isSpace(_ byte: UInt8) -> Bool {
        byte == space || byte == newline || byte == tab || byte == carriageReturn
    }

    /// Whether the byte ends the name of a tag.
    @inline(__always)
    static func endsName(_ byte: UInt8) -> Bool {
        isSpace(byte) || byte == greater || byte == slash
    }

    /// Whether XML forbids the byte: the control bytes other than white space.
    @inline(__always)
    static func isForbiddenControl(_ byte: UInt8) -> Bool {
        byte < space && byte != newline && byte != tab && byte != carriageReturn
    }

    /// The value of a decimal digit, or something above nine for any other byte.
    @inline(__always)
    static func digit(_ byte: UInt8) -> UInt8 {
        byte &- zero
    }
}
