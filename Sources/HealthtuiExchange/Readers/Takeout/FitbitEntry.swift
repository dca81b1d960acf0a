import Foundation

/// An entry of a list of Fitbit's export: a time and a value.
struct FitbitEntry {
    private(set) var time: WallTime?
    /// The value, where it is a number.
    private(set) var number: Double?
    /// The numbers and texts of the value, where it is an object.
    private(set) var parts: [String: (number: Double?, text: String?)] = [:]

    /// Reads an entry.
    ///
    /// - Parameter item: The entry.
    /// - Throws: ``JSONWalk/Failure``.
    init(_ item: JSONItems.Item) throws {
        let walk = item.walk
        var (time, number): (WallTime?, Double?) = (nil, nil)
        var parts: [String: (number: Double?, text: String?)] = [:]
        try walk.forEachMember(of: item.range) { name, range in
            if name == "dateTime" { time = walk.text(range).flatMap { WallTime(american: $0) } }
            guard name == "value" else { return }
            number = walk.number(range)
            try walk.forEachMember(of: range) { part, value in
                parts[part] = (walk.number(value), walk.text(value))
            }
        }
        (self.time, self.number, self.parts) = (time, number, parts)
    }

    /// The place of an entry, for warnings.
    ///
    /// - Parameter item: The entry.
    /// - Returns: The place.
    static func place(_ item: JSONItems.Item) -> String { "[\(item.index ?? 0)]" }
}
