import Foundation

extension PersonAccess {
    /// The unit in which a type is shown: the person's choice, else what is usual where the process runs.
    package func preferredUnit(for type: HKQuantityType) throws -> HKUnit {
        try chosenUnit(for: type) ?? LocaleUnits.defaultUnit(for: type, locale: .current)
    }

    /// The unit that the person chose for a type; `nil` for none.
    package func chosenUnit(for type: HKQuantityType) throws -> HKUnit? { try ask(OwnerChosenUnitCall(type: type)) }

    /// Chooses the unit in which a type is shown; `nil` for what is usual.
    ///
    /// - Throws: `errorInvalidArgument` for a unit that does not fit the type.
    package func setPreferredUnit(_ unit: HKUnit?, for type: HKQuantityType) throws {
        if let unit, !type.is(compatibleWith: unit) {
            throw HKError.invalid("\(type.identifier) cannot be shown in \(unit.unitString)")
        }
        try perform(.setPreferredUnit(type: type.identifier, unit?.unitString))
    }
}
