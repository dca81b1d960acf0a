import Foundation
import Testing

@testable import HealthKit

@Suite("An answer's samples as the class that was asked for")
struct SampleClassTests {
    private static func step(_ number: Int) -> HKSample {
        let date = Date(timeIntervalSinceReferenceDate: Double(number))
        return HKQuantitySample(
            type: HKQuantityType(.stepCount),
            quantity: HKQuantity(unit: .count(), doubleValue: Double(number)),
            start: date,
            end: date
        )
    }

    private static func pulse(_ number: Int) -> HKSample {
        let date = Date(timeIntervalSinceReferenceDate: Double(number))
        return HKQuantitySample(
            type: HKQuantityType(.heartRate),
            quantity: HKQuantity(unit: .count().unitDivided(by: .minute()), doubleValue: Double(number)),
            start: date,
            end: date
        )
    }

    private static func stand(_ number: Int) -> HKSample {
        let date = Date(timeIntervalSinceReferenceDate: Double(number))
        return HKCategorySample(type: HKCategoryType(.appleStandHour), value: 0, start: date, end: date)
    }

    @Test("All of the class or a subclass of it are kept, as the same objects in the same order")
    func all() {
        for samples in [[], (0..<5).map(Self.step), (0..<6).map { $0 % 2 == 0 ? Self.step($0) : Self.pulse($0) }] {
            let found = samples.ofClass(HKQuantitySample.self)
            #expect(found.map(ObjectIdentifier.init) == samples.map(ObjectIdentifier.init))
        }
    }

    @Test("Those of other classes are left out, wherever they stand", arguments: 0..<4)
    func others(place: Int) {
        var samples = (0..<3).map(Self.step)
        samples.insert(Self.stand(9), at: place)
        let found = samples.ofClass(HKQuantitySample.self)
        #expect(found.map(\.quantity) == (0..<3).map { HKQuantity(unit: .count(), doubleValue: Double($0)) })
        #expect(samples.ofClass(HKCategorySample.self).count == 1)
        #expect(samples.ofClass(HKWorkout.self).isEmpty)
    }

    @Test("The array can be changed without changing the other, and the samples live as long as either")
    func changed() {
        var samples = (0..<4).map(Self.step)
        var found = samples.ofClass(HKQuantitySample.self)
        samples.removeAll()
        #expect(found.map(\.startDate.timeIntervalSinceReferenceDate) == [0, 1, 2, 3])
        found += found
        found.removeLast(5)
        samples = found
        found.removeAll()
        #expect(samples.map(\.startDate.timeIntervalSinceReferenceDate) == [0, 1, 2])
        let any: Any = samples.ofClass(HKQuantitySample.self)
        #expect((any as? [HKQuantitySample])?.count == 3)
    }
}
