import HealthKit
import HealthtuiConsole
import HealthtuiEntry
import HealthtuiTerminalUI
import HealthtuiTerminalUITesting
import RandomTesting
import Testing

/// What holds on the page of every record.
@Suite struct RecordTests {
    @Test("A record that is deleted elsewhere says so on its page, and is deleted on it after a question")
    func deletes() async throws {
        let store = TestStore()
        let sample = try store.audiogram()
        let console = try await Console.record("audiogram", store)
        try await console.press("d", "y")
        #expect(try store.person.sample(sample.uuid) == nil)
        let other = try store.audiogram()
        let second = try await Console.record("audiogram", store)
        _ = try store.person.delete([other.uuid])
        try await second.waitFor("this record is no longer in the store")
    }

    @Test("a on a type in Browse opens the form of a record, and says why others have none")
    func addsFromBrowse() async throws {
        let store = TestStore()
        try store.moods()
        try store.electrocardiogram()
        let console = try await Console.start(store.environment())
        try await console.press("2", "/").type("state of mind").press(.enter, "a")
        console.expectRow("It was")
        try await console.press(.escape).press("/").type("electrocardiogram").press(.enter, "a")
        console.expectRow("recorded by devices only")
        for type: HKObjectType in [HKObjectType.stateOfMindType(), HKObjectType.visionPrescriptionType()] {
            #expect(EntryRules.refusalOfForm(type) == nil)
            #expect(EntryRules.refusal(of: type)?.contains("its own form") == true)
        }
    }

    @Test("Any keys at any size leave every page standing", arguments: [1, 2, 3] as [UInt64])
    func randomKeys(round: UInt64) async throws {
        let seed = 20_261_122 &+ round
        print("record pages seed \(seed)")
        var random = SeededGenerator(seed: seed)
        let store = TestStore()
        try store.electrocardiogram()
        try store.electrocardiogram(microvolts: [1])
        try store.audiogram()
        try store.glasses()
        try store.heartbeats()
        try store.labResults()
        try store.clinicalRecord("Odd", identifier: "odd", json: "no json")
        try store.moods()
        try store.medications()
        try store.document()
        let types = [
            "electrocardiogram", "audiogram", "vision prescription", "heartbeat series", "lab results", "state of mind",
            "medication doses", "clinical document",
        ]
        let keys: [Key] =
            [.enter, .escape, .up, .down, .left, .right, .home, .end, .pageUp, .pageDown]
            + "hjklgGtA+-=yL".map { Key(.character($0)) }
        let console = try await Console.start(store.environment(isReadOnly: true))
        for type in types {
            try await console.resize(width: 80, height: 24)
            try await console.press(":").type(type).press(.enter)
            for _ in 0..<60 {
                if Int.random(in: 0..<6, using: &random) == 0 {
                    let width = Int.random(in: 0..<140, using: &random)
                    try await console.resize(width: width, height: Int.random(in: 0..<50, using: &random))
                }
                try await console.press(keys.randomElement(using: &random) ?? .enter)
            }
            while console.text.contains("Save ") { try await console.press(.escape) }
        }
        #expect(console.endState == nil)
    }
}
