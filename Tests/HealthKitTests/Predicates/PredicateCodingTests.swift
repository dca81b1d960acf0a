import Foundation
import RandomTesting
import Testing

@testable import HealthKit

@Suite("Archived predicates and sort descriptors")
struct PredicateCodingTests {
    private var predicates: [NSPredicate] {
        let source = HKSource(name: "A", bundleIdentifier: "a")
        return [
            HKQuery.predicateForSamples(withStart: time(1.25), end: time(2)),
            HKQuery.predicateForObjects(with: [UUID(), UUID()]),
            HKQuery.predicateForObjects(from: source),
            HKQuery.predicateForObjects(
                from: [HKSourceRevision(source: source, version: "1")] as Set<HKSourceRevision>
            ),
            HKQuery.predicateForObjects(from: [device("x", model: "m")] as Set<HKDevice>),
            HKQuery.predicateForObjects(withMetadataKey: "k", allowedValues: ["a", 1, 2.5, time(3)]),
            HKQuery.predicateForQuantitySamples(
                with: .lessThan,
                quantity: HKQuantity(unit: HKUnit(from: "mmol<180.15588>/L"), doubleValue: 5.5)
            ),
            HKQuery.predicateForWorkouts(
                activityPredicate: HKQuery.predicateForWorkoutActivities(workoutActivityType: .golf)
            ),
            HKQuery.predicateForActivitySummary(
                with: DateComponents(calendar: Calendar(identifier: .gregorian), era: 1, year: 2024, month: 2, day: 29)
            ),
            NSPredicate(format: "NOT metadata.k BEGINSWITH[cd] 'x'"),
            NSPredicate(format: "ancestor == 5"),
        ]
    }

    @Test("an archived predicate opens as an equal one")
    func roundTrip() throws {
        for predicate in predicates {
            let data = try NSKeyedArchiver.archivedData(withRootObject: predicate, requiringSecureCoding: true)
            let again = try NSKeyedUnarchiver.unarchivedObject(ofClass: FilterPredicate.self, from: data)
            #expect(again == predicate, "\(predicate)")
            #expect(again?.description == predicate.description)
        }
    }

    @Test("corrupt bytes give nothing, or another predicate, but never stop the program")
    func corruptBytes() throws {
        let seed = newSeed()
        print("seed of corrupt predicate archives: \(seed)")
        var random = SeededGenerator(seed: seed)
        var refused = 0
        for predicate in predicates {
            let valid = try #require(predicate as? FilterPredicate).content.bytes
            for length in 0..<valid.count where FilterPredicate.Content(bytes: Array(valid[..<length])) == nil {
                refused += 1
            }
            for _ in 0..<2000 {
                var bytes = valid
                for _ in 0..<Int.random(in: 1...4, using: &random) {
                    bytes[Int.random(in: 0..<bytes.count, using: &random)] = UInt8.random(in: 0...255, using: &random)
                }
                let content = FilterPredicate.Content(bytes: bytes)
                if case .filter(let filter) = content { _ = filter.simplified().format }
                if content == nil { refused += 1 }
            }
        }
        #expect(refused > 1000)
        #expect(FilterPredicate.Content(bytes: Array(repeating: 5, count: 100_000)) == nil)
    }

    @Test("an archive with something else inside opens as nothing")
    func foreignArchive() throws {
        let archiver = NSKeyedArchiver(requiringSecureCoding: true)
        archiver.encode(Data([9, 9, 9]) as NSData, forKey: "content")
        archiver.finishEncoding()
        let reader = try NSKeyedUnarchiver(forReadingFrom: archiver.encodedData)
        reader.decodingFailurePolicy = .setErrorAndReturn
        #expect(FilterPredicate(coder: reader) == nil)
        let empty = NSKeyedArchiver(requiringSecureCoding: true)
        empty.finishEncoding()
        #expect(FilterPredicate(coder: try NSKeyedUnarchiver(forReadingFrom: empty.encodedData)) == nil)
    }

    @Test("copies and equal predicates are equal, and have the same hash")
    func equality() throws {
        for (left, right) in zip(predicates, predicates) where !left.description.contains("UUID") {
            #expect(left == right)
            #expect(left.hash == right.hash)
            #expect(left.copy() as? NSPredicate == left)
        }
        #expect(predicates[0] != predicates[1])
        #expect(HKQuery.predicateForObject(with: UUID()) != NSPredicate(value: true))
    }

    @Test("an archived sort descriptor keeps key and direction")
    func sortDescriptor() throws {
        let descriptor = NSSortDescriptor(key: HKSampleSortIdentifierEndDate, ascending: false)
        let data = try NSKeyedArchiver.archivedData(withRootObject: descriptor, requiringSecureCoding: true)
        let again = try NSKeyedUnarchiver.unarchivedObject(ofClass: KeySortDescriptor.self, from: data)
        #expect(again == descriptor)
        #expect(again?.ascending == false)
    }
}
