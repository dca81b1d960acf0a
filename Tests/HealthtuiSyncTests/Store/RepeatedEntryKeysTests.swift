import Foundation
import HealthKit
import HealthKitStore
import RandomTesting
import Testing

@testable import HealthtuiSync

@Suite struct RepeatedEntryKeysTests {
    /// What two objects have in common that a group takes for one: what they say, or what an app knows them by.
    private struct Form: Hashable {
        var texts: [[UInt8]]
        var outline: UInt64
        var identifier: SyncedIdentifier.Key?

        init(_ object: StoreContents.Object) {
            identifier = object.identifier?.key
            texts = identifier == nil ? Array(object.content.texts.prefix(3)) : []
            outline = identifier == nil ? object.content.outline : 0
        }
    }

    @Test("Of a store's objects those are looked up in the group that the store itself speaks of twice, and no others")
    func repetitions() throws {
        var random = SeededGenerator("repeated topics")
        var counts = (repeated: 0, single: 0)
        for _ in 0..<20 {
            let machine = try Machine("laptop")
            for _ in 0..<Int.random(in: 0...60, using: &random) {
                let identifier = "\(Int.random(in: 0...5, using: &random))"
                let isKnown = Int.random(in: 0...3, using: &random) == 0
                try machine.save(
                    Double(Int.random(in: 1...3, using: &random)),
                    at: Double(Int.random(in: 0...9, using: &random)),
                    isKnown ? [HKMetadataKeySyncIdentifier: identifier, HKMetadataKeySyncVersion: 1] : nil
                )
            }
            // Samples without a unit, and objects that are no plain samples.
            for _ in 0..<Int.random(in: 0...20, using: &random) {
                let start = Date(timeIntervalSinceReferenceDate: Double(Int.random(in: 0...9, using: &random)) * 3_600)
                let end = start.addingTimeInterval(600)
                let value = Int.random(in: 0...1, using: &random)
                let sleep = HKCategorySample(type: HKCategoryType(.sleepAnalysis), value: value, start: start, end: end)
                let walk = HKWorkout(activityType: .walking, start: start, end: end)
                try machine.person.save([value == 0 ? walk : sleep])
            }
            let delays = (0..<Int.random(in: 1...3, using: &random)).map { Double($0 + 1) }
            try machine.importSteps((0..<30).map { Double($0 % 7) }, delays: delays)
            try machine.database.read { reader in
                let changes = try OutgoingChanges(reader, part: 16)
                let common = try #require(try changes.everything()).common
                var objects: [StoreContents.Object] = []
                try changes.forEachPage { objects += $0 }
                let forms = Dictionary(grouping: objects, by: Form.init)
                for object in objects {
                    let isRepeated = try #require(forms[Form(object)]).count > 1
                    let isCommon = changes.isCommon(object, common)
                    // Of records, which are few, more may be looked up.
                    #expect(isRepeated ? isCommon : !isCommon || object.content.isRecord)
                    if isRepeated { counts.repeated += 1 } else { counts.single += 1 }
                }
            }
        }
        #expect(counts.repeated > 100 && counts.single > 100)
    }

    @Test("A store that says the same more often than may stay in memory is known by that")
    func many() throws {
        let machine = try Machine("laptop")
        try machine.importSteps([1, 2], delays: (1...40).map(Double.init))
        try machine.database.read { reader in
            let (few, many) = try (
                RepeatedEntryKeys.common(in: reader.store, edits: [], most: 30),
                RepeatedEntryKeys.common(in: reader.store, edits: [], most: 200)
            )
            #expect(few == nil)
            #expect(many?.isEmpty == false)
        }
    }
}
