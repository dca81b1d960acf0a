import Foundation

extension PersonAccess {
    static var pinsKey: String { "types" }

    /// The types that the person pinned to the summary, in order; `nil` as long as the person chose none.
    package func pinnedTypes() throws -> [String]? {
        try ask(OwnerPinsCall())
    }

    /// Sets the types that are pinned to the summary, in order.
    package func setPinnedTypes(_ types: [String]) throws {
        try perform(.setPins(types))
    }
}
