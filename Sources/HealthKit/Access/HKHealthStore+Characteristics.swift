import Foundation

extension HKHealthStore {
    /// The result of ``dateOfBirthComponents()``.
    func birthday() throws -> DateComponents {
        let calendar = Calendar(identifier: .gregorian)
        let parts = (try characteristics(.dateOfBirth).dateOfBirth ?? "").split(separator: "-").compactMap { Int($0) }
        // An app can't distinguish an unset value from one that it may not read.
        guard parts.count == 3 else {
            throw HKError.error(.errorNoData, "No date of birth is available")
        }
        return DateComponents(calendar: calendar, era: 1, year: parts[0], month: parts[1], day: parts[2])
    }

    /// The characteristics, limited to the one if the caller may read it; none when reading was denied (R1.18).
    func characteristics(_ identifier: HKCharacteristicTypeIdentifier) throws -> CharacteristicValues {
        try port.send(CharacteristicCall(type: identifier.rawValue))
    }
}
