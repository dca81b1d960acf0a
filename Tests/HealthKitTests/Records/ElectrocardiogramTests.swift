import Foundation
import Testing

@testable import HealthKit

@Suite("Electrocardiograms")
struct ElectrocardiogramTests {
    private let checks = RecordChecks()
    private let microvolt = HKUnit.voltUnit(with: .micro)

    private func electrocardiogram(
        _ voltages: [Double] = [1, 2, 3],
        classification: HKElectrocardiogram.Classification = .sinusRhythm,
        rate: Double? = 64,
        symptoms: HKElectrocardiogram.SymptomsStatus = .notSet,
        start: Double = 0
    ) throws -> HKElectrocardiogram {
        try HKElectrocardiogram(
            start: at(start),
            trace: ElectrocardiogramTrace(unit: microvolt, leads: [.appleWatchSimilarToLeadI: voltages]),
            samplingFrequency: HKQuantity(unit: .hertz(), doubleValue: 512),
            classification: classification,
            averageHeartRate: rate.map { HKQuantity(unit: perMinute, doubleValue: $0) },
            symptomsStatus: symptoms,
            metadata: [HKMetadataKeyAppleECGAlgorithmVersion: 2]
        )
    }

    @Test("an electrocardiogram comes back from the store and from an archive as it was")
    func roundTrip() async throws {
        let voltages: [Double] = (0..<1024).map { sin(Double($0) / 7) * 1e3 + 0.1 }
        let sample = try electrocardiogram(voltages)
        try await checks.pass(sample) {
            $0.numberOfVoltageMeasurements == 1024 && $0.classification == .sinusRhythm && $0.symptomsStatus == .notSet
                && $0.averageHeartRate?.doubleValue(for: perMinute) == 64
                && $0.samplingFrequency?.doubleValue(for: .hertz()) == 512 && $0.endDate == at(2)
        }
        try checkIncompleteArchives(of: sample)
    }

