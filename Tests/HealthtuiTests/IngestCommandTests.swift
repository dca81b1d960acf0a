import Foundation
import ProgramTesting
import RandomTesting
import Testing
@testable import healthtui

/// Posts of programs to the real binary over real sockets.
@Suite("ingest: what programs post")
struct IngestCommandTests {
    /// A running `healthtui ingest`.
    private final class Server {
        let process = Process()
        let folder: ScratchFolder
        let port: UInt16
        let token: String
        let output = Pipe()

        init(_ folder: ScratchFolder, _ arguments: [String] = []) throws {
            self.folder = folder
            process.executableURL = URL(fileURLWithPath: Program.path("healthtui"))
            process.arguments =
                [
                    "ingest", "--port", "0", "--token-file", folder.path("token"), "--json", "--store",
                    folder.path("i.store"),
                ]
                + arguments
            process.environment = [
                "PATH": "/usr/bin:/bin", "HOME": folder.root.path, "TZ": "UTC", "LC_ALL": "C.UTF-8",
            ]
            process.standardOutput = output
            process.standardError = FileHandle.nullDevice
            process.standardInput = FileHandle.nullDevice
            try process.start()
            var text = ""
            while !text.contains("\n") {
                let data = output.fileHandleForReading.availableData
                if data.isEmpty { break }
                text += String(decoding: data, as: UTF8.self)
            }
            let line = try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any]
            let address = try #require((line?["addresses"] as? [String])?.first)
            #expect(address.hasPrefix("http://127.0.0.1:"))
            port = try #require(UInt16(address.split(separator: ":").last ?? ""))
            token = try String(contentsOfFile: folder.path("token"), encoding: .utf8)
                .trimmingCharacters(in: .newlines)
        }

        deinit {
            kill(process.processIdentifier, SIGKILL)
            process.waitUntilExit()
        }

        /// Sends bytes and gives the status and the body of the answer.
        func exchange(_ text: String) throws -> (status: Int, body: [String: Any]) {
            let client = try LocalClient(port: port)
            client.send(text)
            return try Self.read(client.receive())
        }

        static func read(_ answer: String) throws -> (status: Int, body: [String: Any]) {
            let own = answer.replacing("HTTP/1.1 100 Continue\r\n\r\n", with: "", maxReplacements: 1)
            #expect(own.hasPrefix("HTTP/1.1 "), "\(answer)")
            let status = try #require(Int(own.dropFirst(9).prefix(3)))
            let body = own.split(separator: "\r\n\r\n", maxSplits: 1).last.map(String.init) ?? ""
            let json = try JSONSerialization.jsonObject(with: Data(body.utf8)) as? [String: Any]
            return (status, try #require(json))
        }

        func post(_ body: String, path: String = "/import", fields: [String] = []) throws -> (
            status: Int, body: [String: Any]
        ) {
            let head =
                [
                    "POST \(path) HTTP/1.1", "Host: localhost", "Authorization: Bearer \(token)",
                    "Content-Length: \(body.utf8.count)",
                ] + fields
            return try exchange(head.joined(separator: "\r\n") + "\r\n\r\n" + body)
        }
    }

    private let folder: ScratchFolder

    init() throws { folder = try ScratchFolder() }

    private static func metrics(_ count: Int) -> String {
        let values = (0..<count)
            .map { "{\"date\": \"2024-02-06 14:\(10 + $0):00 -0800\", \"qty\": \($0 + 1), \"source\": \"Phone\"}" }
        return """
            {"data": {"metrics": [{"name": "step_count", "units": "count", "data": [\(values.joined(separator: ",")),
             {"qty": 3}]}]}}
            """
    }

    private func steps() throws -> Int {
        try Command.run(["samples", "steps", "--json", "--store", folder.path("i.store")], in: folder).rows().count
    }

    @Test("what is posted comes in with counts that add up; posted again it adds nothing; a signal ends it in order")
    func posted() throws {
        let server = try Server(folder)
        let first = try server.post(Self.metrics(5))
        #expect(first.status == 207)
        #expect(first.body["outcome"] as? String == "partial")
        #expect(try server.post("{\"data\":{}}").status == 200)
        let records = try #require(first.body["records"] as? [String: Int])
        #expect(records["read"] == 6)
        #expect(records["added"] == 5)
        #expect(records["refused"] == 1)
        #expect((first.body["warnings"] as? [String])?.first?.contains("data.metrics[0].data[5]") ?? false)
        let second = try server.post(Self.metrics(5))
        #expect((second.body["records"] as? [String: Int])?["added"] == 0)
        #expect((second.body["records"] as? [String: Int])?["duplicate"] == 5)
        // The same in pieces, from a client that waits to be asked for them.
        let client = try LocalClient(port: server.port)
        client.send(
            "POST /import HTTP/1.1\r\nAuthorization: Bearer \(server.token)\r\nTransfer-Encoding: chunked\r\n"
                + "Expect: 100-continue\r\n\r\n"
        )
        let text = Array(Self.metrics(7).utf8)
        for piece in [text.prefix(10), text.dropFirst(10)] {
            client.send(String(piece.count, radix: 16) + "\r\n")
            client.send(piece)
            client.send("\r\n")
        }
        client.send("0\r\n\r\n")
        let answer = client.receive()
        #expect(answer.hasPrefix("HTTP/1.1 100 Continue\r\n\r\n"))
        #expect((try Server.read(answer).body["records"] as? [String: Int])?["added"] == 2)
        server.process.terminate()
        server.process.waitUntilExit()
        #expect(server.process.terminationReason == .uncaughtSignal)
        #expect(server.process.terminationStatus == SIGTERM)
        #expect(try steps() == 7)
        let beside = try FileManager.default.contentsOfDirectory(atPath: folder.root.path)
            .filter { $0.hasPrefix("i.store") }
        #expect(beside == ["i.store"])
    }

