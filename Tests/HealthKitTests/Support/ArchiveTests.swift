import Foundation
import Testing

@testable import HealthKit

/// Objects with fixed identities and content, as they were archived when the fixture was made.
private enum Archived {
    static let glucose = HKQuantity(unit: HKUnit(from: "mmol<180.15588>/L"), doubleValue: 5.05)
    static let device = HKDevice(
        name: "Meter",
        manufacturer: "ACME",
        model: nil,
        hardwareVersion: "2,1",
        firmwareVersion: nil,
        softwareVersion: "9.6.3",
        localIdentifier: "äöü",
        udiDeviceIdentifier: nil
    )
    static let revision = HKSourceRevision(
        source: HKSource(name: "Meter App", bundleIdentifier: "com.example.meter"),
        version: "17",
        productType: "Watch4,4",
        operatingSystemVersion: OperatingSystemVersion(majorVersion: 9, minorVersion: 6, patchVersion: 3)
    )

    static func attributes(_ number: Int, _ metadata: [String: Any]? = nil) throws -> ObjectAttributes {
        ObjectAttributes(
            uuid: try #require(UUID(uuidString: "00000000-0000-4000-8000-00000000000\(number)")),
            device: number == 1 ? device : nil,
            metadata: try Metadata(metadata),
            sourceRevision: revision,
            creationDate: at(700_000_000.125)
        )
    }

    static func objects() throws -> [String: any NSObject & NSCoding] {
        let metadata: [String: Any] = [
            HKMetadataKeyWasUserEntered: true, "number": 3, "ratio": 0.1, "note": "🏃", "date": at(0.5),
            "glucose": glucose,
        ]
        let sample = QuantityContent(
            type: HKQuantityType(.bloodGlucose),
            value: 5.05,
            unit: HKUnit(from: "mmol<180.15588>/L"),
            start: at(1.123456789),
            end: at(1.123456789)
        )
        .sample(try attributes(1, metadata))
        let sleep = HKCategorySample(
            try attributes(2),
            type: HKCategoryType(.sleepAnalysis),
            value: 4,
            start: at(0),
            end: at(3600)
        )
        let protein = QuantityContent(
            type: HKQuantityType(.dietaryProtein),
            value: 12,
            unit: .gram(),
            start: at(0),
            end: at(0)
        )
        .sample(try attributes(3))
        let food = HKCorrelation(
            try attributes(4, [HKMetadataKeyFoodType: "Bean"]),
            type: HKCorrelationType(.food),
            start: at(0),
            end: at(0),
            objects: [protein]
        )
        var content = WorkoutContent(activityType: HKWorkoutActivityType.running.rawValue, duration: 1500)
        content.events = [WorkoutEventContent(type: HKWorkoutEventType.pause.rawValue, start: 60, end: 60)]
        content.setTotal(.energy, QuantityText(value: 123, unit: "kcal"))
        let workout = HKWorkout(try attributes(5), content: content, start: at(0), end: at(1800))
        return [
            "anchor": HKQueryAnchor(fromValue: 42), "unit": HKUnit(from: "mL/min·kg"), "quantity": glucose,
            "device": device, "source": revision.source, "revision": revision, "sample": sample, "sleep": sleep,
            "food": food, "workout": workout,
            "deleted": HKDeletedObject(uuid: workout.uuid, metadata: try Metadata([HKMetadataKeySyncIdentifier: "x"])),
            "quantityType": HKQuantityType(.stepCount), "categoryType": HKCategoryType(.sleepAnalysis),
            "workoutType": HKObjectType.workoutType(), "characteristicType": HKCharacteristicType(.bloodType),
            "predicate": try #require(
                HKQuery.predicateForSamples(withStart: at(0), end: at(60), options: .strictEndDate) as? FilterPredicate
            ),
            "order": try #require(
                NSSortDescriptor(key: HKSampleSortIdentifierEndDate, ascending: false) as? KeySortDescriptor
            ),
        ]
    }

    static let file: URL = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().appending(path: "Fixtures/archives-1.plist")

    static func archive() throws -> Data {
        let archiver = NSKeyedArchiver(requiringSecureCoding: true)
        for (key, object) in try objects() { archiver.encode(object, forKey: key) }
        archiver.finishEncoding()
        return archiver.encodedData
    }
}

@Suite("Archives of objects")
struct ArchiveTests {
    @Test("what an earlier version archived opens in this one, equal to the last bit")
    func earlier() throws {
        try expectEqual(Data(contentsOf: Archived.file))
    }

