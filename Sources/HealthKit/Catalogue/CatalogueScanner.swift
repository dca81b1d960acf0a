/// Reads the built-in catalogue: JSON with a known structure.
///
/// Every command and every app reads it at launch. Foundation's decoder would take a quarter of the time of a short
/// command, most of it to determine at run time what is known here.
struct CatalogueScanner {
    /// A syntax error with its byte offset.
    struct Fault: Error, CustomStringConvertible {
        let what: String
        let place: Int

        var description: String { "byte \(place): \(what)" }
    }

    private let bytes: UnsafeBufferPointer<UInt8>
    private var place = 0

    /// - Parameter bytes: The text, which must remain valid while it is read.
    init(_ bytes: UnsafeBufferPointer<UInt8>) { self.bytes = bytes }

    /// An error at the current position.
    func fault(_ what: String) -> Fault { Fault(what: what, place: place) }

    /// Reads an object; `member` reads the value of each key.
    mutating func object(_ member: (_ key: String, inout CatalogueScanner) throws -> Void) throws {
        try expect("{")
        if take("}") { return }
        repeat {
            let key = try string()
            try expect(":")
            try member(key, &self)
        } while take(",")
        try expect("}")
    }

    /// Reads an array whose elements `element` reads.
    mutating func array<Element>(_ element: (inout CatalogueScanner) throws -> Element) throws -> [Element] {
        var elements: [Element] = []
        try expect("[")
        if take("]") { return elements }
        repeat { elements.append(try element(&self)) } while take(",")
        try expect("]")
        return elements
    }

    mutating func strings() throws -> [String] { try array { try $0.string() } }

    /// Reads a string that names a case.
    mutating func named<Value: RawRepresentable<String>>(_ type: Value.Type) throws -> Value {
        let name = try string()
        guard let value = Value(rawValue: name) else { throw fault("there is no \(type) \(name)") }
        return value
    }

    mutating func string() throws -> String {
        try expect("\"")
        let first = place
        while place < bytes.count, bytes[place] != UInt8(ascii: "\"") {
            // The catalogue contains no escapes.
            guard bytes[place] != UInt8(ascii: "\\"), bytes[place] >= 0x20 else {
                throw fault("a string has an escape")
            }
            place += 1
        }
        let text = String(decoding: bytes[first..<place], as: UTF8.self)
        try expect("\"")
        return text
    }

    mutating func integer() throws -> Int {
        skipSpace()
        let isNegative = take("-")
        let first = place
        var value = 0
        while place < bytes.count, (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(bytes[place]) {
            let (product, overflows) = value.multipliedReportingOverflow(by: 10)
            guard !overflows, product <= Int.max - 9 else { throw fault("a number is too large") }
            value = product + Int(bytes[place] - UInt8(ascii: "0"))
            place += 1
        }
        guard place > first else { throw fault("a whole number is missing") }
        return isNegative ? -value : value
    }

    mutating func flag() throws -> Bool {
        if take("t") {
            for letter in "rue".unicodeScalars { try expect(letter) }
            return true
        }
        for letter in "false".unicodeScalars { try expect(letter) }
        return false
    }

    /// Ensures that nothing follows.
    mutating func end() throws {
        skipSpace()
        if place < bytes.count { throw fault("something follows the end") }
    }

    private mutating func skipSpace() {
        while place < bytes.count, bytes[place] == 0x20 || (0x09...0x0D).contains(bytes[place]) { place += 1 }
    }

    private mutating func take(_ letter: Unicode.Scalar) -> Bool {
        skipSpace()
        guard place < bytes.count, bytes[place] == UInt8(ascii: letter) else { return false }
        place += 1
        return true
    }

    private mutating func expect(_ letter: Unicode.Scalar) throws {
        guard take(letter) else { throw fault("\(letter) is missing") }
    }
}
