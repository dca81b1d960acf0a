import Foundation
import Testing

@testable import HealthKit

/// The audit, guests, date limits and removed apps at the command line.
@Suite(.enabled(if: OwnHome.isThere, "needs mount namespaces")) struct AuditCommandTests {
    private let folder: ScratchFolder
    private let path: String
    private let person: PersonAccess
    private let app: HKHealthStore
    private static let steps = HKQuantityType(.stepCount)

    init() throws {
        folder = try ScratchFolder()
        path = folder.path("audit.store")
        try Program.allowUnattended(folder.path(".config"))
        let (store, person) = HKHealthStore.person(location: .file(path))
        self.person = person
        let identity = AppIdentity(bundleIdentifier: "test.walker", name: "Walker")
        app = HKHealthStore(sharing: store, principal: .app(identity))
        try store.database()
            .write { writer in
                let heart = HKQuantityType(.heartRate).identifier
                let steps = Self.steps.identifier
                let request = try #require(try writer.ask(identity, share: [steps], read: [steps, heart], now: Date()))
                try writer.answer(request.id, read: [steps], share: [steps])
            }
    }

    private func run(_ arguments: [String]) throws -> Command.Outcome {
        try Command.run(arguments + ["--store", path], in: folder)
    }

    private func walk(_ start: Date) -> HKQuantitySample {
        HKQuantitySample(
            type: Self.steps,
            quantity: HKQuantity(unit: .count(), doubleValue: 5),
            start: start,
            end: start.addingTimeInterval(60)
        )
    }

    private func read(_ type: HKQuantityType) async throws -> Int {
        let all = HKSamplePredicate<HKQuantitySample>.quantitySample(type: type)
        return try await HKSampleQueryDescriptor(predicates: [all], sortDescriptors: []).result(for: app).count
    }

    @Test("audit says who read what, what was looked for in vain and what was saved, by app, type and time")
    func audit() async throws {
        #expect(try run(["audit"]).output == "No app did anything.\n")
        try await app.save([walk(Date().addingTimeInterval(-600)), walk(Date().addingTimeInterval(-300))])
        for _ in 0..<3 { #expect(try await read(Self.steps) == 2) }
        #expect(try await read(HKQuantityType(.heartRate)) == 0)
        _ = try person.audit()
        let table = try run(["audit", "--app", "walker"])
        #expect(table.output.contains("had no access") && table.output.contains("Walker"), "\(table)")
        let rows = try run(["audit", "--type", "steps", "--from", "today", "--json"]).rows()
        #expect(Set(rows.compactMap { $0["operation"] as? String }) == ["read", "save"])
        let reading = try #require(rows.first { $0["operation"] as? String == "read" })
        #expect(reading["calls"] as? Int == 3 && reading["objects"] as? Int == 6)
        let heart = try run(["audit", "--type", "heartRate", "--json"]).rows()
        #expect(heart.compactMap { $0["outcome"] as? String } == ["hidden"])
        #expect(try run(["audit", "--calls", "--json"]).rows().allSatisfy { $0["span"] as? String == "minute" })
        #expect(try run(["audit", "--app", "nobody"]).status == 1)
        #expect(try run(["audit", "--from", "never"]).status == 64)
        #expect(try run(["apps", "--forget", "Walker", "--yes"]).status == 0)
        let left = try run(["audit", "--app", "test.walker", "--json"]).rows()
        #expect(left.count == 3, "what it did is known all the same")
    }

    @Test("An export and a store that is restored from another hold nothing of the audit")
    func exports() async throws {
        _ = try await read(Self.steps)
        _ = try person.audit()
        #expect(try run(["add", "bodyMass", "70", "kg"]).status == 0)
        let zip = folder.path("export.zip")
        #expect(try run(["export", zip]).status == 0)
        let other = folder.path("other.store")
        #expect(try Command.run(["import", zip, "--store", other], in: folder).status == 0)
        #expect(try Command.run(["samples", "bodyMass", "--json", "--store", other], in: folder).rows().count == 1)
        #expect(try Command.run(["audit", "--store", other], in: folder).output == "No app did anything.\n")
    }

    @Test("guest on lets apps change nothing, in every program at once, until guest off")
    func guest() async throws {
        #expect(try run(["guest"]).output == "No guest uses the machine.\n")
        #expect(try run(["guest", "on"]).output.contains("apps change nothing"))
        await #expect(throws: HKError.self) { try await app.save(walk(Date().addingTimeInterval(-60))) }
        #expect(try run(["guest", "--json"]).output == "{\"guest\":true}\n")
        #expect(try run(["guest", "off"]).status == 1, "apps may change data again: that a person decides")
        #expect(try run(["guest", "off", "--yes"]).status == 0)
        try await app.save(walk(Date().addingTimeInterval(-60)))
        #expect(try run(["guest", "maybe"]).status == 64)
    }

    @Test("permissions --since lets only what is recent be read, and says since when")
    func since() async throws {
        try await app.save([walk(Date().addingTimeInterval(-40 * 86_400)), walk(Date().addingTimeInterval(-300))])
        #expect(try await read(Self.steps) == 2)
        let set = ["permissions", "Walker", "--set", "steps=read,share", "--since"]
        let limited = try run(set + ["30d", "--yes", "--json"])
        #expect(limited.status == 0, "\(limited)")
        let row = try #require(try limited.rows().first { $0["type"] as? String == Self.steps.identifier })
        #expect(row["since"] is String && row["read"] as? Bool == true)
        #expect(try await read(Self.steps) == 1)
        #expect(try await app.earliestAuthorizedSampleDate(for: [Self.steps]).count == 1)
        #expect(try run(["permissions", "Walker", "--set", "steps=read,share", "--yes"]).status == 0)
        #expect(try await read(Self.steps) == 2)
        for wrong in ["tomorrow", "soon"] { #expect(try run(set + [wrong, "--yes"]).status == 64) }
        #expect(try run(["permissions", "Walker", "--since", "30d"]).status == 64)
    }

    @Test("An app is forgotten, and its data deleted, and undo brings both back")
    func forgetting() async throws {
        try await app.save(walk(Date().addingTimeInterval(-300)))
        #expect(try run(["apps", "--delete-data", "Walker"]).status == 1, "nobody is there to ask")
        let deleted = try run(["apps", "--delete-data", "walker", "--yes"])
        #expect(deleted.output == "Deleted 1 sample of Walker.\n", "\(deleted)")
        #expect(try run(["apps", "--forget", "Walker", "--yes"]).output == "Forgot Walker.\n")
        #expect(try run(["apps"]).output == "No app has asked for access yet.\n")
        await #expect(throws: HKError.self) { try await read(Self.steps) }
        let given = try run(["undo", "--yes"]).output
        #expect(given.hasPrefix("Undone: forgot Walker (Walker has ") && given.contains("access to"), "\(given)")
        #expect(try run(["undo"]).output == "Undone: deleted 1 Steps sample.\n")
        #expect(try await read(Self.steps) == 1)
    }
}

/// A console that dies while it shows an app's sheet.
@Suite(.serialized, .enabled(if: Tmux.isThere, "needs tmux"))
struct DyingConsoleTests {
    @Test("A console that dies with the sheet open answers nothing: the app waits on, and is answered elsewhere")
    func dies() async throws {
        let folder = try ScratchFolder()
        let store = folder.path("dying.store")
        try Program.allowUnattended(folder.path(".config"))
        let tmux = Tmux(folder)
        defer { tmux.end() }
        let size = Tmux.Size(80, 24)
        let console = try tmux.open("console", size, "\(Program.path("healthtui")) --store \(store)")
        try await console.wait(for: "Welcome")
        let app = try tmux.open("app", size, "HEALTHKIT_STORE=\(store) \(Program.path("stepdemo"))")
        try await console.wait(for: "would like to access")
        try tmux.run(["kill-session", "-t", "console"])
        let waiting = try Command.run(["requests", "--json", "--store", store], in: folder).rows()
        let id = try #require(waiting.first?["id"] as? Int)
        #expect(waiting.count == 1)
        let answer = try Command.run(["authorize", "\(id)", "--deny", "--store", store], in: folder)
        #expect(answer.status == 0, "\(answer)")
        try await app.wait(for: "Saving steps is not allowed")
    }
}
