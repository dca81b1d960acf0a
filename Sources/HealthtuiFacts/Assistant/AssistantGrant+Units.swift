import Foundation
import HealthKit
import HealthtuiEntry

extension AssistantGrant {
    /// The language and the region of an assistant's numbers, whatever those of the process are.
    static let locale = Locale(identifier: "en_001")

    /// The person's units for an assistant's numbers, where they differ from those that it has without.
    ///
    /// - Parameters:
    ///   - types: The identifiers of the types on its sheet.
    ///   - unit: The unit in which the person wants values of a type.
    /// - Returns: The units by type identifier.
    package static func units(
        of types: some Sequence<String>,
        _ unit: (HKQuantityType) -> ValueUnit
    ) -> [String: String] {
        var units: [String: String] = [:]
        for type in types.flatMap(quantities) {
            let (wanted, usual) = (unit(type).unit.unitString, ValueUnit(type, locale: locale).unit.unitString)
            if wanted != usual { units[type.identifier] = wanted }
        }
        return units
    }

    /// The quantities whose units the numbers of a type have.
    private static func quantities(_ type: String) -> [HKQuantityType] {
        switch HKObjectType.type(identifier: type) {
        case let type as HKQuantityType: [type]
        case is HKCorrelationType: [BloodPressure.systolicType, BloodPressure.diastolicType]
        case is HKWorkoutType: [HKQuantityType(.distanceWalkingRunning)]
        default: []
        }
    }
}