    @Test("the voltages come back bit by bit, at their times")
    func voltages() async throws {
        let voltages = (0..<513).map { 0.1 * Double($0) - 7 }
        let sample = try electrocardiogram(voltages)
        try await checks.test.store.save(sample)
        var found: [HKElectrocardiogram.VoltageMeasurement] = []
        for try await each in HKElectrocardiogramQueryDescriptor(sample).results(for: checks.test.store) {
            found.append(each)
        }
        #expect(
            found.compactMap { $0.quantity(for: .appleWatchSimilarToLeadI)?.doubleValue(for: microvolt) } == voltages
        )
        #expect(found.first?.timeSinceSampleStart == 0 && found.last?.timeSinceSampleStart == 1)
    }

    @Test("the query gives measurements, then that it is done; or an error for what is not stored or not allowed")
    func query() async throws {
        let sample = try electrocardiogram()
        let missing = try electrocardiogram()
        try await checks.test.store.save(sample)
        func run(_ ecg: HKElectrocardiogram, _ store: HKHealthStore) async -> [String] {
            let (stream, continuation) = AsyncStream<String>.makeStream()
            store.execute(
                HKElectrocardiogramQuery(ecg) { _, result in
                    switch result {
                    case .measurement: continuation.yield("measurement")
                    case .done:
                        continuation.yield("done")
                        continuation.finish()
                    case .error(let error):
                        continuation.yield("\((error as? HKError)?.code.rawValue ?? 0)")
                        continuation.finish()
                    }
                }
            )
            return await stream.reduce(into: []) { $0.append($1) }
        }
        #expect(await run(sample, checks.test.store) == ["measurement", "measurement", "measurement", "done"])
        #expect(await run(missing, checks.test.store) == ["11"])
        #expect(await run(sample, checks.test.app("stranger")) == ["5"])
        try checks.test.grant("denied", sample.sampleType, read: false, share: nil)
        #expect(await run(sample, checks.test.app("denied")) == ["11"])
    }

    @Test("R4.16 the symptoms noted with an electrocardiogram are found, and no others")
    func symptoms() async throws {
        let store = checks.test.store
        let sample = try electrocardiogram(symptoms: .present)
        let type = HKCategoryType(.chestTightnessOrPain)
        let noted = HKCategorySample(type: type, value: 1, start: at(0), end: at(1))
        let other = HKCategorySample(type: type, value: 1, start: at(0), end: at(1))
        try await store.save([sample, noted, other])
        try store.database().write { try $0.associate(symptoms: [noted], with: sample) }
        let predicate = HKQuery.predicateForObjectsAssociated(electrocardiogram: sample)
        #expect(try await store.all(type, predicate).map(\.uuid) == [noted.uuid])
        let copy = try archived(try #require(predicate as? FilterPredicate))
        #expect(copy == predicate)
        #expect(try await store.all(type, NSCompoundPredicate(notPredicateWithSubpredicate: copy)).count == 1)
        let none = HKQuery.predicateForObjectsAssociated(electrocardiogram: try electrocardiogram())
        #expect(try await store.all(type, none).isEmpty)
    }

    @Test("R4.19 predicates over classification, symptoms and heart rate hit and miss")
    func predicates() async throws {
        let store = checks.test.store
        let calm = try electrocardiogram(symptoms: .none)
        let fast = try electrocardiogram(classification: .atrialFibrillation, rate: 120, symptoms: .present)
        let unknown = try electrocardiogram(classification: .notSet, rate: nil)
        try await store.save([calm, fast, unknown])
        func found(_ predicate: NSPredicate) async throws -> Set<UUID> {
            Set(try await store.all(HKObjectType.electrocardiogramType(), predicate).map(\.uuid))
        }
        let fibrillation = HKQuery.predicateForElectrocardiograms(classification: .atrialFibrillation)
        #expect(try await found(fibrillation) == [fast.uuid])
        #expect(try await found(HKQuery.predicateForElectrocardiograms(classification: .inconclusiveOther)) == [])
        #expect(try await found(HKQuery.predicateForElectrocardiograms(symptomsStatus: .none)) == [calm.uuid])
        let above = NSPredicate(
            format: "%K > %@",
            HKPredicateKeyPathAverageHeartRate,
            HKQuantity(unit: .count().unitDivided(by: .second()), doubleValue: 1.5)
        )
        #expect(try await found(above) == [fast.uuid])
        #expect(try await found(NSPredicate(format: "%K == 1", HKPredicateKeyPathECGClassification)) == [calm.uuid])
        #expect(try await found(NSPredicate(format: "%K == 2", HKPredicateKeyPathECGSymptomsStatus)) == [fast.uuid])
        let query = HKSampleQueryDescriptor(predicates: [.electrocardiogram(fibrillation)], sortDescriptors: [])
        #expect(try await query.result(for: store).map(\.classification) == [.atrialFibrillation])
    }

    @Test(
        "wrong voltages, frequencies and heart rates are refused, and so is an electrocardiogram without its voltages"
    )
    func validation() async throws {
        func make(_ unit: HKUnit, _ voltages: [Double], _ frequency: HKQuantity, _ rate: HKQuantity? = nil) throws {
            _ = try HKElectrocardiogram(
                start: at(0),
                trace: ElectrocardiogramTrace(unit: unit, leads: [.appleWatchSimilarToLeadI: voltages]),
                samplingFrequency: frequency,
                classification: .notSet,
                averageHeartRate: rate
            )
        }
        let hertz = HKQuantity(unit: .hertz(), doubleValue: 512)
        #expect(throws: HKError.self) { try make(.gram(), [1], hertz) }
        #expect(throws: HKError.self) { try make(microvolt, [.nan], hertz) }
        #expect(throws: HKError.self) { try make(microvolt, [], hertz) }
        #expect(throws: HKError.self) { try make(microvolt, [1], HKQuantity(unit: .hertz(), doubleValue: 0)) }
        #expect(throws: HKError.self) { try make(microvolt, [1], HKQuantity(unit: .gram(), doubleValue: 1)) }
        #expect(throws: HKError.self) { try make(microvolt, [1], hertz, HKQuantity(unit: .gram(), doubleValue: 1)) }
        let sample = try electrocardiogram()
        try await checks.test.store.save(sample)
        let stored = try #require(try await checks.test.store.all(sample.sampleType).first)
        try await checks.test.store.delete(stored)
        #expect(await code { try await checks.test.store.save(stored) } == .errorInvalidArgument)
    }

    @Test("voltages that an earlier version kept come back")
    func earlier() throws {
        var writer = ByteWriter()
        writer.text("mcV")
        for number: UInt64 in [2, 1, 3] { writer.varint(number) }
        for voltage in [0.125, -7, 93.438] { writer.double(voltage) }
        // A lead that nobody knows.
        for number: UInt64 in [9, 1] { writer.varint(number) }
        writer.double(4)
        let read = try #require(ElectrocardiogramTrace(bytes: writer.bytes))
        #expect(
            read == ElectrocardiogramTrace(unit: microvolt, leads: [.appleWatchSimilarToLeadI: [0.125, -7, 93.438]])
        )
        #expect(ElectrocardiogramTrace(bytes: read.bytes) == read)
    }

    @Test("damaged voltages are read as none")
    func damage() {
        let bytes = ElectrocardiogramTrace(unit: microvolt, leads: [.appleWatchSimilarToLeadI: [1, 2]]).bytes
        for length in bytes.indices { #expect(ElectrocardiogramTrace(bytes: Array(bytes[..<length])) == nil) }
        for place in bytes.indices {
            var damaged = bytes
            damaged[place] ^= 0x80
            _ = ElectrocardiogramTrace(bytes: damaged)?.measurements(hertz: 512)
        }
    }
}
