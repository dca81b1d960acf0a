import Foundation
import RandomTesting
import Testing

@testable import healthtui

/// Posts of phones over TLS to the real binary.
@Suite("ingest --listen: posts of other machines", .enabled(if: TLSPrograms.areThere, "needs curl and openssl"))
struct IngestListenTests {
    private let folder: ScratchFolder

    init() throws { folder = try ScratchFolder() }

    private static let rate = """
        {"data": {"metrics": [{"name": "heart_rate", "units": "count/min", "data":
        [{"date": "2024-02-06 14:10:00 +0000", "Min": 61, "Avg": 61, "Max": 61, "source": "Watch"}]}]}}
        """

    private func refusal(_ arguments: [String]) throws -> Command.Outcome {
        try Command.run(
            ["ingest", "--token-file", folder.path("token"), "--store", folder.path("i.store")] + arguments,
            in: folder
        )
    }

    @Test("a heart rate posted over TLS is in the store; without the token, or without trust, nothing comes in")
    func posted() throws {
        let server = try IngestServer(folder, ["127.0.0.1:0"])
        #expect(server.addresses == ["https://127.0.0.1:\(server.port)"])
        let answer = try server.post(Self.rate, server.trusted)
        #expect(answer.status == "200", "\(answer)")
        #expect(try server.post(Self.rate, ["--cacert", server.certificate]).status == "401")
        // curl's exit code 60: the certificate isn't trusted.
        #expect(try server.post(Self.rate, server.authorized).exit == 60)
        #expect(server.waits(for: "no TLS connection from 127.0.0.1: the other side doesn't trust the certificate"))
        for name in ["localhost", "127.0.0.1"] {
            #expect(try server.post(Self.rate, host: name, server.trusted).status == "200", "\(name)")
        }
        server.stop()
        let rows = try Command.run(["samples", "heartRate", "--json", "--store", folder.path("i.store")], in: folder)
            .rows()
        #expect(rows.count == 1)
        #expect(rows.first?["value"] as? Double == 61)
    }

    @Test("a large body comes whole, and one that is too large is refused")
    func large() throws {
        let server = try IngestServer(folder, ["127.0.0.1:0"])
        let rows = (0..<20_000)
            .map {
                "{\"date\": \"2024-02-\(10 + $0 / 1_440) \(10 + $0 / 60 % 14):\(10 + $0 % 50):00 +0000\", \"qty\": \($0 % 90 + 1)}"
            }
        let body =
            "{\"data\": {\"metrics\": [{\"name\": \"step_count\", \"units\": \"count\", \"data\": ["
            + rows.joined(separator: ",") + "]}]}}"
        let answer = try server.post(body, server.trusted)
        #expect(answer.status == "200", "\(answer.body.prefix(300))")
        #expect(answer.body.contains("\"read\":20000"), "\(answer.body.prefix(300))")
        let tooLarge = String(repeating: " ", count: HTTPConnection.largestBody + 1)
        #expect(try server.post(tooLarge, server.trusted).status == "413")
    }

