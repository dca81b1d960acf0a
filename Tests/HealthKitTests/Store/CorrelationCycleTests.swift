import Foundation
import HealthKitStore
import Testing

@testable import HealthKit

/// A file can hold correlations that contain themselves: an earlier version let an app save one.
@Suite("Correlations that contain themselves") final class CorrelationCycleTests {
    private let folder = FileManager.default.temporaryDirectory.appendingPathComponent("cycles-\(UUID().uuidString)")
    private var path: String { folder.appendingPathComponent("health.store").path }

    init() throws {
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(at: folder) }

    private let type = HKCorrelationType(HKCorrelationTypeIdentifier.bloodPressure)

    private func pressure(_ value: Double, _ start: Double) -> HKCorrelation {
        let members = [HKQuantityTypeIdentifier.bloodPressureSystolic, .bloodPressureDiastolic]
            .map { identifier in
                HKQuantitySample(
                    type: HKQuantityType(identifier),
                    quantity: HKQuantity(unit: .millimeterOfMercury(), doubleValue: value),
                    start: at(start),
                    end: at(start)
                )
            }
        return HKCorrelation(type: type, start: at(start), end: at(start), objects: Set(members))
    }

    /// Saves three correlations: the first contains itself, the others each other.
    private func makeCycles(_ person: HKHealthStore) async throws -> [HKCorrelation] {
        let made = (0..<3).map { pressure(80 + Double($0), Double($0)) }
        try await person.save(made)
        try person.database()
            .write { writer in
                for (parent, child) in [(0, 0), (1, 2), (2, 1)] {
                    try writer.writer.link(
                        parent: made[parent].uuid,
                        child: made[child].uuid,
                        role: LinkRole.correlationMember.rawValue
                    )
                }
            }
        return made
    }

    @Test("they are read, with the members that a correlation can have, and deleted")
    func readAndDeleted() async throws {
        let person = HKHealthStore.person(location: .file(path)).store
        let made = try await makeCycles(person)
        let found = try person.database()
            .read { reader in
                try reader.samples([FetchRequest(type: type)], order: .byStart(ascending: true), limit: nil)
            }
        #expect(found.map(\.uuid) == made.map(\.uuid))
        for case let correlation as HKCorrelation in found {
            #expect(correlation.objects.count == 2)
            #expect(correlation.objects.allSatisfy { $0 is HKQuantitySample })
        }
        try await person.delete(made)
        #expect(try person.database().read { try $0.sample(uuid: made[0].uuid) } == nil)
    }

    @Test("doctor finds them, and a repair takes the links out and keeps the rest")
    func foundAndMended() async throws {
        let person = HKHealthStore.person(location: .file(path)).store
        let made = try await makeCycles(person)
        let check = try StoreDoctor(path: path).check()
        #expect(check.problems.map(\.kind) == ["links"])
        #expect(check.problems.first?.count == 3)
        let target = folder.appendingPathComponent("mended.store").path
        let summary = try StoreDoctor(path: path).repair(to: target, replacing: false)
        #expect(summary.lost == [] && summary.remaining == [])
        #expect(summary.changed.map(\.count) == [3])
        #expect(try StoreDoctor(path: target).check().problems == [])
        let mended = HKHealthStore.person(location: .file(target)).store
        for correlation in made {
            let stored = try mended.database().read { try $0.sample(uuid: correlation.uuid) } as? HKCorrelation
            #expect(stored?.objects == correlation.objects)
        }
    }
}
