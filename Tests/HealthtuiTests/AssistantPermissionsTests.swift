import Foundation
import Testing

@testable import HealthKit

/// Assistants' permissions, at the command line.
@Suite(.enabled(if: OwnHome.isThere, "needs mount namespaces")) struct AssistantPermissionsTests {
    private let folder: ScratchFolder
    private let path: String
    private let person: PersonAccess
    private static let steps = HKQuantityType(.stepCount).identifier
    private static let mass = HKQuantityType(.bodyMass).identifier

    init() throws {
        folder = try ScratchFolder()
        path = folder.path("assistant.store")
        try Program.allowUnattended(folder.path(".config"))
        person = HKHealthStore.person(location: .file(path)).person
        try person.setPinnedTypes([])
    }

    private func run(_ arguments: [String]) throws -> Command.Outcome {
        try Command.run(["permissions"] + arguments + ["--store", path], in: folder)
    }

    @Test("Levels and limits are set and shown before the assistant ever asked; what isn't named stays")
    func levels() throws {
        let set = try run(
            [
                "mcp.desk", "--set", "steps=days", "bodyMass=weeks,add", "--past", "30d", "--until", "2027-02-28",
                "--calls", "50", "--yes", "--json",
            ]
        )
        #expect(set.status == 0, "\(set)")
        let rows = try set.rows()
        #expect(rows.compactMap { $0["level"] as? String } == ["days", "weeks"])
        #expect(rows.allSatisfy { $0["past"] as? Int == 30 && $0["until"] as? String == "2027-02-28" })
        let grant = try #require(try person.assistant("mcp.desk"))
        #expect(grant.types == [Self.steps: AssistantRight(.days), Self.mass: AssistantRight(.weeks, adds: true)])
        #expect(grant.callsADay == 50 && grant.timeZone != nil)
        #expect(try run(["mcp.desk", "--set", "heartRate=samples", "bodyMass=none", "--yes"]).status == 0)
        let after = try #require(try person.assistant("mcp.desk"))
        #expect(Set(after.types.keys) == [Self.steps, HKQuantityType(.heartRate).identifier])
        #expect(after.pastDays == 30 && after.callsADay == 50)
        let table = try run(["mcp.desk"]).output
        #expect(
            table.hasPrefix("30 days back, until 2027-02-28, 50 calls a day") && table.contains("samples"),
            "\(table)"
        )
        let apps = try Command.run(["apps", "--json", "--store", path], in: folder).rows()
        #expect(apps.compactMap { $0["bundle"] as? String } == ["mcp.desk"] && apps.first?["read"] as? Int == 2)
    }

    @Test("all=on leaves out what is sensitive, and all=none takes all away without a question")
    func all() throws {
        #expect(try run(["mcp.desk", "--set", "all=on"]).status == 1, "nobody is there to ask")
        #expect(try person.assistant("mcp.desk") == nil)
        #expect(try run(["mcp.desk", "--set", "all=on", "--yes"]).status == 0)
        let grant = try #require(try person.assistant("mcp.desk"))
        #expect(grant.types[Self.steps]?.level == .days && grant.types[Self.mass]?.level == .weeks)
        #expect(grant.types.keys.allSatisfy { !AssistantTypes.isSensitive($0) } && grant.types.count > 80)
        #expect(try run(["mcp.desk", "--set", "all=none"]).status == 0)
        #expect(try person.assistant("mcp.desk")?.types.isEmpty == true)
        #expect(try run(["mcp.desk"]).output.hasSuffix("It is answered from nothing.\n"))
    }

    @Test(
        "What an assistant can't have is a wrong use, and nothing is changed",
        arguments: [
            ["mcp.desk", "--set", "steps=read"], ["mcp.desk", "--set", "steps=days,weeks"],
            ["mcp.desk", "--set", "steps=hours"], ["mcp.desk", "--set", "steps=on"],
            ["mcp.desk", "--set", "dateOfBirth=days"], ["mcp.desk", "--set", "sleep=add"],
            ["mcp.desk", "--set", "all=add"], ["mcp.desk", "--past", "0d"], ["mcp.desk", "--past", "soon"],
            ["mcp.desk", "--past", "9999999999999999999d"], ["mcp.desk", "--until", "2027-02-30"],
            ["mcp.desk", "--calls", "0"], ["mcp.desk", "--set", "steps=days", "--since", "30d"],
            ["mcp.Desk", "--set", "steps=days"], ["mcp.", "--set", "steps=days"],
            ["mcp.a234567890123456789012345678901234", "--set", "steps=days"],
        ]
    )
    func wrong(arguments: [String]) throws {
        let outcome = try run(arguments + ["--yes"])
        #expect(outcome.status != 0 && !outcome.output.contains("days back"), "\(outcome)")
        #expect(try person.assistant("mcp.desk") == nil)
        #expect(try person.apps().isEmpty)
    }
}
