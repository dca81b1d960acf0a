import Foundation
import Testing

@testable import HealthKit

/// What an app can make with public API alone: an archive of its own object, opened with another UUID put in.
func forged<Object: HKObject>(_ object: Object, as uuid: UUID) throws -> Object {
    var data = try NSKeyedArchiver.archivedData(withRootObject: object, requiringSecureCoding: true)
    let range = try #require(data.range(of: Data(object.uuid.uuidString.utf8)))
    data.replaceSubrange(range, with: Data(uuid.uuidString.utf8))
    let found = try #require(try NSKeyedUnarchiver.unarchivedObject(ofClass: Object.self, from: data))
    try #require(found.uuid == uuid)
    return found
}

let systolic = HKQuantityType(.bloodPressureSystolic)
let diastolic = HKQuantityType(.bloodPressureDiastolic)
let protein = HKQuantityType(.dietaryProtein)
let sugar = HKQuantityType(.dietarySugar)
let food = HKCorrelationType(.food)

func grams(_ type: HKQuantityType, _ value: Double, at time: Double = 0) -> HKQuantitySample {
    HKQuantitySample(
        type: type,
        quantity: HKQuantity(unit: .gram(), doubleValue: value),
        start: at(time),
        end: at(time)
    )
}

func meal(_ members: [HKSample], at time: Double = 0, metadata: [String: Any]? = nil) -> HKCorrelation {
    HKCorrelation(type: food, start: at(time), end: at(time), objects: Set(members), metadata: metadata)
}
