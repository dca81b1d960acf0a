import Foundation
import RandomTesting
import Testing

@testable import HealthKit

/// Reads the archive of an object with each byte changed: in one of four ways, in the soak in all of them.
private func flip<Object: HKArchivedObject>(_ object: Object) throws {
    var random = SeededGenerator("changed archives")
    let masks: [UInt8] = [0x01, 0x02, 0x80, 0xFF]
    let data = try NSKeyedArchiver.archivedData(withRootObject: object, requiringSecureCoding: true)
    for index in data.indices {
        for mask in Soak.isRunning ? masks : [masks[Int.random(in: 0..<4, using: &random)]] {
            var corrupt = data
            corrupt[index] ^= mask
            _ = try? NSKeyedUnarchiver.unarchivedObject(ofClass: Object.self, from: corrupt)
        }
    }
}

/// Every corrupt archive is read in a process of its own: Foundation stops the program at some.
@Suite("Corrupt archives")
struct CorruptArchiveTests {
    @Test("a whole archive opens, one that was cut short anywhere throws")
    func cut() throws {
        let anchor = HKQueryAnchor(fromValue: 42)
        let data = try NSKeyedArchiver.archivedData(withRootObject: anchor, requiringSecureCoding: true)
        #expect(try NSKeyedUnarchiver.unarchivedObject(ofClass: HKQueryAnchor.self, from: data) == anchor)
        for length in 0..<data.count {
            #expect(throws: CocoaError.self) {
                _ = try NSKeyedUnarchiver.unarchivedObject(ofClass: HKQueryAnchor.self, from: data.prefix(length))
            }
        }
    }

    @Test("an archive of something else is nothing")
    func other() throws {
        let data = try NSKeyedArchiver.archivedData(withRootObject: HKUnit.gram(), requiringSecureCoding: true)
        #expect((try? NSKeyedUnarchiver.unarchivedObject(ofClass: HKQueryAnchor.self, from: data)) == nil)
        let list = try PropertyListSerialization.data(fromPropertyList: ["a": [1, 2]], format: .binary, options: 0)
        #expect(throws: CocoaError.self) {
            _ = try NSKeyedUnarchiver.unarchivedObject(ofClass: HKQueryAnchor.self, from: list)
        }
        #expect(throws: CocoaError.self) {
            _ = try NSKeyedUnarchiver.unarchivedObject(ofClass: HKQueryAnchor.self, from: Data())
        }
    }

    @Test("no byte of an archive, however it is changed, stops the program")
    func flipped() async {
        await #expect(processExitsWith: .success) {
            let quantity = HKQuantity(unit: HKUnit(from: "mg/dL"), doubleValue: 90.5)
            let sample = HKQuantitySample(
                type: HKQuantityType(.bloodGlucose),
                quantity: quantity,
                start: Date(timeIntervalSinceReferenceDate: 1),
                end: Date(timeIntervalSinceReferenceDate: 1),
                device: HKDevice.local(),
                metadata: ["a": 1, "b": "x", "c": quantity]
            )
            let food = HKCorrelation(
                type: HKCorrelationType(.food),
                start: sample.startDate,
                end: sample.endDate,
                objects: [
                    HKQuantitySample(
                        type: HKQuantityType(.dietaryProtein),
                        quantity: HKQuantity(unit: .gram(), doubleValue: 2),
                        start: sample.startDate,
                        end: sample.endDate
                    )
                ]
            )
            try flip(HKQueryAnchor(fromValue: 42))
            try flip(HKUnit(from: "mg/dL"))
            try flip(quantity)
            try flip(HKQuantityType(.stepCount))
            try flip(HKSourceRevision(source: .default(), version: "1"))
            try flip(
                HKQueryDescriptor(
                    sampleType: HKQuantityType(.stepCount),
                    predicate: HKQuery.predicateForObject(with: UUID())
                )
            )
            try flip(sample)
            try flip(food)
            try flip(HKWorkout(activityType: .running, start: sample.startDate, end: sample.endDate))
        }
    }
}
