import Foundation
import ProgramTesting
import Testing

@testable import HealthKit
@testable import healthtui

/// The JSON of the sync commands has the keys documented on the page of commands.
@Suite("JSON of healthtui sync")
struct SyncReferenceTests {
    private let folder: ScratchFolder

    init() throws {
        folder = try ScratchFolder()
        for name in ["shared", "moved"] {
            try FileManager.default.createDirectory(atPath: folder.path(name), withIntermediateDirectories: true)
        }
    }

    private func run(_ arguments: [String], on machine: String) throws -> Command.Outcome {
        try Command.run(arguments + ["--store", folder.path("\(machine).store")], in: folder)
    }

    /// Runs a sync command and compares its JSON with the reference.
    ///
    /// - Returns: The objects: one, or those of a list.
    @discardableResult
    private func checked(_ arguments: String..., on machine: String, status: Int32 = 0) throws -> [[String: Any]] {
        let outcome = try run(["sync"] + arguments + ["--json"], on: machine)
        let place = "sync \(arguments.joined(separator: " "))"
        #expect(outcome.status == status, "\(place): \(outcome.errors)")
        let reference = try #require(
            CommandReference.syncing.first { $0.command == "sync \(arguments[0])" },
            "say in CommandReference what \(place) prints"
        )
        let value = try outcome.json()
        let entries = reference.isList ? try #require(value as? [Any], "\(place)") : [value]
        for entry in entries { reference.check(entry, place) }
        if reference.isList {
            let call = ["sync"] + arguments + ["--csv"]
            let records = try CSVTable.records(try run(call, on: machine).output)
            #expect(records.first == reference.parsed.map(\.path), "\(place)")
        }
        return entries.compactMap { $0 as? [String: Any] }
    }

    private func succeed(_ arguments: String..., on machine: String) throws {
        let outcome = try run(arguments, on: machine)
        #expect(outcome.status == 0, "\(arguments): \(outcome.errors)")
    }

    /// Joins a machine that another one invites.
    private func join(_ machine: String, invitedBy inviter: String, named name: String? = nil) throws {
        let code = try #require(try checked("invite", on: inviter).first?["code"] as? String)
        try code.write(toFile: folder.path("code"), atomically: true, encoding: .utf8)
        let joined = try checked(
            "join",
            folder.path("shared"),
            "--code-file",
            folder.path("code"),
            "--name",
            name ?? machine,
            on: machine
        )
        #expect(joined.first?["state"] as? String == "waiting")
        #expect(joined.first?["clockDiffers"] as? Bool == false)
    }

    /// Saves a sample as an app does.
    private func saveAsApp(on machine: String) throws {
        let (store, person) = HKHealthStore.person(location: .file(folder.path("\(machine).store")))
        let app = AppIdentity(bundleIdentifier: "org.example.steps", name: "Steps", version: "1")
        let type = HKQuantityType(.stepCount)
        try person.setGrants([type.identifier: Grant(read: true, share: true)], app: app.bundleIdentifier)
        let start = Date(timeIntervalSinceReferenceDate: 700_000_000)
        let sample = HKQuantitySample(
            type: type,
            quantity: HKQuantity(unit: .count(), doubleValue: 10),
            start: start,
            end: start.addingTimeInterval(60)
        )
        let access = HKHealthStore(sharing: store, principal: .app(app), prompt: nil)
        let done = DispatchSemaphore(value: 0)
        access.save(sample) { isSaved, error in
            #expect(isSaved, "\(String(describing: error))")
            done.signal()
        }
        done.wait()
    }

    @Test("Every command's keys are those of the page, whatever there is to tell")
    func keys() throws {
        try succeed("add", "bodyMass", "70", "kg", "--start", "2026-11-20 08:00", on: "laptop")
        try succeed("profile", "--set", "bloodType=A+", on: "laptop")
        try succeed("profile", "--set", "bloodType=O-", on: "desktop")
        let begun = try checked("init", folder.path("shared"), "--name", "laptop", on: "laptop")
        #expect(begun.first?["recoveryKey"] as? String != nil)
        try join("desktop", invitedBy: "laptop")
        let waiting = try checked("status", on: "desktop")
        #expect(waiting.first?["state"] as? String == "waiting")
        let first = try checked("now", on: "laptop")
        #expect(first.first?["joined"] as? [String] == ["desktop"])
        let second = try checked("now", on: "desktop")
        let profile = second.first?["profile"] as? [[String: Any]]
        #expect(profile?.compactMap { $0["field"] as? String } == ["bloodType"])
        // A machine that another one added, and a file that isn't the group's.
        try join("phone", invitedBy: "desktop")
        try checked("now", on: "desktop")
        try checked("now", on: "phone")
        let group = try #require(
            try FileManager.default.contentsOfDirectory(atPath: folder.path("shared")).first { $0.hasPrefix("hk-") }
        )
        let device = try #require(
            try FileManager.default.contentsOfDirectory(atPath: folder.path("shared/\(group)")).first
        )
        let damaged = "shared/\(group)/\(device)/0000000009-0000000009-0123456789abcdef.seg"
        try Data(count: 512).write(to: URL(fileURLWithPath: folder.path(damaged)))
        let third = try #require(try checked("now", on: "laptop").first)
        #expect((third["newMachines"] as? [[String: Any]])?.compactMap { $0["name"] as? String } == ["phone"])
        #expect((third["problems"] as? [Any])?.isEmpty == false)
        try FileManager.default.removeItem(atPath: folder.path(damaged))
        // Two edits at once, and an app of another machine.
        let uuid = try #require(
            try run(["samples", "bodyMass", "--json"], on: "laptop").rows().first?["uuid"] as? String
        )
        try succeed("edit", uuid, "71", "kg", on: "laptop")
        try succeed("edit", uuid, "72", "kg", on: "desktop")
        try saveAsApp(on: "laptop")
        for machine in ["laptop", "desktop", "laptop"] { try checked("now", on: machine) }
        #expect(try checked("conflicts", on: "laptop").count == 1)
        #expect(try checked("apps", on: "desktop").first?["machine"] as? String == "laptop")
        #expect(try checked("approve", "org.example.steps", on: "desktop").first?["approved"] as? Bool == true)
        #expect(try checked("revoke", "org.example.steps", on: "desktop").first?["approved"] as? Bool == false)
        let verified = try #require(try checked("status", "--verify", on: "laptop").first)
        #expect(verified["differing"] as? [String] == [] && (verified["differingTotals"] as? [Any])?.isEmpty == true)
        #expect(
            try checked("folder", folder.path("moved"), on: "laptop").first?["folder"] as? String
                == folder.path("moved")
        )
        let removed = try #require(try checked("remove", "desktop", on: "laptop").first)
        #expect((removed["letIn"] as? [[String: Any]])?.compactMap { $0["name"] as? String } == ["phone"])
        try checked("leave", on: "laptop")
    }

    @Test("Two machines of one name are told apart, in lists and where one is named")
    func names() throws {
        try checked("init", folder.path("shared"), "--name", "laptop", on: "laptop")
        for machine in ["desktop", "other"] {
            try join(machine, invitedBy: "laptop", named: "desktop")
            try checked("now", on: "laptop")
            try checked("now", on: machine)
        }
        let devices = try #require(try checked("status", on: "laptop").first?["devices"] as? [[String: Any]])
        let beginnings = devices.filter { $0["name"] as? String == "desktop" }.compactMap { $0["id"] as? String }
            .map { String($0.prefix(8)) }
        #expect(beginnings.count == 2)
        let status = try run(["sync", "status"], on: "laptop").output
        let refused = try run(["sync", "remove", "desktop"], on: "laptop")
        #expect(refused.status == 1)
        for beginning in beginnings {
            #expect(status.contains("  desktop (\(beginning)), "), "\(status)")
            #expect(refused.errors.contains(beginning), "\(refused.errors)")
        }
        try saveAsApp(on: "desktop")
        try saveAsApp(on: "other")
        for machine in ["desktop", "other", "laptop"] { try checked("now", on: machine) }
        let apps = try run(["sync", "apps"], on: "laptop").output
        let ambiguous = try run(["sync", "approve", "org.example.steps", "--on", "desktop"], on: "laptop")
        #expect(ambiguous.status == 1)
        for beginning in beginnings {
            #expect(apps.contains("desktop (\(beginning))"), "\(apps)")
            #expect(ambiguous.errors.contains(beginning), "\(ambiguous.errors)")
        }
        #expect(try checked("approve", "org.example.steps", "--on", beginnings[0], on: "laptop").count == 1)
        try checked("remove", beginnings[1], on: "laptop")
        let left = try #require(try checked("status", on: "laptop").first?["devices"] as? [[String: Any]])
        #expect(left.compactMap { ($0["id"] as? String).map { String($0.prefix(8)) } }.contains(beginnings[0]))
        #expect(left.count == 2)
    }
}
