import Foundation
import Glibc
import HealthtuiFacts
import Synchronization
import Testing

@testable import healthtui

/// The output of `ingest --listen`, and the clients that it accepts.
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
        func machine(_ text: String) throws -> ConnectionCounts.Opener {
            .machine(try #require(SocketAddress(text, port: 1)).network)
        }
        var counts = ConnectionCounts()
        var admissions: [ConnectionCounts.Admission] = []
        for index in 0..<40 { admissions.append(counts.enter(try machine("192.0.2.7"), Int32(index))) }
        let served = (1...6).map { ConnectionCounts.Admission.served(number: $0, ending: nil) }
        let refused = (7...12).map { ConnectionCounts.Admission.refused(number: $0, ending: nil) }
        #expect(Array(admissions.prefix(12)) == served + refused)
        #expect(admissions[12...].allSatisfy { $0 == .closed })
        #expect(counts.enter(try machine("192.0.2.8"), 50) == .served(number: 13, ending: nil))
        // Addresses of one network of IPv6 are one machine; an address of IPv4 is one in either form.
        #expect(try machine("2001:db8::1") == machine("2001:db8::2"))
        #expect(try machine("::ffff:192.0.2.7") == machine("192.0.2.7"))
        #expect(counts.enter(try machine("::ffff:192.0.2.7"), 51) == .closed)
        for number in 1...12 { counts.leave(number) }
        #expect(counts.enter(try machine("192.0.2.7"), 52) == .served(number: 14, ending: nil))
        #expect(counts.enter(nil, 53) == .closed)
    }

    @Test("a user of the machine who opens as many connections as there are keeps no other and no machine out")
    func localUsers() throws {
        var counts = ConnectionCounts()
        var ended: [Int32] = []
        func enter(_ opener: ConnectionCounts.Opener, _ descriptor: Int32, isSilent: Bool = true) -> Int? {
            guard case .served(let number, let ending) = counts.enter(opener, descriptor, isSilent: { isSilent }) else {
                return nil
            }
            if let ending { ended.append(ending) }
            return number
        }
        let owners = enter(.user(7), -1)
        for descriptor in 0..<Int32(1_000) { #expect(enter(.user(1), descriptor) != nil) }
        #expect(ended == (0..<Int32(937)).map { $0 }, "the first of who has most")
        let phones = enter(.machine([1, 2, 3, 4]), -2)
        #expect(ended.last == 937)
        // Of one user those who say something outlive those who don't.
        let own = enter(.user(1), -3, isSilent: false)
        for descriptor in 0..<Int32(60) { #expect(enter(.user(1), 5_000 + descriptor) != nil) }
        #expect(ended.allSatisfy { $0 >= 0 })
        for number in [owners, phones, own] {
            let isProven = counts.prove(try #require(number))
            #expect(isProven)
        }
        for descriptor in 0..<Int32(1_000) { _ = enter(.user(1), 10_000 + descriptor) }
        #expect(ended.allSatisfy { $0 >= 0 }, "who has shown the token isn't ended")
        // Who was ended can't go on.
        let first = enter(.user(9), 20_000)
        for descriptor in 0..<Int32(200) { _ = enter(.user(9), 30_000 + descriptor) }
        let isLate = counts.prove(try #require(first))
        #expect(!isLate)
    }

    @Test("the system says whose the other end of a connection is, and whether it ever said anything")
    func openers() throws {
        let listener = try ConnectionListener(loopback: 0)
        let found = Mutex<[(user: UInt32?, silent: Bool)]>([])
        let addresses = listener.addresses
        Thread.detachNewThread {
            try? listener.run { connection in
                guard let peer = SocketAddress.named(connection.descriptor, getpeername),
                    let own = SocketAddress.named(connection.descriptor, getsockname)
                else { return }
                let silent = LocalConnections.isSilent(connection.descriptor)
                found.withLock { $0.append((LocalConnections.user(of: peer, to: own), silent)) }
            }
        }
        for address in addresses {
            let client = socket(address.family, Int32(SOCK_STREAM.rawValue), 0)
            defer { close(client) }
            try #require(address.withAddress { connect(client, $0, $1) } == 0)
            var byte: UInt8 = 0
            // It is closed once it was looked at.
            _ = recv(client, &byte, 1, 0)
        }
        let all = found.withLock { $0 }
        #expect(all.count == addresses.count)
        for one in all { #expect(one.user == geteuid() && one.silent) }
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
