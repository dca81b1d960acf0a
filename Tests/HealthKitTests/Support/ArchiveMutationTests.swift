import Foundation
import RandomTesting
import Testing

@testable import HealthKit

/// Does with an object what an app would: asks it, prints it, archives it again and saves it.
private func use(_ object: NSObject, _ original: NSObject) {
    _ = (object.description, object.hash, object.isEqual(original))
    (object as? any NSCoding)?.encode(with: RecordingCoder())
    if let sample = object as? HKSample {
        _ = (sample.hasUndeterminedDuration, sample.metadata?.count, sample.sourceRevision.description)
        try? SampleValidation.checkForSaving(sample)
        _ = try? sample.withoutDevice()
    }
    switch object {
    case let sample as HKDiscreteQuantitySample:
        _ = (sample.minimumQuantity, sample.mostRecentQuantityDateInterval, sample.count)
    case let workout as HKWorkout:
        _ = (workout.duration, workout.allStatistics, workout.totalDistance, workout.content.json)
    case let activity as HKWorkoutActivity:
        _ = (activity.duration, activity.workoutConfiguration, activity.metadata?.count)
    case let statistics as HKStatistics:
        _ = (
            statistics.sumQuantity(), statistics.mostRecentQuantityDateInterval(), statistics.duration(),
            statistics.sources?.map { statistics.averageQuantity(for: $0) }
        )
    case let predicate as FilterPredicate: _ = (predicate.predicateFormat, try? SampleFilter(predicate))
    case let descriptor as HKQueryDescriptor: _ = try? SampleFilter(descriptor.predicate, for: descriptor.sampleType)
    case let summary as HKActivitySummary: _ = summary.dateComponents(for: Calendar(identifier: .gregorian))
    case let electrocardiogram as HKElectrocardiogram:
        _ = (electrocardiogram.classification, electrocardiogram.averageHeartRate)
    case let attachment as HKAttachment: _ = (attachment.size, attachment.content.pieces, attachment.contentType)
    case let lens as HKLensSpecification: _ = (lens.sphere, lens.axis)
    case let prism as HKVisionPrism: _ = (prism.amount, prism.verticalBase)
    default: break
    }
}

/// Changes the fields of every archived object, and the bytes of its archive, and uses what can still be read.
private func mutateAll(fields: Int, bytes: Int) throws {
    // What a process of its own prints is lost, so the seed is one that its parent knows.
    let seed = ProcessInfo.processInfo.environment["TEST_SEED"].flatMap { UInt64($0) } ?? UInt64(getppid())
    let objects = try ArchivedObjects.all()
    let pool: [Any] =
        objects.map { $0 as Any } + [
            "text" as NSString, Data([1, 2]) as NSData, [1, 2] as NSArray, Double.nan, Int.max, true,
        ]
    var mutator = FieldMutator(random: SeededGenerator(seed: seed), pool: pool)
    for object in objects {
        let coder = RecordingCoder()
        object.encode(with: coder)
        let kind = Swift.type(of: object)
        for round in 0..<fields {
            let read = kind.init(coder: FieldCoder(mutator.mutated(coder.fields)))
            // Most of the time goes into printing dates, which stays the same.
            if let read, round % 8 == 0 { use(read, object) }
        }
        guard let type = kind as? any HKArchiveContent.Type else { continue }
        let archive = try NSKeyedArchiver.archivedData(withRootObject: object, requiringSecureCoding: true)
        for _ in 0..<bytes {
            var damaged = archive
            for _ in 0..<Int.random(in: 1...3, using: &mutator.random) {
                let place = Int.random(in: 0..<damaged.count, using: &mutator.random)
                damaged[place] = UInt8.random(in: 0...255, using: &mutator.random)
            }
            if let read = try? NSKeyedUnarchiver.unarchivedObject(ofClasses: [type], from: damaged) as? NSObject {
                use(read, object)
            }
        }
    }
}

/// In a process of its own: what stops it shows as a failure, after the seed.
@Suite("Mutated archives")
struct ArchiveMutationTests {
    /// In the soak 10,000 of each class.
    @Test("every class that can be archived opens 750 mutated archives as something, nothing or an error")
    func mutated() async {
        print("seed of mutated archives: \(ProcessInfo.processInfo.environment["TEST_SEED"] ?? "\(getpid())")")
        await #expect(processExitsWith: .success) {
            try mutateAll(fields: Soak.count(700, soak: 9_800), bytes: Soak.count(50, soak: 200))
        }
    }

    @Test("every class that can be archived is among those that are mutated, and opens by a list of classes")
    func complete() throws {
        let kinds = try ArchivedObjects.all().map { Swift.type(of: $0) }
        for type in ArchivedClasses.all where "\(type)".hasPrefix("HK") {
            #expect(kinds.contains { $0 == type || $0.isSubclass(of: type) }, "\(type)")
        }
        for object in try ArchivedObjects.all() {
            let data = try NSKeyedArchiver.archivedData(withRootObject: object, requiringSecureCoding: true)
            let type = try #require(Swift.type(of: object) as? any HKArchiveContent.Type)
            #expect(try NSKeyedUnarchiver.unarchivedObject(ofClasses: [type], from: data) != nil, "\(type)")
        }
    }

    @Test("a list of classes reads collections of HealthKit's objects, and refuses what is none of them")
    func lists() throws {
        let list = [HKQueryAnchor(fromValue: 1), HKQueryAnchor(fromValue: 2)] as NSArray
        let data = try NSKeyedArchiver.archivedData(withRootObject: list, requiringSecureCoding: true)
        let read = try NSKeyedUnarchiver.unarchivedObject(ofClasses: [NSArray.self, HKQueryAnchor.self], from: data)
        #expect(read as? [HKQueryAnchor] == [HKQueryAnchor(fromValue: 1), HKQueryAnchor(fromValue: 2)])
        #expect(throws: CocoaError.self) {
            try NSKeyedUnarchiver.unarchivedObject(ofClasses: [HKUnit.self, HKDevice.self], from: data)
        }
        #expect(throws: CocoaError.self) {
            try NSKeyedUnarchiver.unarchivedObject(ofClasses: [HKUnit.self], from: Data([1, 2, 3]))
        }
    }
}