    @Test("cards and tables are taken by what they are, tables by the roles that were given; the rest is told")
    func formats() throws {
        let server = try Server(folder, ["--map", "Gewicht=bodyMass:kg"])
        let cards = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .appendingPathComponent("Fixtures/cards/cards.smart-health-card")
        let card = try server.post(try String(contentsOf: cards, encoding: .utf8))
        #expect((card.body["verifiableRecords"] as? [String: Int])?["added"] == 2)
        let table = "Date,Gewicht\n2024-01-01 08:00,71.5\n"
        #expect((try server.post(table, path: "/import/scale.csv").body["records"] as? [String: Int])?["added"] == 1)
        let typed = try server.post(table, fields: ["Content-Type: text/csv; charset=utf-8"])
        #expect((typed.body["records"] as? [String: Int])?["duplicate"] == 1)
        let cases: [(body: String, path: String, status: Int)] = [
            ("{\"data\":", "/import", 415), ("{\"data\": {\"metrics\": [", "/import", 422),
            ("{\"data\": {\"metrics\": [{\"name\": 3}]}}", "/import", 422), ("hello", "/import", 415),
            ("Note\nhello\n", "/import/notes.csv", 422),
            ("Date,Weight\n2024-01-01,158\n", "/import/open.csv", 422), ("<HealthData/>", "/import/export.xml", 415),
            ("{\"data\": {\"metrics\": []}}", "/import", 200), ("", "/import", 415),
        ]
        for (body, path, status) in cases {
            let answer = try server.post(body, path: path)
            #expect(answer.status == status, "\(body): \(answer.body)")
            #expect(answer.body["error"] != nil || answer.body["records"] != nil)
        }
    }

    @Test("the span that a request names is that of its sums")
    func aggregation() throws {
        let server = try Server(folder)
        let text =
            "{\"data\": {\"metrics\": [{\"name\": \"step_count\", \"units\": \"count\", \"data\": "
            + "[{\"date\": \"2024-02-06 00:00:00 +0000\", \"qty\": 40}]}]}}"
        #expect(try server.post(text, fields: ["automation-aggregation: Hours"]).status == 200)
        server.process.terminate()
        server.process.waitUntilExit()
        let rows = try Command.run(["samples", "steps", "--json", "--store", folder.path("i.store")], in: folder).rows()
        #expect((rows.first?["end"] as? String)?.contains("01:00:00") == true, "\(rows)")
    }

    @Test("without the token nothing is read, whatever is asked; elsewhere and otherwise there is nothing")
    func refused() throws {
        let server = try Server(folder)
        let body = Self.metrics(3)
        let wrong = [
            "", "Bearer", "Bearer \(server.token)x", "Bearer \(server.token.dropLast())", "Basic \(server.token)",
        ]
        for value in wrong {
            for path in ["/import", "/", "/secret"] {
                let answer = try server.exchange(
                    "POST \(path) HTTP/1.1\r\nAuthorization: \(value)\r\nContent-Length: \(body.utf8.count)\r\n\r\n\(body)"
                )
                #expect(answer.status == 401, "\(value) \(path)")
            }
        }
        #expect(try server.post(body, path: "/").status == 404)
        #expect(try server.post(body, path: "/import/a/b").status == 404)
        #expect(try server.post(body, path: "/import/%0Aa").status == 400)
        let get = try server.exchange("GET /import HTTP/1.1\r\nAuthorization: Bearer \(server.token)\r\n\r\n")
        #expect(get.status == 405)
        #expect(try steps() == 0)
    }

