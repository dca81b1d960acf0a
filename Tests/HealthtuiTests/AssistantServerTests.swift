import Foundation
import HealthtuiFacts
import RandomTesting
import Testing

@testable import healthtui

/// The lines of the Model Context Protocol, in both of its eras.
@Suite("Lines of assistants") struct AssistantServerTests {
    /// A server, and what its tools were asked.
    private final class World {
        var calls: [(tool: AssistantTool, arguments: String?, client: String?)] = []
        lazy var server = AssistantServer(programVersion: "1.2.3") { [unowned self] tool, arguments, client in
            calls.append((tool, arguments?.line, client?.text))
            return AssistantReply(#"{"said":true}"#, isError: tool == .draft)
        }

        /// The answer to a line, looked into by a path of keys; `nil` for no answer.
        func ask(_ line: String) throws -> [String: Any]? {
            guard let bytes = server.answer(line: Array(line.utf8)) else { return nil }
            #expect(!bytes.contains(UInt8(ascii: "\n")))
            return try JSONSerialization.jsonObject(with: Data(bytes)) as? [String: Any]
        }

        /// The code of the error that answers a line.
        func code(_ line: String) throws -> Int? { (try ask(line)?["error"] as? [String: Any])?["code"] as? Int }

        func result(_ line: String) throws -> [String: Any] {
            let answer = try ask(line)
            return try #require(answer?["result"] as? [String: Any], "\(line): \(answer ?? [:])")
        }
    }

    private static let meta =
        #""_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28","#
        + #""io.modelcontextprotocol/clientInfo":{"name":"Desk\u0007 Chat","version":"4.1"},"#
        + #""io.modelcontextprotocol/clientCapabilities":{}}"#

    private static func request(_ method: String, _ params: String = "", id: String = "1") -> String {
        let rest = params.isEmpty ? "" : "," + params
        return #"{"jsonrpc":"2.0","id":\#(id),"method":"\#(method)","params":{\#(meta)\#(rest)}}"#
    }