    @Test("an array of objects is read from an archive, and one that holds something else, or is none, throws")
    func arrays() throws {
        func archive(_ object: Any) throws -> Data {
            try NSKeyedArchiver.archivedData(withRootObject: object, requiringSecureCoding: true)
        }
        let samples = [stepSample(5, 0, 60), stepSample(7, 60, 90)]
        let data = try archive(NSArray(array: samples))
        let found = try NSKeyedUnarchiver.unarchivedArrayOfObjects(ofClass: HKQuantitySample.self, from: data)
        #expect(found == samples && found?.last?.quantity == samples[1].quantity)
        #expect(try NSKeyedUnarchiver.unarchivedArrayOfObjects(ofClass: HKObject.self, from: data)?.count == 2)
        let none = try NSKeyedUnarchiver.unarchivedArrayOfObjects(ofClass: HKUnit.self, from: archive(NSArray()))
        #expect(none == [])

        let mixed = try archive(NSArray(array: [samples[0], HKUnit.count()]))
        let classes: [any HKArchiveContent.Type] = [HKQuantitySample.self, HKUnit.self]
        #expect(try NSKeyedUnarchiver.unarchivedArrayOfObjects(ofClasses: classes, from: mixed)?.count == 2)
        for wrong in [mixed, try archive(samples[0]), data.dropLast(9), Data()] {
            #expect(throws: (any Error).self) {
                try NSKeyedUnarchiver.unarchivedArrayOfObjects(ofClass: HKQuantitySample.self, from: wrong)
            }
        }
    }

    @Test("what this version archives opens again")
    func roundTrip() throws {
        // Writes the fixture of a new version: HEALTHKIT_WRITE_ARCHIVES=1 swift test --filter ArchiveTests
        let data = try Archived.archive()
        if ProcessInfo.processInfo.environment["HEALTHKIT_WRITE_ARCHIVES"] != nil { try data.write(to: Archived.file) }
        try expectEqual(data)
    }

    @Test(
        "a descriptor with any kind of predicate is archived, and finds the same; one that cannot be answered says so"
    )
    func descriptors() throws {
        let early = HKQuery.predicateForSamples(withStart: at(0), end: at(60))
        let typedIn = HKQuery.predicateForObjects(withMetadataKey: HKMetadataKeyWasUserEntered)
        let predicates: [NSPredicate?] = [
            nil, early, NSPredicate(value: true), NSPredicate(value: false),
            NSCompoundPredicate(andPredicateWithSubpredicates: [early, typedIn]),
            NSCompoundPredicate(notPredicateWithSubpredicate: early),
        ]
        func again(_ descriptor: HKQueryDescriptor) throws -> HKQueryDescriptor {
            let data = try NSKeyedArchiver.archivedData(withRootObject: descriptor, requiringSecureCoding: true)
            return try #require(try NSKeyedUnarchiver.unarchivedObject(ofClass: HKQueryDescriptor.self, from: data))
        }
        for predicate in predicates {
            let descriptor = HKQueryDescriptor(sampleType: steps, predicate: predicate)
            let read = try again(descriptor)
            #expect(read.sampleType == steps)
            #expect(read.selection.filter.simplified() == descriptor.selection.filter.simplified())
        }
        let foreign = try again(HKQueryDescriptor(sampleType: steps, predicate: NSPredicate { _, _ in true }))
        #expect(throws: HKError.self) { try SampleFilter(foreign.predicate) }
    }

    private func expectEqual(_ data: Data) throws {
        let coder = try NSKeyedUnarchiver(forReadingFrom: data)
        coder.requiresSecureCoding = true
        coder.decodingFailurePolicy = .setErrorAndReturn
        for (key, object) in try Archived.objects() {
            let read = try #require(
                coder.decodeObject(of: [Swift.type(of: object)], forKey: key) as? NSObject,
                "\(key)"
            )
            #expect(read == object, "\(key)")
            #expect(Swift.type(of: read) == Swift.type(of: object))
            guard let sample = object as? HKSample, let again = read as? HKSample else { continue }
            #expect(again.sampleType == sample.sampleType)
            #expect(again.startDate == sample.startDate && again.endDate == sample.endDate)
            #expect(again.metadataValues == sample.metadataValues && again.device == sample.device)
            #expect(again.sourceRevision == sample.sourceRevision && again.creationDate == sample.creationDate)
            #expect((again as? HKQuantitySample)?.quantity == (sample as? HKQuantitySample)?.quantity)
            #expect((again as? HKQuantitySample)?.value == (sample as? HKQuantitySample)?.value)
            #expect((again as? HKCategorySample)?.value == (sample as? HKCategorySample)?.value)
            #expect((again as? HKCorrelation)?.objects == (sample as? HKCorrelation)?.objects)
            #expect((again as? HKWorkout)?.content == (sample as? HKWorkout)?.content)
        }
    }
}