    @Test("requests that make no sense are answered or ended, and the next one is served")
    func garbage() throws {
        let server = try Server(folder)
        let admitted = "POST /import HTTP/1.1\r\nAuthorization: Bearer \(server.token)\r\n"
        let cases: [(text: String, status: Int)] = [
            ("\r\n\r\n", 400), ("hello\r\n\r\n", 400), ("POST /import SPDY/3\r\n\r\n", 400),
            ("POST /import HTTP/2.0\r\n\r\n", 505), ("POST import HTTP/1.1\r\n\r\n", 400),
            ("POST /import HTTP/1.1\r\nName : x\r\n\r\n", 400), ("POST /import HTTP/1.1\r\n folded\r\n\r\n", 400),
            (admitted + "\r\n", 411), (admitted + "Content-Length: -1\r\n\r\n", 400),
            (admitted + "Content-Length: 1\r\nContent-Length: 2\r\n\r\nab", 400),
            (admitted + "Content-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\na", 400),
            (admitted + "Transfer-Encoding: gzip\r\n\r\n", 400), (admitted + "Content-Length: 33554433\r\n\r\n", 413),
            (admitted + "Content-Length: 99999999999999999999\r\n\r\n", 400),
            (admitted + "Transfer-Encoding: chunked\r\n\r\nzz\r\n", 400),
            (admitted + "Transfer-Encoding: chunked\r\n\r\n2000001\r\n", 413),
            (admitted + "Transfer-Encoding: chunked\r\n\r\n1\r\nabc\r\n", 400),
            ("POST /import HTTP/1.1\r\nX: " + String(repeating: "a", count: 40_000), 431),
        ]
        for (text, status) in cases {
            let answer = try server.exchange(text)
            #expect(answer.status == status, "\(text.prefix(90)): \(answer)")
        }
        var generator = SeededGenerator("bytes instead of TLS")
        for length in [1, 40, 4_000, 100_000] {
            let client = try LocalClient(port: server.port)
            client.send((0..<length).map { _ in UInt8.random(in: 0...255, using: &generator) })
            client.finish()
            _ = client.receive()
        }
        // Those that go in the midst of a head and of a body.
        try LocalClient(port: server.port).send("POST /imp")
        try LocalClient(port: server.port).send(admitted + "Content-Length: 100\r\n\r\nabc")
        #expect(try server.post(Self.metrics(2)).status == 207)
    }

    @Test("those who connect and say nothing keep nobody else out for longer than they may wait themselves")
    func slow() throws {
        let server = try Server(folder)
        // With the one that posts there are as many as there may be.
        let silent = try (1..<ConnectionCounts.most).map { _ in try LocalClient(port: server.port) }
        #expect(try server.post(Self.metrics(1)).status == 207)
        silent[0].send("POST /import HT")
        #expect(try Server.read(silent[0].receive()).status == 408)
        for client in silent.dropFirst() { #expect(try Server.read(client.receive()).status == 408) }
        #expect(try server.post(Self.metrics(1)).status == 207)
    }

    @Test("those who connect again and again and say nothing keep nobody out, however many they are")
    func crowd() throws {
        let server = try Server(folder)
        var silent: [LocalClient] = []
        for _ in 0..<6 {
            silent += try (0..<ConnectionCounts.most).map { _ in try LocalClient(port: server.port) }
            #expect(try server.post(Self.metrics(1)).status == 207)
        }
        withExtendedLifetime(silent) {}
    }

    @Test("a token file is made for the person alone, and one that others can read is not taken")
    func tokenFile() throws {
        func run(_ file: String) throws -> Command.Outcome {
            try Command.run(
                ["ingest", "--port", "0", "--token-file", file, "--store", folder.path("i.store")],
                in: folder
            )
        }
        do {
            let server = try Server(folder)
            #expect(server.token.utf8.count == 64)
            let mode = try FileManager.default.attributesOfItem(atPath: folder.path("token"))[.posixPermissions]
            #expect(mode as? Int == 0o600)
            let another = try Server(folder)
            #expect(another.token == server.token)
            let taken = try Command.run(
                [
                    "ingest", "--port", "\(server.port)", "--token-file", folder.path("token"), "--store",
                    folder.path("i.store"),
                ],
                in: folder
            )
            #expect(taken.status == 1)
            #expect(taken.errors.contains("127.0.0.1:\(server.port)"), "\(taken.errors)")
        }
        for (text, mode, word) in [
            ("0123456789abcdef\n", 0o640, "chmod 600"), ("short\n", 0o600, "isn't a token"),
            ("", 0o600, "isn't a token"),
            ("with blanks in the middle\n", 0o600, "isn't a token"),
        ] {
            let path = folder.path("other-\(UUID().uuidString)")
            try Data(text.utf8).write(to: URL(fileURLWithPath: path))
            try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: path)
            let outcome = try run(path)
            #expect(outcome.status == 1)
            #expect(outcome.errors.contains(word), "\(outcome.errors)")
        }
        let link = folder.path("link")
        try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: folder.path("token"))
        #expect(try run(link).status == 1)
        #expect(try run(folder.root.path).status == 1)
        #expect(try run(folder.path("none/token")).status == 1)
    }
}
