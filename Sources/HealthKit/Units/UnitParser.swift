/// Reads unit strings.
///
/// The grammar is rule R9.1: one `/` at most, which multiplication binds tighter than; no `/` inside parentheses; a
/// power of a power only with parentheses. `()`, nested as deep as one likes, is the null unit, as is the empty string.
struct UnitParser {
    private let bytes: [UInt8]
    private var position = 0
    private var depth = 0
    private var factors: [Factorization.Factor] = []

    /// Parentheses deeper than this are refused, lest they exhaust the stack.
    private static let deepestNesting = 64

    private init(_ string: String) {
        bytes = Array(string.utf8)
    }

    /// Reads a unit string.
    ///
    /// - Parameter string: Any text.
    /// - Returns: The factors in order of printing, or nil if the text isn't a unit.
    static func factors(of string: String) -> [Factorization.Factor]? {
        if string.isEmpty || isNest(string) { return [] }
        var parser = UnitParser(string)
        guard parser.parseUnit() else { return nil }
        return Factorization.collect(parser.factors)
    }

    /// Whether the string is parentheses around nothing.
    private static func isNest(_ string: String) -> Bool {
        let bytes = string.utf8
        let half = bytes.count / 2
        return bytes.count == 2 * half
            && bytes.prefix(half).allSatisfy { $0 == UInt8(ascii: "(") }
            && bytes.suffix(half).allSatisfy { $0 == UInt8(ascii: ")") }
    }

    private mutating func parseUnit() -> Bool {
        guard parseProduct() else { return false }
        if take(UInt8(ascii: "/")) {
            let above = factors
            factors = []
            guard parseProduct() else { return false }
            factors = above + factors.map { Factorization.Factor(atom: $0.atom, exponent: -$0.exponent) }
        }
        return position == bytes.count
    }

    private mutating func parseProduct() -> Bool {
        guard parsePower() else { return false }
        while takeMultiplication() {
            guard parsePower() else { return false }
        }
        return true
    }

    private mutating func parsePower() -> Bool {
        let start = factors.count
        guard parsePrimary() else { return false }
        guard take(UInt8(ascii: "^")) else { return true }
        guard let power = parseExponent() else { return false }
        for index in start..<factors.count {
            let (exponent, overflow) = factors[index].exponent.multipliedReportingOverflow(by: power)
            guard !overflow, exponent.magnitude <= Factorization.largestExponent else { return false }
            factors[index].exponent = exponent
        }
        return true
    }

    private mutating func parsePrimary() -> Bool {
        guard take(UInt8(ascii: "(")) else { return parseAtom() }
        guard depth < UnitParser.deepestNesting else { return false }
        depth += 1
        defer { depth -= 1 }
        return parseProduct() && take(UInt8(ascii: ")"))
    }

    private mutating func parseAtom() -> Bool {
        let start = position
        while position < bytes.count, !isDelimiter { position += 1 }
        guard position > start else { return false }
        let symbol = String(decoding: bytes[start..<position], as: UTF8.self)
        if symbol == "1" { return true }
        var molarMass: Double?
        if take(UInt8(ascii: "<")) {
            guard let mass = parseMolarMass() else { return false }
            molarMass = mass
        }
        guard let atom = UnitAtom(symbol: symbol, molarMass: molarMass) else { return false }
        factors.append(Factorization.Factor(atom: atom, exponent: 1))
        return true
    }

    private mutating func parseMolarMass() -> Double? {
        guard let end = bytes[position...].firstIndex(of: UInt8(ascii: ">")) else { return nil }
        let digits = bytes[position..<end]
        position = end + 1
        // Double also accepts "inf", "nan" and hexadecimal numbers, which are not molar masses.
        guard digits.allSatisfy({ "0123456789.eE+-".utf8.contains($0) }),
            let mass = Double(String(decoding: digits, as: UTF8.self)), mass.isFinite, mass > 0
        else { return nil }
        return mass
    }

    private mutating func parseExponent() -> Int? {
        let isNegative = take(UInt8(ascii: "-"))
        let start = position
        while position < bytes.count, (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(bytes[position]) {
            position += 1
        }
        guard let power = Int(String(decoding: bytes[start..<position], as: UTF8.self)) else { return nil }
        return isNegative ? -power : power
    }

    private var isDelimiter: Bool {
        "*./^()<>".utf8.contains(bytes[position]) || isMiddleDot
    }

    /// Whether there is a `·`, which is two bytes, at this position.
    private var isMiddleDot: Bool {
        bytes[position] == 0xC2 && position + 1 < bytes.count && bytes[position + 1] == 0xB7
    }

    private mutating func takeMultiplication() -> Bool {
        guard position < bytes.count else { return false }
        if isMiddleDot {
            position += 2
            return true
        }
        return take(UInt8(ascii: "*")) || take(UInt8(ascii: "."))
    }

    private mutating func take(_ byte: UInt8) -> Bool {
        guard position < bytes.count, bytes[position] == byte else { return false }
        position += 1
        return true
    }
}
