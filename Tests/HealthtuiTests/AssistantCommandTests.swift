import Foundation
import ProgramTesting
import Testing

/// `healthtui mcp` as a client starts it.
@Suite struct AssistantCommandTests {
    private let folder: ScratchFolder

    init() throws { folder = try ScratchFolder() }

    private func lines(_ outcome: Command.Outcome) throws -> [[String: Any]] {
        try outcome.output.split(separator: "\n")
            .map { try #require(try JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any]) }
    }

    private static func call(_ id: Int, _ tool: String, _ arguments: String) -> String {
        #"{"jsonrpc":"2.0","id":\#(id),"method":"tools/call","params":{"name":"\#(tool)","arguments":\#(arguments)}}"#
    }

    private static let begin =
        #"{"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":"2025-11-25","#
        + #""capabilities":{},"clientInfo":{"name":"Test","version":"1"}}}"#

    @Test("Sample data is served without permission, each answer says that it is, and the input's end is the end")
    func demo() throws {
        let input = [
            Self.begin, #"{"jsonrpc":"2.0","method":"notifications/initialized"}"#, Self.call(1, "list_types", "{}"),
            Self.call(2, "daily", #"{"types":["steps"],"first_day":"30d","by":"week"}"#),
            Self.call(3, "samples", #"{"type":"weight","days":"30d"}"#),
            Self.call(4, "compare", #"{"first":"steps","second":"night"}"#),
            Self.call(5, "daily", #"{"types":["nothing at all"]}"#),
        ]
        .joined(separator: "\n")
        let outcome = try Command.run(
            ["mcp", "desk", "--demo"],
            in: folder,
            environment: ["TZ": "Asia/Tokyo", "LC_ALL": "de_DE.UTF-8", "LANG": "de_DE.UTF-8"],
            input: input
        )
        #expect(outcome.status == 0 && outcome.errors == "", "\(outcome.errors)")
        let answers = try lines(outcome)
        #expect(answers.compactMap { $0["id"] as? Int } == [0, 1, 2, 3, 4, 5])
        for answer in answers.dropFirst() {
            let result = try #require(answer["result"] as? [String: Any], "\(answer)")
            let content = try #require((result["content"] as? [[String: Any]])?.first?["text"] as? String)
            #expect(content.hasPrefix(#"{"sample_data":"#), "\(content)")
            let isLast = answer["id"] as? Int == 5
            #expect(result["isError"] as? Bool == isLast, "\(content)")
            // Neither the zone nor the language of the client.
            #expect(isLast || content.contains(#""zone":"GMT""#), "\(content)")
        }
    }

    @Test("A client that ends in the middle of a line gets an error for it, and answers to the lines before")
    func cutOff() throws {
        let whole = [Self.begin, Self.call(1, "list_types", "{}"), Self.call(2, "list_types", "{}")]
        for length in [1, 40, 80] {
            let input = whole.dropLast().joined(separator: "\n") + "\n" + String(whole[2].prefix(length))
            let outcome = try Command.run(["mcp", "desk", "--demo"], in: folder, input: input)
            #expect(outcome.status == 0 && outcome.errors == "", "\(outcome.errors)")
            let answers = try lines(outcome)
            #expect(answers.count == 3 && answers[1]["result"] != nil)
            #expect((answers[2]["error"] as? [String: Any])?["code"] as? Int == -32_700, "\(answers[2])")
        }
    }

    @Test("A client that is gone before it is answered ends the server without a word")
    func gone() throws {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: Program.path("healthtui"))
        process.arguments = ["mcp", "desk", "--demo"]
        process.environment = ["PATH": "/usr/bin:/bin", "HOME": folder.root.path, "LC_ALL": "C.UTF-8"]
        let files = ["in", "errors"].map { URL(fileURLWithPath: folder.path($0)) }
        try Data((Self.begin + "\n").utf8).write(to: files[0])
        try Data().write(to: files[1])
        process.standardInput = try FileHandle(forReadingFrom: files[0])
        process.standardError = try FileHandle(forWritingTo: files[1])
        let output = Pipe()
        try output.fileHandleForReading.close()
        process.standardOutput = output
        try process.start()
        process.waitUntilExit()
        #expect(process.terminationReason == .exit && process.terminationStatus == 0)
        #expect(try Data(contentsOf: files[1]).isEmpty)
    }

    @Test("Before the person allowed it nothing is answered, no command is named, and one request waits")
    func undecided() throws {
        let store = folder.path("own.store")
        #expect(try Command.run(["add", "steps", "250", "--store", store], in: folder).status == 0)
        for _ in 0..<2 {
            let outcome = try Command.run(["mcp", "desk", "--store", store, "--call", "list_types", "{}"], in: folder)
            #expect(outcome.status == 1 && outcome.errors == "", "\(outcome.errors)")
            #expect(outcome.output.contains("has to allow this") && !outcome.output.contains("healthtui "))
        }
        let requests = try Command.run(["requests", "--store", store, "--json"], in: folder).rows()
        #expect(requests.compactMap { $0["bundle"] as? String } == ["mcp.desk"])
    }

    @Test("A store is named, and is not made; a name is small letters, digits and hyphens")
    func arguments() throws {
        let store = folder.path("none.store")
        let missing = try Command.run(["mcp", "desk", "--store", store, "--call", "list_types"], in: folder)
        #expect(missing.status == 1 && !FileManager.default.fileExists(atPath: store))
        let usage = [
            ["mcp"], ["mcp", "Desk", "--demo"], ["mcp", "a b", "--demo"],
            ["mcp", String(repeating: "a", count: 33), "--demo"],
            ["mcp", "desk", "--demo", "--call", "read_everything"], ["mcp", "desk", "--demo", "--call", "daily", "{"],
            ["mcp", "desk", "--demo", "--setup"],
        ]
        for words in usage { #expect(try Command.run(words, in: folder).status == 64, "\(words)") }
    }

    @Test("Setup without a terminal prints what clients need, with whole paths")
    func setup() throws {
        let store = folder.path("own.store")
        #expect(try Command.run(["add", "steps", "250", "--store", store], in: folder).status == 0)
        let outcome = try Command.run(["mcp", "desk", "--setup", "--store", store], in: folder)
        #expect(outcome.status == 0 && outcome.output.contains("mcp desk --store \(store)"), "\(outcome)")
        #expect(outcome.output.contains("claude mcp add") && outcome.output.contains("[mcp_servers.healthtui]"))
    }

    @Test(
        "What the person allows is answered; what is narrowed or taken away isn't, from the next call on",
        .enabled(if: OwnHome.isThere, "needs mount namespaces")
    )
    func allowed() throws {
        try Program.allowUnattended(folder.path(".config"))
        let store = folder.path("own.store")
        func run(_ words: String...) throws -> Command.Outcome {
            try Command.run(words + ["--store", store], in: folder)
        }
        func ask(_ tool: String, _ arguments: String) throws -> [String: Any] {
            let said = try run("mcp", "desk", "--call", tool, arguments)
            #expect(said.errors == "")
            return try #require(try said.json() as? [String: Any])
        }
        for (value, start) in [("250", "yesterday 10:00"), ("500", "yesterday 22:00")] {
            #expect(try run("add", "steps", value, "--start", start, "--end", "+10m").status == 0)
        }
        #expect(try run("add", "bodyMass", "73.4", "kg", "--start", "yesterday 07:00").status == 0)
        #expect(
            try run("permissions", "mcp.desk", "--set", "steps=days", "bodyMass=samples,add", "--yes").status == 0
        )
        let daily = try ask("daily", #"{"types": ["steps"], "first_day": "yesterday", "last_day": "yesterday"}"#)
        let steps = (daily["types"] as? [[String: Any]])?.first
        #expect((steps?["rows"] as? [String: Int])?.values.first == 750, "\(daily)")
        let samples = try ask("samples", #"{"type": "weight"}"#)
        #expect((samples["rows"] as? [[Any]])?.first?[2] as? Double == 73.4, "\(samples)")
        #expect(try ask("samples", #"{"type": "steps"}"#)["error"] != nil)
        let draft = try ask("draft", #"{"type": "weight", "value": 73.2, "unit": "kg", "when": "now"}"#)
        #expect(draft["waiting"] as? Int == 1, "\(draft)")
        #expect(try run("samples", "bodyMass", "--json").rows().count == 1, "a draft is stored nowhere")
        #expect(try run("permissions", "mcp.desk", "--set", "bodyMass=weeks", "--yes").status == 0)
        #expect(try ask("samples", #"{"type": "weight"}"#)["error"] != nil)
        #expect(try run("permissions", "mcp.desk", "--set", "all=none").status == 0)
        #expect(try ask("daily", #"{"types": ["steps"]}"#)["error"] as? String != nil)
        let audit = try run("audit", "--app", "mcp.desk", "--json").rows()
        #expect(audit.contains { $0["operation"] as? String == "totals" }, "\(audit)")
    }
}
