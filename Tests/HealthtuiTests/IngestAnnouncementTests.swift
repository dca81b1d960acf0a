import Foundation
import HealthFacts
import Testing

@testable import healthtui

/// What `ingest --listen` shows, and whom it lets in.
@Suite("ingest --listen: addresses, codes and counts")
struct IngestAnnouncementTests {
    private let folder: ScratchFolder

    init() throws { folder = try ScratchFolder() }

    private func announcement(_ address: String, certificateFor addresses: [String]) throws -> IngestAnnouncement {
        let listener = try ConnectionListener(try #require(SocketAddress(address, port: 0)))
        let token = try AccessToken.open(folder.path("token")).token
        let bytes = try CertificateMaker.make(hostName: "desk", addresses: addresses, from: Date(), "")
        let file = PEMFile(path: "c.pem", bytes: bytes)
        return IngestAnnouncement(
            listener: listener,
            token: token,
            tokenFile: "token",
            identity: try TLSIdentity(certificate: file, key: file),
            certificateFile: "c.pem",
            isNamed: false
        )
    }

    @Test("the code has the address, the port, the token and the fingerprint, and fits a terminal of 80 columns")
    func code() throws {
        let shown = try announcement("127.0.0.1", certificateFor: ["127.0.0.1"])
        let text = shown.codeText
        #expect(
            text.hasPrefix("https://127.0.0.1:\(shown.listener.addresses[0].port)/import#token=\(shown.token.text)")
        )
        let digest = try #require(shown.identity).fingerprint.replacing(":", with: "").lowercased()
        #expect(digest.count == 64)
        #expect(text.hasSuffix("&sha256=\(digest)"))
        let code = try #require(QRCode(Array(text.utf8)))
        #expect(try QRReader(code).bytes() == Array(text.utf8))
        let lines = shown.code(["TERM": "xterm-256color", "LC_ALL": "C.UTF-8"], columns: 80)
        #expect(lines.count == (code.size + 9) / 2 + 1)
        #expect(shown.code(["TERM": "xterm", "LC_ALL": "C"], columns: 80).first?.contains("columns") == true)
        #expect(shown.code(["LC_ALL": "C.UTF-8"], columns: 20).count == 1)
    }

    @Test("a token is in the text only where a person reads it")
    func token() throws {
        let shown = try announcement("127.0.0.1", certificateFor: ["127.0.0.1"])
        #expect(shown.lines(showsToken: true).joined().contains(shown.token.text))
        #expect(!shown.lines(showsToken: false).joined().contains(shown.token.text))
        #expect(!shown.json.line.contains(shown.token.text))
        #expect(shown.warnings.isEmpty)
    }

    @Test("a certificate without the address gets a warning")
    func otherAddress() throws {
        let shown = try announcement("127.0.0.1", certificateFor: ["192.0.2.1"])
        #expect(
            shown.warnings == ["c.pem: the certificate isn't for 127.0.0.1; delete the file to have a new one made"]
        )
    }

    @Test("one machine can't keep all others out")
    func counts() throws {
        func peer(_ text: String) throws -> SocketAddress { try #require(SocketAddress(text, port: 1)) }
        var counts = ConnectionCounts()
        var admissions: [ConnectionCounts.Admission] = []
        for _ in 0..<40 { admissions.append(counts.enter(try peer("192.0.2.7"))) }
        #expect(admissions.count { $0 == .served } == ConnectionCounts.mostOfMachine)
        #expect(admissions.count { $0 == .refused } == ConnectionCounts.mostOfMachine)
        #expect(counts.enter(try peer("192.0.2.8")) == .served)
        // Addresses of one network of IPv6 are one machine; an address of IPv4 is one in either form.
        for index in 0..<2 { #expect(counts.enter(try peer("2001:db8::\(index)")) == .served) }
        #expect(try peer("2001:db8::1").network == peer("2001:db8::2").network)
        #expect(try peer("::ffff:192.0.2.7").network == peer("192.0.2.7").network)
        #expect(counts.enter(try peer("::ffff:192.0.2.7")) == .closed)
        for _ in 0..<12 { counts.leave(try peer("192.0.2.7")) }
        #expect(counts.enter(try peer("192.0.2.7")) == .served)
        #expect(counts.enter(nil) == .closed)
    }

    @Test("addresses are read as numbers alone")
    func addresses() throws {
        #expect(SocketAddress("192.0.2.1", port: 5)?.port == 5)
        #expect(SocketAddress("192.0.2.1", port: 5)?.host == "192.0.2.1")
        #expect(SocketAddress("::", port: 0)?.isAny == true)
        #expect(SocketAddress("0.0.0.0", port: 0)?.isAny == true)
        #expect(SocketAddress("::1", port: 0)?.isLoopback == true)
        #expect(SocketAddress("127.3.2.1", port: 0)?.isLoopback == true)
        #expect(SocketAddress("fe80::1", port: 0)?.isLinkLocal == true)
        #expect(SocketAddress("169.254.1.1", port: 0)?.isLinkLocal == true)
        for text in ["", "localhost", "1", "127.1", "0x7f000001", "1.2.3.4.5", "256.1.1.1", ":::", "g::1"] {
            #expect(SocketAddress(text, port: 0) == nil, "\(text)")
        }
        #expect(SocketAddress.inURL("fe80::1%eth0") == "[fe80::1%25eth0]")
    }
}
