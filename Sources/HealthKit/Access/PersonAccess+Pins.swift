import Foundation

extension PersonAccess {
    private static var pinsKey: String { "types" }

    /// The types that the person pinned to the summary, in order; `nil` as long as the person chose none.
    package func pinnedTypes() throws -> [String]? {
        try read { try $0.value([String].self, StoreNamespace.pins, Self.pinsKey) }
    }

    /// Sets the types that are pinned to the summary, in order.
    package func setPinnedTypes(_ types: [String]) throws {
        try write { try $0.setValue(types, StoreNamespace.pins, Self.pinsKey) }
    }
}