    @Test("the certificate is made once, for the person alone, with the machine's addresses and a sensible time")
    func ownCertificate() throws {
        var server: IngestServer? = try IngestServer(folder, ["0.0.0.0:0"])
        let first = try #require(server?.fingerprint)
        let file = try #require(server?.certificate)
        #expect(file == folder.path("data/healthtui/ingest-certificate.pem"))
        let mode = try FileManager.default.attributesOfItem(atPath: file)[.posixPermissions]
        #expect(mode as? Int == 0o600)
        let text = try TLSPrograms.openssl([
            "x509", "-in", file, "-noout", "-fingerprint", "-sha256", "-text",
        ])
        #expect(text.contains("=\(first)\n"))
        #expect(text.contains("DNS:localhost"))
        #expect(text.contains("IP Address:127.0.0.1"))
        #expect(text.contains("CA:FALSE"))
        #expect(text.contains("TLS Web Server Authentication"))
        let year = 86_400 * 365
        #expect(try Program.run(path: "/usr/bin/openssl", ["x509", "-in", file, "-checkend", "\(year)"]).status == 0)
        #expect(
            try Program.run(path: "/usr/bin/openssl", ["x509", "-in", file, "-checkend", "\(3 * year)"]).status == 1
        )
        server = nil
        let again = try IngestServer(folder, ["127.0.0.1:0"])
        #expect(again.fingerprint == first)
        again.stop()
        try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: file)
        #expect(try refusal(["--listen", "127.0.0.1:0"]).errors.contains("chmod 600"))
        try FileManager.default.removeItem(atPath: file)
        #expect(try IngestServer(folder, ["127.0.0.1:0"]).fingerprint != first)
    }

    @Test("a certificate of the person's own is shown, under its name")
    func namedCertificate() throws {
        let (certificate, key) = (folder.path("c.pem"), folder.path("k.pem"))
        try TLSPrograms.openssl([
            "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-keyout", key, "-out",
            certificate, "-days", "5", "-subj", "/CN=x", "-addext", "subjectAltName=DNS:health.example",
        ])
        try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: key)
        let server = try IngestServer(folder, ["127.0.0.1:0", "--certificate", certificate, "--key", key])
        #expect(server.addresses.first == "https://health.example:\(server.port)")
        #expect(server.errors.contains("\(certificate): the certificate expires on"))
        let resolved = server.trusted + ["--resolve", "health.example:\(server.port):127.0.0.1"]
        #expect(try server.post(Self.rate, host: "health.example", resolved).status == "200")
        #expect(!FileManager.default.fileExists(atPath: folder.path("data/healthtui/ingest-certificate.pem")))
    }

    @Test("an unusable certificate or key is rejected, with the file and the problem")
    func unusable() throws {
        let own = try CertificateMaker.make(hostName: "a", addresses: ["127.0.0.1"], from: Date(), "")
        let other = try CertificateMaker.make(hostName: "a", addresses: [], from: Date(), "")
        let past = Date(timeIntervalSinceNow: -86_400 * Double(CertificateMaker.days + 2))
        let expired = try CertificateMaker.make(hostName: "a", addresses: [], from: past, "")
        let future = try CertificateMaker.make(
            hostName: "a",
            addresses: [],
            from: Date(timeIntervalSinceNow: 86_400),
            ""
        )
        func file(_ name: String, _ bytes: [UInt8], _ mode: Int = 0o600) throws -> String {
            try Data(bytes).write(to: URL(fileURLWithPath: folder.path(name)))
            try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: folder.path(name))
            return folder.path(name)
        }
        let good = try file("good", own)
        let text = String(decoding: own, as: UTF8.self)
        let keyEnd = try #require(text.range(of: "-----END PRIVATE KEY-----\n")).upperBound
        let keyAlone = try file("keyAlone", Array(text[..<keyEnd].utf8))
        let locked = folder.path("locked")
        try TLSPrograms.openssl(["pkey", "-in", good, "-out", locked, "-aes256", "-passout", "pass:secret"])
        try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: locked)
        let damaged = text.replacing("-----BEGIN CERTIFICATE-----\n", with: "-----BEGIN CERTIFICATE-----\nAAAA")
        let damagedKey = text.replacing("-----BEGIN PRIVATE KEY-----\n", with: "-----BEGIN PRIVATE KEY-----\nAAAA")
        let cases: [(certificate: String, key: String, file: String, word: String)] = [
            (good, try file("other", other), "other", "isn't the key of the certificate in \(good)"),
            (try file("expired", expired), folder.path("expired"), "expired", "the certificate expired on"),
            (try file("future", future), folder.path("future"), "future", "isn't valid before"),
            (folder.path("none"), good, "none", "No such file"), (good, folder.path("none"), "none", "No such file"),
            (try file("empty", []), good, "empty", "no certificate found"),
            (keyAlone, good, "keyAlone", "no certificate found"),
            (good, folder.path("empty"), "empty", "no private key"),
            (try file("damaged", Array(damaged.utf8)), good, "damaged", "certificate 1 is damaged"),
            (good, try file("damagedKey", Array(damagedKey.utf8)), "damagedKey", "the key is damaged"),
            (good, locked, "locked", "the key has a passphrase"), (good, folder.root.path, "", "not a file"),
            (good, try file("open", own, 0o644), "open", "chmod 600"),
        ]
        for (certificate, key, name, word) in cases {
            let outcome = try refusal(["--listen", "127.0.0.1:0", "--certificate", certificate, "--key", key])
            #expect(outcome.status == 1, "\(word): \(outcome)")
            #expect(outcome.errors.contains(folder.root.path + (name.isEmpty ? "" : "/" + name)), "\(outcome.errors)")
            #expect(outcome.errors.contains(word), "\(outcome.errors)")
        }
        // For the program's own certificate, the message explains how to get another.
        let place = folder.path("data/healthtui")
        try FileManager.default.createDirectory(atPath: place, withIntermediateDirectories: true)
        try FileManager.default.moveItem(atPath: folder.path("expired"), toPath: place + "/ingest-certificate.pem")
        #expect(try refusal(["--listen", "127.0.0.1:0"]).errors.contains("delete the file and a new one is made"))
    }

    @Test("a request that isn't encrypted gets an error, and a line says who sent it")
    func plain() throws {
        let server = try IngestServer(folder, ["127.0.0.1:0"])
        let client = try LocalClient(port: server.port)
        client.send("POST /import HTTP/1.1\r\nAuthorization: Bearer \(server.token)\r\nContent-Length: 2\r\n\r\n{}")
        let answer = client.receive()
        #expect(answer.hasPrefix("HTTP/1.1 400 "))
        #expect(answer.contains("use https://"))
        #expect(server.waits(for: "a request from 127.0.0.1 was answered with 400: the request wasn't encrypted"))
        #expect(try server.post(Self.rate, server.trusted).status == "200")
    }

    @Test("garbage, half a handshake and those who say nothing keep nobody out and end nothing")
    func hostile() throws {
        let server = try IngestServer(folder, ["127.0.0.1:0"])
        let hello: [UInt8] = [22, 3, 1, 0, 5, 1, 0, 0, 1, 3]
        let oversized: [UInt8] = [22, 3, 3, 0xFF, 0xFF] + [UInt8](repeating: 1, count: 70_000)
        var generator = SeededGenerator("bytes instead of TLS")
        let random = (0..<4_000).map { _ in UInt8.random(in: 0...64, using: &generator) }
        let inputs: [[UInt8]] = [[0], [22], hello, oversized, random, [0x80, 0x2E, 1, 0, 2], [21, 3, 3, 0, 2, 2, 40]]
        for input in inputs {
            let client = try LocalClient(port: server.port)
            client.send(input)
            client.finish()
            #expect(!client.receive().contains("HTTP/"))
        }
        for _ in 0..<200 { _ = try LocalClient(port: server.port) }
        let silent = try (0..<(ConnectionCounts.most / 2)).map { _ in try LocalClient(port: server.port) }
        silent[0].send(Array(hello.prefix(4)))
        var statuses: [String] = []
        while statuses.last != "200", statuses.count < 200 {
            statuses.append(try server.post(Self.rate, server.trusted).status)
        }
        // A connection is closed without a word (000) while very many are open.
        #expect(Set(statuses).isSubset(of: ["200", "503", "000"]))
        #expect(statuses.last == "200")
        withExtendedLifetime(silent) {}
    }

    @Test("who asks for a new handshake in the midst, or for TLS 1.1, gets none")
    func protocols() throws {
        let server = try IngestServer(folder, ["127.0.0.1:0"])
        func client(_ arguments: [String], input: String) throws -> String {
            let file = folder.path("input")
            try Data(input.utf8).write(to: URL(fileURLWithPath: file))
            let words = ["timeout 20 openssl s_client -connect 127.0.0.1:\(server.port)"] + arguments
            return try Program.run(path: "/bin/sh", ["-c", "(cat \(file); sleep 1) | \(words.joined(separator: " "))"])
                .output
        }
        let old = try client(["-tls1_1", "-cipher", "ALL:@SECLEVEL=0"], input: "")
        #expect(old.contains("Cipher is (NONE)"), "\(old)")
        #expect(server.waits(for: "the other side knows neither TLS 1.2 nor 1.3"))
        let again = try client(["-tls1_2"], input: "R\n")
        #expect(again.contains("RENEGOTIATING"), "\(again)")
        #expect(again.contains("no renegotiation"), "\(again)")
        #expect(try server.post(Self.rate, server.trusted).status == "200")
    }

    @Test("addresses of IPv6 are listened at, in brackets or not")
    func ipv6() throws {
        guard let server = try? IngestServer(folder, ["[::1]:0"]) else { return }
        #expect(server.addresses == ["https://[::1]:\(server.port)"])
        #expect(try server.post(Self.rate, host: "[::1]", server.trusted).status == "200")
        let another = try refusal(["--listen", "::1", "--port", "\(server.port)"])
        #expect(another.status == 1)
        #expect(another.errors.contains("[::1]:\(server.port)"), "\(another.errors)")
        let all = try IngestServer(folder, ["[::]:0"])
        #expect(try all.post(Self.rate, host: "127.0.0.1", all.trusted).status == "200")
    }

    @Test("an address that makes no sense is bad usage; one that the machine doesn't have is an error")
    func addresses() throws {
        for (address, word) in [
            ("", "empty"), ("phone.local", "isn't an address"), ("127.0.0.1:99999", "0 to 65535"), ("1.2.3", "isn't"),
            ("[::1", "isn't an address"), ("[::1]x", "0 to 65535"), ("127.0.0.1:", "0 to 65535"),
            ("127.0.0.1:+1", "0 to 65535"),
        ] {
            let outcome = try refusal(["--listen", address])
            #expect(outcome.status == 64, "\(address): \(outcome)")
            #expect(outcome.errors.contains(word), "\(outcome.errors)")
        }
        for arguments in [
            ["--certificate", "a", "--key", "b"], ["--listen", "127.0.0.1", "--certificate", "a"],
            ["--listen", "127.0.0.1", "--key", "a"], ["--no-qr-code"],
            ["--listen", "127.0.0.1:1", "--port", "2"],
        ] {
            #expect(try refusal(arguments).status == 64, "\(arguments)")
        }
        let foreign = try refusal(["--listen", "192.0.2.1:0"])
        #expect(foreign.status == 1)
        #expect(foreign.errors.contains("192.0.2.1:0: this machine doesn't have the address"), "\(foreign.errors)")
    }
}
