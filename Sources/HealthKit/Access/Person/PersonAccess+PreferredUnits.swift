import Foundation

extension PersonAccess {
    /// The display unit of a type: the person's choice, or the usual unit of the process's locale.
    package func preferredUnit(for type: HKQuantityType) throws -> HKUnit {
        try chosenUnit(for: type) ?? LocaleUnits.defaultUnit(for: type, locale: .current)
    }

    /// The unit that the person chose for a type; `nil` for none.
    package func chosenUnit(for type: HKQuantityType) throws -> HKUnit? { try ask(OwnerChosenUnitCall(type: type)) }

    /// Sets the display unit of a type; `nil` for the usual one.
    ///
    /// - Throws: `errorInvalidArgument` for a unit that does not fit the type.
    package func setPreferredUnit(_ unit: HKUnit?, for type: HKQuantityType) throws {
        if let unit, !type.is(compatibleWith: unit) {
            throw HKError.invalid("\(type.identifier) cannot be shown in \(unit.unitString)")
        }
        try perform(.setPreferredUnit(type: type.identifier, unit?.unitString))
    }
}
