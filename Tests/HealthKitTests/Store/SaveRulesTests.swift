import Foundation
import Testing

@testable import HealthKit

/// Gives a sample another identity, as an app can that changes an archive.
private func sample<S: HKSample>(_ sample: S, withIdentity uuid: UUID) throws -> S {
    let coder = RecordingCoder()
    sample.encode(with: coder)
    var fields = coder.fields
    fields["uuid"] = uuid.uuidString as NSString
    return try #require(S(coder: FieldCoder(fields)))
}

@Suite("What saving refuses")
struct SaveRulesTests {
    let test = TestStore()

    private func grams(_ value: Double, at time: Double = 0) -> HKQuantitySample {
        HKQuantitySample(
            type: HKQuantityType(.dietaryProtein),
            quantity: HKQuantity(unit: .gram(), doubleValue: value),
            start: at(time),
            end: at(time)
        )
    }

    private func food(_ members: Set<HKSample>) -> HKCorrelation {
        HKCorrelation(type: HKCorrelationType(.food), start: at(0), end: at(0), objects: members)
    }

    private func refuses(_ object: HKObject, _ location: SourceLocation = #_sourceLocation) async throws {
        #expect(await code { try await test.store.save(object) } == .errorInvalidArgument, sourceLocation: location)
        // An app's save waits in the journal while the machine is locked: what is refused must not wait there either.
        let sample = try #require(object as? HKSample)
        for type in sample.sharedTypes { try test.grant("a", type, read: true, share: true) }
        let database = try test.store.database()
        database.lock()
        #expect(await code { try await test.app("a").save(object) } == .errorInvalidArgument, sourceLocation: location)
        database.unlock()
        #expect(try await test.store.all(sample.sampleType).isEmpty, sourceLocation: location)
    }

    @Test("infinite quantities and those that are no number can be made, held and compared, but not saved")
    func notFinite() async throws {
        for value in [Double.infinity, -.infinity, .nan] {
            let sample = grams(value)
            #expect(sample.quantity.doubleValue(for: .gram()).isFinite == false)
            #expect(sample.quantity == sample.quantity)
            #expect(sample.quantity != HKQuantity(unit: .gram(), doubleValue: 5))
            try await refuses(sample)
            try await refuses(food([sample]))
            try await refuses(food([grams(1), sample]))
        }
    }

    @Test("a number that is none is refused in a workout's total, in a series and in metadata")
    func notFiniteElsewhere() async throws {
        let energy = HKQuantity(unit: .kilocalorie(), doubleValue: .infinity)
        try await refuses(
            HKWorkout(
                activityType: .running,
                start: at(0),
                end: at(60),
                duration: 60,
                totalEnergyBurned: energy,
                totalDistance: nil,
                metadata: nil
            )
        )
        let series = QuantityContent(
            type: steps,
            value: 3,
            unit: .count(),
            start: at(0),
            end: at(3),
            series: QuantitySeries([
                QuantitySeries.Element(start: 0, end: 1, value: 3),
                QuantitySeries.Element(start: 1, end: 2, value: .nan),
            ])
        )
        try await refuses(series.sample(ObjectAttributes()))
        for value in [energy, Double.nan, Date(timeIntervalSinceReferenceDate: .infinity)] as [Any] {
            try await refuses(
                HKQuantitySample(
                    type: steps,
                    quantity: HKQuantity(unit: .count(), doubleValue: 1),
                    start: at(0),
                    end: at(0),
                    metadata: ["key": value]
                )
            )
        }
    }

    @Test("a sync version that is no number, and an integer beyond the largest, are errors")
    func metadataNumbers() async throws {
        func make(_ metadata: [String: Any]) throws -> HKQuantitySample {
            try HKQuantitySample(
                validating: steps,
                quantity: HKQuantity(unit: .count(), doubleValue: 1),
                start: at(0),
                end: at(0),
                metadata: metadata
            )
        }
        try await refuses(make([HKMetadataKeySyncIdentifier: "a", HKMetadataKeySyncVersion: Double.nan]))
        let error = #expect(throws: HKError.self) { try make(["big": UInt64.max]) }
        #expect(error?.code == .errorInvalidArgument)
        #expect(try make(["big": UInt64(Int64.max)]).metadata?["big"] as? Int == Int.max)
    }

    @Test("a cumulative sample of a discrete type is made, and the store gives it back as what it is")
    func wrongClass() async throws {
        let sample = HKCumulativeQuantitySample(
            type: HKQuantityType(.bodyMass),
            quantity: HKQuantity(unit: .gramUnit(with: .kilo), doubleValue: 70),
            start: at(0),
            end: at(0)
        )
        #expect(sample.sumQuantity.doubleValue(for: .gramUnit(with: .kilo)) == 70)
        try await test.store.save(sample)
        #expect(try await test.store.all(HKQuantityType(.bodyMass)).first is HKDiscreteQuantitySample)
    }

    @Test("a correlation that an archive made contain itself is refused, and so is one that nests")
    func selfContaining() async throws {
        let protein = grams(1)
        let correlation = food([protein])
        let member = try sample(protein, withIdentity: correlation.uuid)
        try await refuses(
            HKCorrelation(
                ObjectAttributes(uuid: correlation.uuid),
                type: HKCorrelationType(.food),
                start: at(0),
                end: at(0),
                objects: [member]
            )
        )
        try await refuses(
            HKCorrelation(
                ObjectAttributes(),
                type: HKCorrelationType(.food),
                start: at(0),
                end: at(0),
                objects: [correlation]
            )
        )
    }

    @Test("an archive of a correlation opens with quantity and category samples only, and not with its own identity")
    func archives() throws {
        let protein = grams(1)
        let correlation = food([protein])
        let coder = RecordingCoder()
        correlation.encode(with: coder)
        func open(_ members: [HKSample], identity: UUID = UUID()) -> HKCorrelation? {
            var fields = coder.fields
            fields["objects"] = members
            fields["uuid"] = identity.uuidString as NSString
            return HKCorrelation(coder: FieldCoder(fields))
        }
        #expect(open([protein])?.objects.count == 1)
        #expect(open([protein, correlation]) == nil)
        #expect(open([HKWorkout(activityType: .running, start: at(0), end: at(1))]) == nil)
        #expect(open([protein], identity: protein.uuid) == nil)
    }

    @Test("a member under the identity of something else that is stored is refused: nothing nests by a second save")
    func borrowedIdentity() async throws {
        let stored = food([grams(1)])
        try await test.store.save(stored)
        let member = try sample(grams(2), withIdentity: stored.uuid)
        #expect(await code { try await test.store.save(food([member])) } == .errorInvalidArgument)
        #expect(try await test.store.all(HKCorrelationType(.food)).count == 1)
    }

    @Test("a sample that an archive gave a unit of something else is refused")
    func foreignUnit() async throws {
        let coder = RecordingCoder()
        stepSample(3, 0, 1).encode(with: coder)
        var fields = coder.fields
        fields["quantity"] = HKQuantity(unit: .gram(), doubleValue: 3)
        try await refuses(try #require(HKQuantitySample(coder: FieldCoder(fields))))
        fields = coder.fields
        fields["startDate"] = Double.nan
        #expect(HKQuantitySample(coder: FieldCoder(fields)) == nil)
    }
}
