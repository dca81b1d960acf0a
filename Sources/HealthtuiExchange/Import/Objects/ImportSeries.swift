import Foundation
import HealthKit

/// A type and unit of an export, and the way its values are read.
struct ImportSeries: Sendable {
    /// The kind of values that the type has.
    enum Kind: Sendable {
        case quantity
        case category(HKCategoryType)
        /// A type that HealthKit doesn't know, kept as it is.
        case unknown
        /// Records of the type can't be imported, for this reason.
        case refused(String)
    }

    let type: String
    /// The unit as it is stored; empty for none.
    let unit: String
    let kind: Kind

    init(type: String, unit: String?) {
        self.type = type
        switch HKObjectType.type(identifier: type) {
        case let known as HKQuantityType:
            // A record without a unit can only mean the type's own.
            let text = unit ?? known.canonicalUnit.unitString
            if let parsed = HKUnit.named(text), known.is(compatibleWith: parsed) {
                self.unit = parsed.unitString
                kind = .quantity
            } else {
                self.unit = text
                let wanted = known.canonicalUnit.unitString
                kind = .refused(
                    HKUnit.named(text) == nil
                        ? "unknown unit \"\(text)\" for \(type)"
                        : "unit \(text) does not fit \(type), which needs one like \(wanted)"
                )
            }
        case let known as HKCategoryType:
            self.unit = ""
            kind = .category(known)
        case nil:
            self.unit = unit ?? ""
            kind = .unknown
        default:
            self.unit = unit ?? ""
            kind = .refused("\(type) isn't a record type")
        }
    }

    /// The number for a value that is a name, such as a sleep stage.
    ///
    /// - Returns: The number, or `nil` if the type has no such value.
    func value(named name: String) -> Double? {
        guard case .category(let type) = kind else { return nil }
        return type.enumeration?.case(constant: name).map { Double($0.value) }
    }

    /// Whether a number is one of the type's values.
    func admits(_ value: Double) -> Bool {
        guard value.isFinite else { return false }
        guard case .category(let type) = kind else { return true }
        return Int(exactly: value).map { type.allows(value: $0) } ?? false
    }
}
