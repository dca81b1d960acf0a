import Foundation
import HealthKit

/// A type that studies can ask for, and the unit in which they get it.
package struct StudyType: Sendable {
    /// The identifier.
    package let identifier: String
    /// The type's name.
    package let name: String
    /// The way in which its values are combined; `nil` for anything but a quantity.
    package let style: StudyStyle?
    /// The unit of its values, in which six places are enough.
    package let unit: HKUnit?

    /// A type by its identifier; `nil` for one that studies can't ask for.
    package init?(_ identifier: String) {
        guard let entry = TypeCatalogue.shared.entry(identifier: identifier) else { return nil }
        self.identifier = identifier
        name = entry.englishName
        switch entry.kind {
        case .quantity:
            guard let style = entry.aggregationStyle.flatMap({ StudyStyle(rawValue: $0.rawValue) }),
                let unit = entry.unit
            else { return nil }
            self.style = style
            self.unit = Self.studyUnit(unit, entry.displayUnit)
        case .category, .workout:
            style = nil
            unit = nil
        default: return nil
        }
    }

    /// The canonical unit, or the smaller one of both: of vitamins mcg, for 0.000002 g would have one digit left.
    private static func studyUnit(_ canonical: String, _ display: String?) -> HKUnit? {
        guard let unit = HKUnit.named(canonical) else { return nil }
        guard let display = display.flatMap({ HKUnit.named($0) }), let (scale, _) = unit.conversion(to: display) else {
            return unit
        }
        return scale > 1 ? display : unit
    }

    /// The tables that a study of a form gets of it.
    package func tables(_ form: StudyForm) -> [StudyTable] {
        guard style != nil else {
            guard form == .samples else { return [] }
            return [TypeCatalogue.shared.entry(identifier: identifier)?.kind == .workout ? .workouts : .categories]
        }
        switch form {
        case .days: return [.days]
        case .hours: return [.days, .hours]
        case .samples: return [.days, .hours, .samples]
        }
    }
}
