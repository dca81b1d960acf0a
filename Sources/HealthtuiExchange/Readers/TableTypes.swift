import Foundation
import HealthKit

/// The types that the cells of a column name, each looked up once.
struct TableTypes {
    private var known: [String: HKObjectType?] = [:]

    /// The type of a name, or `nil` if HealthKit has none.
    mutating func type(_ name: String) -> HKObjectType? {
        if let found = known[name] { return found }
        let found = TableNames.type(name.replacing("_", with: " ").trimmingCharacters(in: .whitespaces))
        known[name] = .some(found)
        return found
    }
}
