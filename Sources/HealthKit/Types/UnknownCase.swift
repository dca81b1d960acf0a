/// A value of a category that HealthKit knows, which this version has no case for.
///
/// An import keeps such samples under a separate type, by the value's name: apps don't see them, the person does, and
/// exports include them. A version that knows the case converts them when it opens the store.
package struct UnknownCase: Hashable, Sendable {
    /// The identifier of the category.
    package let type: String
    /// The name of the value in exports.
    package let name: String

    private static let separator = "="

    private init(type: String, name: String) {
        self.type = type
        self.name = name
    }

    /// The case for a text in an export; `nil` for a text that can be neither the name nor the number of a case.
    package init?(type: String, exported text: String) {
        let isName =
            text.hasPrefix("HKCategoryValue") && text.utf8.count <= 200
            && text.utf8.allSatisfy { ($0 | 0x20) >= 0x61 && ($0 | 0x20) <= 0x7A || $0 >= 0x30 && $0 <= 0x39 }
        guard isName || Int(text).map({ String($0) == text }) ?? false else { return nil }
        self.init(type: type, name: text)
    }

    /// The case that samples of a stored type have; `nil` for the identifiers of other types.
    package init?(identifier: String) {
        guard let place = identifier.firstIndex(of: "=") else { return nil }
        let type = String(identifier[..<place])
        guard HKObjectType.type(identifier: type) is HKCategoryType else { return nil }
        self.init(type: type, exported: String(identifier[identifier.index(after: place)...]))
    }

    /// The identifier under which the samples are stored.
    package var identifier: String { type + Self.separator + name }

    /// The value, in a version that knows it.
    var value: Int? {
        guard let type = HKObjectType.type(identifier: type) as? HKCategoryType else { return nil }
        if let known = type.enumeration?.case(constant: name) { return known.value }
        return Int(name).flatMap { type.allows(value: $0) ? $0 : nil }
    }
}
