import Foundation

/// Takes the fields of a value one by one, for frequent answers: `Codable` takes several times as long.
///
/// Missing fields, and fields that aren't read, throw ``CallCodingError/newer(_:)``, as in ``CallDecoder``.
struct CallFieldReader {
    private let fields: CallFields
    private var taken = 0

    /// - Throws: ``CallCodingError`` for a value without fields.
    init(_ value: CallValue) throws {
        guard case .fields(let fields) = value else { throw CallCodingError.newer("no fields") }
        self.fields = fields
    }

    /// A field's value; `nil` for none.
    mutating func value(_ name: String) -> CallValue? {
        guard let value = fields[name] else { return nil }
        taken += 1
        if case .null = value { return nil }
        return value
    }

    mutating func required(_ name: String) throws -> CallValue {
        guard let value = value(name) else { throw CallCodingError.newer("no field “\(name)”") }
        return value
    }

    mutating func text(_ name: String) throws -> String {
        guard case .text(let text) = try required(name) else { throw Self.mismatch(name) }
        return text
    }

    mutating func decimal(_ name: String) throws -> Double {
        guard case .decimal(let number) = try required(name) else { throw Self.mismatch(name) }
        return number
    }

    mutating func optionalDecimal(_ name: String) throws -> Double? {
        guard let value = value(name) else { return nil }
        guard case .decimal(let number) = value else { throw Self.mismatch(name) }
        return number
    }

    mutating func integer(_ name: String) throws -> Int {
        let value: Int? =
            switch try required(name) {
            case .number(let number): Int(exactly: number)
            case .negative(let number): Int(exactly: number)
            default: nil
            }
        guard let value else { throw Self.mismatch(name) }
        return value
    }

    mutating func list(_ name: String) throws -> [CallValue] {
        guard let list = try optionalList(name) else { throw CallCodingError.newer("no field “\(name)”") }
        return list
    }

    mutating func optionalList(_ name: String) throws -> [CallValue]? {
        guard let value = value(name) else { return nil }
        guard case .list(let values) = value else { throw Self.mismatch(name) }
        return values
    }

    /// - Throws: ``CallCodingError/newer(_:)`` if a field is left.
    func checkEnd() throws { guard taken == fields.count else { throw CallCodingError.newer("an unknown field") } }

    private static func mismatch(_ name: String) -> CallCodingError { .newer("another “\(name)” than is known") }
}