    @Test("2026-07-28: a request stands alone, says what it is, and how long a list may be kept")
    func standalone() throws {
        let world = World()
        let found = try world.result(Self.request("server/discover"))
        #expect(found["resultType"] as? String == "complete" && found["cacheScope"] as? String == "public")
        #expect(found["ttlMs"] as? Int == 86_400_000)
        let versions = try #require(found["supportedVersions"] as? [String])
        #expect(versions == ["2026-07-28", "2025-11-25", "2025-06-18", "2025-03-26", "2024-11-05"])
        #expect((found["capabilities"] as? [String: Any])?.keys.sorted() == ["tools"])
        let stamp = (found["_meta"] as? [String: Any])?["io.modelcontextprotocol/serverInfo"] as? [String: Any]
        #expect(stamp?["name"] as? String == "healthtui" && stamp?["version"] as? String == "1.2.3")
        #expect(world.calls.isEmpty, "a client that looks must not open a store")
        let list = try world.result(Self.request("tools/list"))
        #expect((list["tools"] as? [[String: Any]])?.compactMap { $0["name"] as? String }.count == 6)
        #expect(list["resultType"] as? String == "complete" && list["cacheScope"] as? String == "public")
        let said = try world.result(
            Self.request("tools/call", #""name":"daily","arguments":{"types":["steps"]}"#, id: #""a-1""#)
        )
        let content = try #require(said["content"] as? [[String: Any]])
        #expect(content.count == 1 && content[0]["text"] as? String == #"{"said":true}"#)
        #expect(said["isError"] as? Bool == false && said["resultType"] as? String == "complete")
        #expect(said["structuredContent"] == nil && said["ttlMs"] == nil)
        #expect(world.calls.map(\.client) == ["Desk Chat 4.1"])
        #expect(world.calls.first?.arguments == #"{"types":["steps"]}"#)
        #expect(try world.code(Self.request("ping")) == -32_601)
        #expect(try world.code(Self.request("initialize")) == -32_601)
    }

    @Test("2025-11-25 back to 2024-11-05: initialize opens them, and no other version is granted")
    func handshake() throws {
        for version in AssistantServer.earlier + ["1999-01-01", "2026-07-28"] {
            let world = World()
            let begun = try world.result(
                #"{"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":"\#(version)","capabilities":{},"#
                    + #""clientInfo":{"name":"Old","version":"1"}}}"#
            )
            let granted = AssistantServer.earlier.contains(version) ? version : "2025-11-25"
            #expect(begun["protocolVersion"] as? String == granted)
            #expect((begun["serverInfo"] as? [String: Any])?["name"] as? String == "healthtui")
            #expect(begun["resultType"] == nil)
            #expect(try world.ask(#"{"jsonrpc":"2.0","method":"notifications/initialized"}"#) == nil)
            #expect(try world.result(#"{"jsonrpc":"2.0","id":1,"method":"ping"}"#).isEmpty)
            let list = try world.result(#"{"jsonrpc":"2.0","id":2,"method":"tools/list","params":{}}"#)
            #expect(list.keys.sorted() == ["tools"])
            let said = try world.result(#"{"jsonrpc":"2.0","id":3,"method":"tools/call","params":{"name":"draft"}}"#)
            #expect(said["isError"] as? Bool == true && said["resultType"] == nil)
            #expect(world.calls.map(\.client) == ["Old 1"] && world.calls[0].arguments == nil)
            // Both eras in one process.
            #expect(try world.result(Self.request("tools/list"))["resultType"] as? String == "complete")
        }
    }

    private static let faults: [(line: String, code: Int)] = [
        ("hello", -32_700), ("{", -32_700), ("{'a':1}", -32_700), ("\u{FEFF}{}", -32_700), ("[]", -32_600),
        (#"[{"jsonrpc":"2.0","id":1,"method":"ping"}]"#, -32_600), ("3", -32_600), ("\"ping\"", -32_600),
        ("null", -32_600), ("{}", -32_600), (#"{"jsonrpc":"1.0","id":1,"method":"ping"}"#, -32_600),
        (#"{"jsonrpc":"2.0","id":1}"#, -32_600), (#"{"jsonrpc":"2.0","id":1,"method":5}"#, -32_600),
        (#"{"jsonrpc":"2.0","id":null,"method":"ping"}"#, -32_600),
        (#"{"jsonrpc":"2.0","id":1.5,"method":"ping"}"#, -32_600),
        (#"{"jsonrpc":"2.0","id":true,"method":"ping"}"#, -32_600),
        (#"{"jsonrpc":"2.0","id":[1],"method":"ping"}"#, -32_600),
        (#"{"jsonrpc":"2.0","id":{"a":1},"method":"ping"}"#, -32_600),
        (#"{"jsonrpc":"2.0","id":123456789012345678901234567890,"method":"ping"}"#, -32_600),
        (#"{"jsonrpc":"2.0","id":"\#(String(repeating: "x", count: 2_000))","method":"ping"}"#, -32_600),
        (#"{"jsonrpc":"2.0","id":1,"method":"ping","params":[1]}"#, -32_602),
        (#"{"jsonrpc":"2.0","id":1,"method":"tools/list"}"#, -32_602),
        (#"{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"daily"}}"#, -32_602),
        (#"{"jsonrpc":"2.0","id":1,"method":"initialize","params":{}}"#, -32_602),
        (request("tools/call"), -32_602), (request("tools/call", #""name":7"#), -32_602),
        (request("tools/call", #""name":"read_everything","arguments":{}"#), -32_602),
        (request("tools/list", #""cursor":"2""#), -32_602), (request("resources/list"), -32_601),
        (request("prompts/list"), -32_601), (request("elicitation/create"), -32_601), (request(""), -32_601),
        (request("tools/list").replacing("2026-07-28", with: "2027-01-01"), -32_022),
        (request("tools/list").replacing("2026-07-28", with: "2025-11-25"), -32_022),
        (request("server/discover").replacing(#""2026-07-28""#, with: "20260728"), -32_602),
        (request("tools/list").replacing("clientCapabilities", with: "capabilities"), -32_602),
    ]

    @Test(
        "What is no request is answered by JSON-RPC's codes, and nothing is asked of a store",
        arguments: faults.indices
    )
    func refused(index: Int) throws {
        let (line, code) = Self.faults[index]
        let world = World()
        let answer = try #require(try world.ask(line), "\(line)")
        #expect((answer["error"] as? [String: Any])?["code"] as? Int == code, "\(line): \(answer)")
        #expect(answer["jsonrpc"] as? String == "2.0" && answer.keys.contains("id"))
        #expect(world.calls.isEmpty)
    }

    @Test("An unsupported version is refused with a list of those that are supported")
    func versions() throws {
        let answer = try World().ask(Self.request("tools/list", id: "9").replacing("2026-07-28", with: "2099-12-31"))
        let data = (answer?["error"] as? [String: Any])?["data"] as? [String: Any]
        #expect(data?["requested"] as? String == "2099-12-31")
        #expect((data?["supported"] as? [String])?.first == "2026-07-28" && answer?["id"] as? Int == 9)
    }

    @Test("What asks for no answer gets none: notifications, answers of the client, blank lines")
    func silent() throws {
        let world = World()
        let lines = [
            "", "   ", "\r", #"{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":1}}"#,
            #"{"jsonrpc":"2.0","method":"tools/call","params":{"name":"draft","arguments":{}}}"#,
            #"{"jsonrpc":"2.0","id":1,"result":{"action":"accept","content":{"confirmed":true}}}"#,
            #"{"jsonrpc":"2.0","id":1,"error":{"code":1,"message":"no"}}"#,
        ]
        for line in lines { #expect(try world.ask(line) == nil, "\(line)") }
        #expect(world.calls.isEmpty, "an answer is no consent, and a notification calls nothing")
    }

    @Test("A line has at most 1 MiB; a longer one is refused, and the next is read")
    func longLines() {
        var lines = AssistantLines()
        let long = [UInt8](repeating: UInt8(ascii: "x"), count: 3 << 20)
        var found = lines.take(long) + lines.take(Array("\nabc\n".utf8)) + lines.take([])
        found += lines.end()
        #expect(found.count == 2 && found[0] == nil && found[1] == Array("abc".utf8))
        var short = AssistantLines(most: 4)
        #expect(short.take(Array("abcd\nabcde\n\nxy".utf8)) == [Array("abcd".utf8), nil, []])
        #expect(short.end() == [Array("xy".utf8)] && short.end().isEmpty)
        let world = World()
        let answer = world.server.answer(line: nil).map { String(decoding: $0, as: UTF8.self) }
        #expect(answer?.contains(#""id":null,"error":{"code":-32700"#) == true, "\(answer ?? "")")
    }

    @Test("2,000 changed lines: none ends the program, and each gets one answer or none")
    func mutated() throws {
        var random = SeededGenerator("lines of assistants")
        let world = World()
        let lines = [
            Self.request("tools/call", #""name":"daily","arguments":{"types":["steps"],"first_day":"30d"}"#),
            Self.request("server/discover", id: #""x""#),
            #"{"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":"2025-06-18","capabilities":{}}}"#,
            #"{"jsonrpc":"2.0","id":3,"method":"tools/call","params":{"name":"compare","arguments":{"first":"a"}}}"#,
        ]
        .map { Array($0.utf8) }
        for _ in 0..<2_000 {
            var line = lines.randomElement(using: &random) ?? []
            for _ in 0..<Int.random(in: 1...6, using: &random) where !line.isEmpty {
                let place = Int.random(in: 0..<line.count, using: &random)
                switch Int.random(in: 0..<4, using: &random) {
                case 0: line[place] = UInt8.random(in: 0...255, using: &random)
                case 1: line.remove(at: place)
                case 2: line.insert(contentsOf: line[place...].prefix(20), at: place)
                default: line = Array(line.prefix(place))
                }
            }
            guard let answer = world.server.answer(line: line) else { continue }
            let value = try JSONSerialization.jsonObject(with: Data(answer)) as? [String: Any]
            #expect(value?["jsonrpc"] as? String == "2.0", "seed \(random.seed)")
            #expect((value?["result"] == nil) != (value?["error"] == nil), "seed \(random.seed)")
        }
    }

    @Test("What a client needs is printed with whole paths, quoted for shells and files")
    func setup() {
        let text = AssistantSetup(program: "/opt/my tools/healthtui", name: "desk", store: "/home/o'neil/h.store").text
        let line = #"'/opt/my tools/healthtui' mcp desk --store '/home/o'\''neil/h.store'"#
        #expect(text.contains("claude mcp add --scope user healthtui -- " + line))
        #expect(text.contains("codex mcp add healthtui -- " + line))
        #expect(text.contains("[mcp_servers.healthtui]\n  command = \"/opt/my tools/healthtui\"\n"))
        let servers =
            #"{"mcpServers":{"healthtui":{"command":"/opt/my tools/healthtui","args":["mcp","desk","--store","#
        #expect(text.contains(servers + #""/home/o'neil/h.store"]}}}"#))
        #expect(text.contains(#"{"servers":{"healthtui":{"type":"stdio","command":"#))
    }
}
