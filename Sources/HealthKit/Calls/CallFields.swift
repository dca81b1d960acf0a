import Foundation

/// Values by name, in the order of the names' bytes.
///
/// Calls have a handful of fields: they are found without hashing, and written in the order in which they lie.
package struct CallFields: Hashable, Sendable {
    package struct Field: Hashable, Sendable {
        package var name: String
        package var value: CallValue
    }

    package private(set) var fields: [Field] = []

    package init() {}

    /// - Parameter fields: In any order; of several of one name the last counts.
    package init(_ fields: consuming [Field]) {
        var isSorted = true
        for place in fields.indices.dropFirst()
        where !Self.precedes(fields[place - 1].name, fields[place].name) {
            isSorted = false
            break
        }
        if isSorted {
            self.fields = fields
            return
        }
        // The sort keeps the order of equal names.
        fields.sort { Self.precedes($0.name, $1.name) }
        self.fields.reserveCapacity(fields.count)
        for field in fields {
            if let last = self.fields.last, Self.isSame(last.name, field.name) { self.fields.removeLast() }
            self.fields.append(field)
        }
    }

    package var count: Int { fields.count }

    package subscript(name: String) -> CallValue? { place(of: name).map { fields[$0].value } }

    /// Where a field lies; `nil` where there is none.
    func place(of name: String) -> Int? {
        var (low, high) = (0, fields.count)
        while low < high {
            let middle = (low + high) / 2
            if Self.precedes(fields[middle].name, name) { low = middle + 1 } else { high = middle }
        }
        return low < fields.count && Self.isSame(fields[low].name, name) ? low : nil
    }

    /// Adds a field whose name comes after all others.
    mutating func append(_ name: String, _ value: CallValue) { fields.append(Field(name: name, value: value)) }

    /// Whether a name comes before another.
    static func precedes(_ name: String, _ other: String) -> Bool { order(name, other) < 0 }

    /// Less than 0 for a name that comes before another, 0 for the same: names are bytes, whatever they look like.
    private static func order(_ name: String, _ other: String) -> Int {
        var (name, other) = (name, other)
        return name.withUTF8 { name in
            other.withUTF8 { other in
                let shorter = min(name.count, other.count)
                // An empty buffer may have no address.
                let order = shorter == 0 ? 0 : Int(memcmp(name.baseAddress!, other.baseAddress!, shorter))
                return order == 0 ? name.count - other.count : order
            }
        }
    }

    /// Whether two names are one.
    static func isSame(_ name: String, _ other: String) -> Bool { order(name, other) == 0 }
}

extension CallFields: ExpressibleByDictionaryLiteral {
    package init(dictionaryLiteral elements: (String, CallValue)...) {
        self.init(elements.map { Field(name: $0, value: $1) })
    }
}
