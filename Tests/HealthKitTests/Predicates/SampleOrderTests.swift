import Foundation
import Testing

@testable import HealthKit

@Suite("Orders of samples")
struct SampleOrderTests {
    private func sorted(_ samples: [HKSample], _ order: SampleOrder) -> [Double] {
        var samples = samples
        order.sort(&samples)
        return samples.compactMap { ($0 as? HKQuantitySample)?.value }
    }

    private func samples() throws -> [HKSample] {
        [
            someSteps(1, from: 5, to: 6), someSteps(2, from: 1, to: 9), someSteps(3, from: 5, to: 5),
            someSteps(4, from: 1, to: 2),
        ]
    }

    @Test("R4.5: sort identifiers, plain keys and key paths name the same order")
    func keys() throws {
        let descriptors = [
            NSSortDescriptor(key: HKSampleSortIdentifierStartDate, ascending: false),
            NSSortDescriptor(key: "startDate", ascending: false),
            NSSortDescriptor(keyPath: \HKSample.startDate, ascending: false),
            NSSortDescriptor(keyPath: \HKQuantitySample.startDate, ascending: false),
        ]
        for descriptor in descriptors {
            let order = try SampleOrder([descriptor])
            #expect(order.primaryTime?.field == .start)
            #expect(order.primaryTime?.ascending == false)
            #expect(order.isStartOnly)
            #expect(sorted(try samples(), order) == [1, 3, 2, 4])
        }
        let byEnd = try SampleOrder([NSSortDescriptor(key: HKSampleSortIdentifierEndDate, ascending: true)])
        #expect(byEnd.primaryTime?.field == .end)
        #expect(!byEnd.isStartOnly)
        #expect(sorted(try samples(), byEnd) == [4, 3, 1, 2])
    }

    @Test("R4.5: several descriptors decide one after the other, and ties keep their places")
    func several() throws {
        let order = try SampleOrder([
            NSSortDescriptor(key: HKSampleSortIdentifierStartDate, ascending: true),
            NSSortDescriptor(key: HKSampleSortIdentifierEndDate, ascending: false),
        ])
        #expect(!order.isStartOnly)
        #expect(sorted(try samples(), order) == [2, 4, 1, 3])
        let byStart = try SampleOrder([NSSortDescriptor(key: HKSampleSortIdentifierStartDate, ascending: true)])
        #expect(sorted(try samples(), byStart) == [2, 4, 1, 3])
        #expect(sorted(try samples(), try SampleOrder([NSSortDescriptor]())) == [1, 2, 3, 4])
    }

    @Test("R4.5: Swift's descriptors are recognised by their key paths, others compare")
    func swiftDescriptors() throws {
        let byStart = SampleOrder([SortDescriptor(\HKQuantitySample.startDate, order: .reverse)])
        #expect(byStart.primaryTime?.field == .start)
        #expect(byStart.primaryTime?.ascending == false)
        #expect(byStart.isStartOnly)
        let byEnd = SampleOrder([SortDescriptor(\HKSample.endDate)])
        #expect(byEnd.primaryTime?.field == .end)
        let byCount = SampleOrder([SortDescriptor(\HKQuantitySample.count), SortDescriptor(\.startDate)])
        #expect(byCount.primaryTime == nil)
        #expect(sorted(try samples(), byCount) == [2, 4, 1, 3])
    }

    @Test("R4.5: workouts are sorted by duration and totals, those without a total first")
    func workouts() throws {
        func workout(_ duration: Double, _ kilometres: Double?) -> HKWorkout {
            var content = WorkoutContent(activityType: HKWorkoutActivityType.running.rawValue, duration: duration)
            content.setTotal(.distance, kilometres.map { QuantityText(value: $0, unit: "km") })
            return HKWorkout(ObjectAttributes(), content: content, start: time(0), end: time(1000))
        }
        func durations(_ key: String, ascending: Bool) throws -> [Double] {
            var samples: [HKSample] = [workout(30, 5), workout(10, nil), workout(20, 7)]
            try SampleOrder([NSSortDescriptor(key: key, ascending: ascending)]).sort(&samples)
            return samples.compactMap { ($0 as? HKWorkout)?.duration }
        }
        #expect(try durations(HKWorkoutSortIdentifierDuration, ascending: true) == [10, 20, 30])
        #expect(try durations(HKWorkoutSortIdentifierTotalDistance, ascending: true) == [10, 30, 20])
        #expect(try durations(HKWorkoutSortIdentifierTotalDistance, ascending: false) == [20, 30, 10])
        #expect(try durations(HKWorkoutSortIdentifierTotalEnergyBurned, ascending: true) == [30, 10, 20])
    }

    @Test("R4.5: other keys are refused")
    func refusals() {
        #expect(throws: HKError.self) { try SampleOrder([NSSortDescriptor(key: "metadata.x", ascending: true)]) }
        #expect(throws: HKError.self) { try SampleOrder([NSSortDescriptor(key: nil, ascending: true)]) }
        #expect(throws: HKError.self) { try SampleOrder([NSSortDescriptor(keyPath: \String.count, ascending: true)]) }
    }

    @Test("a descriptor keeps its key and direction, compares samples, and turns round")
    func descriptor() throws {
        let descriptor = NSSortDescriptor(key: HKSampleSortIdentifierStartDate, ascending: true)
        #expect(descriptor.key == HKSampleSortIdentifierStartDate)
        #expect(descriptor.ascending)
        #expect(descriptor.compare(someSteps(1, from: 1), to: someSteps(1, from: 2)) == .orderedAscending)
        let turned = try #require(descriptor.reversedSortDescriptor as? NSSortDescriptor)
        #expect(turned.key == HKSampleSortIdentifierStartDate)
        #expect(!turned.ascending)
    }
}
