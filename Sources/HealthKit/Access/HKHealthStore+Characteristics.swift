import Foundation

extension HKHealthStore {
    /// What ``dateOfBirthComponents()`` says.
    func birthday() throws -> DateComponents {
        let calendar = Calendar(identifier: .gregorian)
        let parts = (try characteristics(.dateOfBirth).dateOfBirth ?? "").split(separator: "-").compactMap { Int($0) }
        // Whether it is not set or may not be read, no app can tell.
        guard parts.count == 3 else {
            throw HKError.error(.errorNoData, "No date of birth is available")
        }
        return DateComponents(calendar: calendar, era: 1, year: parts[0], month: parts[1], day: parts[2])
    }

    /// The values, as far as the caller may see this one: none when reading was denied (R1.18).
    func characteristics(_ identifier: HKCharacteristicTypeIdentifier) throws -> CharacteristicValues {
        try port.send(CharacteristicCall(type: identifier.rawValue))
    }
}
