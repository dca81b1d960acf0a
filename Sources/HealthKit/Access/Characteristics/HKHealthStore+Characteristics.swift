import Foundation

extension HKHealthStore {
    /// What ``dateOfBirthComponents()`` says.
    func birthday() throws -> DateComponents {
        let calendar = Calendar(identifier: .gregorian)
        let parts = (try characteristics(.dateOfBirth).dateOfBirth ?? "").split(separator: "-").compactMap { Int($0) }
        guard parts.count == 3 else { return DateComponents(calendar: calendar) }
        return DateComponents(calendar: calendar, era: 1, year: parts[0], month: parts[1], day: parts[2])
    }

    /// The values, as far as the asker may see this one: none when reading was denied (R1.18).
    func characteristics(_ identifier: HKCharacteristicTypeIdentifier) throws -> CharacteristicValues {
        try gate.answer(CharacteristicCall(type: identifier.rawValue))
    }
}
