import Foundation
import HealthKitStore
import Testing

@testable import HealthKit

@Suite("Many samples at one time") struct ManyMembersTests {
    /// Rows gone through in search of UUIDs while a correlation is saved, read and saved again with its members stored.
    private func searched(members count: Int) throws -> Int {
        let test = TestStore()
        let type = HKQuantityType(.dietaryEnergyConsumed)
        let members = (0..<count)
            .map { index in
                let quantity = HKQuantity(unit: .kilocalorie(), doubleValue: Double(index))
                return HKQuantitySample(type: type, quantity: quantity, start: at(7), end: at(7))
            }
        func food() -> HKCorrelation {
            HKCorrelation(type: HKCorrelationType(.food), start: at(7), end: at(7), objects: Set(members))
        }
        let revision = HKSourceRevision(source: .default(), version: nil)
        let (first, second) = (food(), food())
        let database = try test.store.database()
        var searched = 0
        for correlation in [first, second] {
            searched += try database.write { writer in
                try writer.save([correlation], revision: revision, now: at(8))
                return writer.writer.searchedRows
            }
        }
        return try database.read { reader in
            for uuid in [first.uuid, second.uuid] {
                let read = try #require(try reader.sample(uuid: uuid) as? HKCorrelation)
                #expect(read.objects == Set(members))
            }
            return searched + reader.store.searchedRows
        }
    }

    @Test("The members of a correlation are stored, found and read in one pass")
    func members() throws {
        let (few, many) = (try searched(members: 500), try searched(members: 2_000))
        #expect(few >= 500 && many <= 5 * few, "\(few) rows for 500 members, \(many) for 2,000")
    }

    /// Rows gone through in search of UUIDs while a correlation is deleted, or a member of a workout.
    private func searched(whileDeletingFrom count: Int, isWorkout: Bool) async throws -> Int {
        let test = TestStore()
        let type = HKQuantityType(.dietaryEnergyConsumed)
        let members = (0..<count)
            .map { index in
                let quantity = HKQuantity(unit: .kilocalorie(), doubleValue: Double(index))
                return HKQuantitySample(type: type, quantity: quantity, start: at(7), end: at(7))
            }
        let whole: HKSample
        if isWorkout {
            whole = HKWorkout(activityType: .running, start: at(0), end: at(60))
            try await test.store.save(whole)
            try test.store.database()
                .write { writer in
                    try writer.save(members, revision: HKSourceRevision(source: .default(), version: nil), now: at(8))
                    for member in members {
                        try writer.writer.link(
                            parent: whole.uuid,
                            child: member.uuid,
                            role: LinkRole.workoutSample.rawValue
                        )
                    }
                }
        } else {
            whole = HKCorrelation(type: HKCorrelationType(.food), start: at(7), end: at(7), objects: Set(members))
            try await test.store.save(whole)
        }
        let gone = isWorkout ? members[0].uuid : whole.uuid
        return try test.store.database()
            .write { writer in
                let before = writer.writer.searchedRows
                let deleted = try writer.delete([gone])
                #expect(deleted == 1)
                return writer.writer.searchedRows - before
            }
    }

    @Test(
        "A correlation, and a sample of a workout, is deleted in one pass over what belonged together",
        arguments: [false, true]
    )
    func deleted(isWorkout: Bool) async throws {
        let few = try await searched(whileDeletingFrom: 500, isWorkout: isWorkout)
        let many = try await searched(whileDeletingFrom: 2_000, isWorkout: isWorkout)
        #expect(few >= 500 && many <= 6 * few, "\(few) rows for 500 members, \(many) for 2,000")
    }

    @Test("Pages of a list whose samples all start together hold each sample once", arguments: [true, false])
    func pages(_ ascending: Bool) async throws {
        let test = TestStore()
        let device = HKDevice(
            name: "band",
            manufacturer: nil,
            model: nil,
            hardwareVersion: nil,
            firmwareVersion: nil,
            softwareVersion: nil,
            localIdentifier: nil,
            udiDeviceIdentifier: nil
        )
        let samples = (0..<600)
            .map { index in
                let start = at(index < 20 ? 1 : index > 580 ? 900 : 60)
                let quantity = HKQuantity(unit: .count(), doubleValue: Double(index))
                return HKQuantitySample(
                    type: steps,
                    quantity: quantity,
                    start: start,
                    end: start.addingTimeInterval(5),
                    device: index % 3 == 0 ? device : nil,
                    metadata: nil
                )
            }
        try await test.store.save(samples)
        for device in [nil, device] {
            let query = SampleListQuery(type: steps, device: device)
            let whole = try test.person.samples(query, ascending: ascending, limit: 1_000).map(\.uuid)
            #expect(whole.count == (device == nil ? 600 : 200))
            var listed: [UUID] = []
            var position: SampleListPosition?
            repeat {
                let page = try test.person.samples(query, after: position, ascending: ascending, limit: 50)
                listed += page.map(\.uuid)
                position = page.count < 50 ? nil : SampleListPosition(behind: page, after: position)
            } while position != nil
            #expect(listed == whole)
        }
    }

    @Test("A page that begins far into samples of one time passes over those before it without looking at them")
    func passedOver() async throws {
        let test = TestStore()
        try await test.store.save(stepSamples(0..<9_000) { ($0, 5, 6) })
        try test.store.database()
            .read { reader in
                // It is called for each thousand of rows that are looked at.
                var looks = 0
                reader.checkpoint = { looks += 1 }
                let found = try reader.rows(FetchRequest(type: steps), ascending: true, skipping: 8_000, limit: 10)
                #expect(found?.count == 10 && looks == 0)
            }
    }

    @Test("A page goes on where the last one ended, also when what was before it went meanwhile")
    func deletedBetween() async throws {
        let test = TestStore()
        try await test.store.save(stepSamples(0..<300) { ($0, 5, 6) })
        let query = SampleListQuery(type: steps)
        let whole = try test.person.samples(query, ascending: true, limit: 1_000)
        let page = Array(whole.prefix(100))
        let position = SampleListPosition(behind: page, after: nil)
        try test.person.delete(page.prefix(30).map(\.uuid))
        let next = try test.person.samples(query, after: position, ascending: true, limit: 50)
        #expect(next.map(\.uuid) == whole[100..<150].map(\.uuid))
    }
}
