/// The meaning of a category sample's value for the event: whether it happened, and how severe it was.
package enum EventValue {
    /// Whether a value says that something happened.
    ///
    /// “Not present”, “no change” and “no bleeding” don't, nor does an idle hour among stand hours.
    ///
    /// - Parameters:
    ///   - value: The value of the sample.
    ///   - enumeration: The name of the enumeration that the type's values belong to.
    /// - Returns: Whether the sample counts.
    package static func counts(_ value: Int, of enumeration: String?) -> Bool {
        switch enumeration {
        case "HKCategoryValueSeverity": value != HKCategoryValueSeverity.notPresent.rawValue
        case "HKCategoryValuePresence": value != HKCategoryValuePresence.notPresent.rawValue
        case "HKCategoryValueAppetiteChanges": value != HKCategoryValueAppetiteChanges.noChange.rawValue
        case "HKCategoryValueVaginalBleeding": value != HKCategoryValueVaginalBleeding.none.rawValue
        case "HKCategoryValueAppleStandHour": value == HKCategoryValueAppleStandHour.stood.rawValue
        default: true
        }
    }

    /// The severity of a symptom: 0 for one that isn't present to 3 for a severe one.
    ///
    /// - Parameter value: A value of `HKCategoryValueSeverity`.
    /// - Returns: The severity; `nil` where the sample names none.
    package static func severity(_ value: Int) -> Double? {
        switch HKCategoryValueSeverity(rawValue: value) {
        case .notPresent: 0
        case .mild: 1
        case .moderate: 2
        case .severe: 3
        default: nil
        }
    }
}
