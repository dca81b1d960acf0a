import Foundation
import RandomTesting
import Testing

@testable import HealthKit
@testable import HealthtuiExchange

@Suite("Digital COVID certificates of the EU")
struct CertificateTests {
    private let person = HKHealthStore.person(location: .memory).person

    private static func lines() throws -> [String] {
        String(decoding: try Fixtures.bytes("cards/certificates.txt"), as: UTF8.self).split(separator: "\n")
            .map(String.init)
    }

    private static func keys(_ change: (inout [[String: Any]]) -> Void = { _ in }) throws -> CardKeys {
        let data = Data(try Fixtures.bytes("cards/certificate-keys.json"))
        let set = try JSONSerialization.jsonObject(with: data) as? [String: Any]
        var list = try #require(set?["keys"] as? [[String: Any]])
        change(&list)
        var keys = CardKeys()
        let addition = try keys.add(JSONSerialization.data(withJSONObject: ["keys": list]))
        #expect(addition.problems == [] && addition.added == 2)
        return keys
    }

    private func read(_ text: String) throws -> ImportSummary {
        let bytes = Array(text.utf8)
        let reader = try #require(ReaderImport.reader(for: bytes, named: "codes.txt"))
        #expect(reader.name == "EU Digital COVID Certificate")
        return try ReaderImport(person).run(bytes, from: "codes.txt", with: reader)
    }

    private func records() throws -> [HKVerifiableClinicalRecord] {
        try person.samples(SampleListQuery(type: VerifiableRecordType.shared), ascending: true, limit: 100)
            .compactMap { $0 as? HKVerifiableClinicalRecord }
    }

    @Test("certificates come in with all they say, once, and are kept as they were issued")
    func read() throws {
        let lines = try Self.lines()
        let summary = try read("\u{FEFF}" + lines.joined(separator: "\r\n") + "\n\n")
        #expect(summary.warnings == [])
        #expect(summary.counts[.verifiableRecords].added == 3)
        let records = try records()
        #expect(
            records.map(\.itemNames) == [
                ["Recovery from COVID-19"], ["Comirnaty, dose 2 of 2"], ["COVID-19 test: not detected"],
            ]
        )
        #expect(records.map(\.issuerIdentifier) == ["XA", "XA", "XB"])
        let covid = HKVerifiableClinicalRecordCredentialType.covid19
        let kinds: [HKVerifiableClinicalRecordCredentialType] = [.recovery, .immunization, .laboratory]
        #expect(records.map(\.recordTypes) == kinds.map { [covid.rawValue, $0.rawValue] })
        #expect(records.map(\.subject.fullName) == Array(repeating: "Ada Müller-Beispiel", count: 3))
        #expect(records.map(\.subject.dateOfBirthComponents?.year) == [1990, 1990, 1990])
        let times = ["2021-04-21T12:00:00Z", "2021-06-11T12:00:00Z", "2021-07-01T06:30:00Z"]
        #expect(records.map(\.relevantDate) == (try times.map { try Date($0, strategy: .iso8601) }))
        #expect(records.allSatisfy { $0.issuedDate == Date(timeIntervalSince1970: 1_735_740_000) })
        #expect(records.allSatisfy { $0.expirationDate == Date(timeIntervalSince1970: 1_767_276_000) })
        #expect(records.allSatisfy { $0.sourceType == .euDigitalCOVIDCertificate })
        #expect(records[1].dataRepresentation == Data(lines[0].utf8))
        let again = try read(lines.reversed().joined(separator: "\n"))
        #expect(again.added == 0 && again.counts[.verifiableRecords].duplicate == 3)
    }

    @Test("a signature holds with the key of its country, of the curve and of RSA, and is not checked without one")
    func signatures() throws {
        let keys = try Self.keys()
        let countries = ["XA", "XB", "XA"]
        for (line, country) in zip(try Self.lines(), countries) {
            let data = Data(line.utf8)
            let key = try #require(keys.keys.first { $0.issuer == country })
            #expect(keys.verdict(on: data, issuer: country) == .valid(key))
            var others = keys
            #expect(others.remove(key.identifier) == 1)
            guard case .notChecked = others.verdict(on: data, issuer: country) else {
                Issue.record("checked without a key")
                continue
            }
            guard case .notChecked = CardKeys().verdict(on: data, issuer: country) else {
                Issue.record("checked without keys")
                continue
            }
            guard case .invalid = keys.verdict(on: data, issuer: "XC") else {
                Issue.record("another issuer")
                continue
            }
        }
        var again = CardKeys()
        #expect(try again.add(keys.data).added == 2)
        #expect(again == keys)
    }

    @Test("a certificate is not valid when any one letter of it was changed")
    func tampered() throws {
        let keys = try Self.keys()
        for (line, country) in zip(try Self.lines(), ["XA", "XB", "XA"]) {
            let letters = Array(line.utf8)
            for place in stride(from: 0, to: letters.count, by: 3) {
                var changed = letters
                changed[place] = letters[place] == UInt8(ascii: "7") ? UInt8(ascii: "8") : UInt8(ascii: "7")
                switch keys.verdict(on: Data(changed), issuer: country) {
                case .valid, .validForUnknownIssuer: Issue.record("letter \(place) was changed, and it is valid")
                case .invalid, .notChecked: break
                }
            }
        }
    }

    @Test("a key of the same name that is another one makes a certificate not valid")
    func stranger() throws {
        let lines = try Self.lines()
        let keys = try Self.keys { $0[0] = Self.strangersKey($0[0]) }
        guard case .invalid = keys.verdict(on: Data(lines[0].utf8), issuer: "XA") else {
            Issue.record("a stranger's key is taken")
            return
        }
    }

    /// Another key by the name of this.
    private static func strangersKey(_ key: [String: Any]) -> [String: Any] {
        guard let bytes = try? Fixtures.bytes("cards/keys.json"),
            let set = try? JSONSerialization.jsonObject(with: Data(bytes)) as? [String: Any],
            let other = (set["keys"] as? [[String: Any]])?.first
        else { return key }
        return other.merging(["kid": key["kid"] ?? "", "iss": "XA"]) { $1 }
    }

    @Test("what cannot be taken is told with its line, and the rest comes in")
    func bad() throws {
        let good = try Self.lines()[2]
        let cases: [(text: String, word: String)] = [
            ("HC1:", "isn't valid base45"), ("HC1:abc", "isn't valid base45"),
            ("HC1:\(good.dropFirst(4).prefix(60))", "isn't a signed CBOR object"),
            ("HC1:ZZZ", "isn't valid base45"), ("shc:/1", "not an HC1:"), ("HC1:00", "isn't a signed CBOR object"),
            (String(try Self.lines()[0].prefix(94)), "damaged"),
        ]
        for (text, word) in cases {
            let summary = try read("HC1:00\n\(text)\n")
            #expect(summary.added == 0)
            #expect(summary.counts[.verifiableRecords].refused == 2)
            #expect(summary.warnings.last?.contains("line 2: ") ?? false, "\(text)")
            #expect(summary.warnings.last?.contains(word) ?? false, "\(text): \(summary.warnings)")
        }
        let summary = try read("HC1:%\n\(good)")
        #expect(summary.counts[.verifiableRecords].refused == 1)
        #expect(summary.counts[.verifiableRecords].added == 1)
    }

    @Test("base 45 is read as its standard has it")
    func base45() {
        func text(_ letters: String) -> String? {
            Base45.bytes(Array(letters.utf8)).map { String(decoding: $0, as: UTF8.self) }
        }
        #expect(text("BB8") == "AB")
        #expect(text("%69 VD92EX0") == "Hello!!")
        #expect(text("QED8WEX0") == "ietf!")
        #expect(text("") == "")
        // Too large for the bytes, too short, and a letter that is none.
        for wrong in ["GGW", ":::", "::", "A", "BB8B", "bb8", "B_8"] { #expect(text(wrong) == nil, "\(wrong)") }
        #expect(Base45.bytes(Array("FGW".utf8)) == [0xFF, 0xFF])
    }

    @Test("CBOR is read as its standard has it, and what is cut or nests without end is none")
    func cbor() {
        func value(_ hex: String) -> CBORValue? {
            let digits = Array(hex)
            return CBORValue(
                stride(from: 0, to: digits.count, by: 2).map { UInt8(String(digits[$0...$0 + 1]), radix: 16) ?? 0 }
            )
        }
        let cases: [(String, CBORValue)] = [
            ("00", .integer(0)), ("17", .integer(23)), ("1818", .integer(24)), ("1903e8", .integer(1_000)),
            ("1b000000e8d4a51000", .integer(1_000_000_000_000)), ("20", .integer(-1)), ("3903e7", .integer(-1_000)),
            ("390103", .integer(-260)), ("f4", .flag(false)), ("f5", .flag(true)), ("f6", .nothing),
            ("f93c00", .number(1)),
            ("fb3ff199999999999a", .number(1.1)), ("fa47c35000", .number(100_000)),
            ("4401020304", .bytes([1, 2, 3, 4])),
            ("63c3bc61", .text("üa")), ("80", .list([])), ("83010203", .list([.integer(1), .integer(2), .integer(3)])),
            ("a201020304", .map([[.integer(1), .integer(2)], [.integer(3), .integer(4)]])),
            ("c074323031332d30332d32315432303a30343a30305a", .tagged(0, .text("2013-03-21T20:04:00Z"))),
            ("5f42010243030405ff", .bytes([1, 2, 3, 4, 5])), ("9f01ff", .list([.integer(1)])),
        ]
        for (hex, expected) in cases {
            #expect(value(hex) == expected, "\(hex)")
            #expect(value(hex + "00") == nil, "\(hex) and more")
            #expect(value(String(hex.dropLast(2))) == nil, "\(hex) cut")
        }
        for hex in [
            "", "1c", "ff", "bf6161019fff", "5b7fffffffffffffff", "9b7fffffffffffffff", "bb7fffffffffffffff",
            "1bffffffffffffffff", "62ffff", "5f01ff",
        ] {
            #expect(value(hex) == nil, "\(hex)")
        }
        #expect(value(String(repeating: "81", count: 31) + "00") != nil)
        #expect(value(String(repeating: "81", count: 100_000) + "00") == nil)
        for count in [0, 23, 24, 255, 256, 70_000] {
            let bytes = [UInt8](repeating: 7, count: count)
            #expect(CBORValue(CBORValue.encoded(bytes)) == .bytes(bytes))
        }
    }

    @Test("any bytes are read to their end as certificates, and what is counted adds up")
    func anyBytes() throws {
        var generator = SeededGenerator("certificates")
        let originals = try Self.lines().map { Array($0.utf8) }
        for turn in 0..<300 {
            var bytes = originals[turn % 3]
            for _ in 0..<Int.random(in: 1...4, using: &generator) {
                let place = Int.random(in: bytes.indices, using: &generator)
                switch Int.random(in: 0..<3, using: &generator) {
                case 0: bytes[place] = UInt8.random(in: 0...255, using: &generator)
                case 1: bytes.remove(at: place)
                default: bytes.insert(bytes[Int.random(in: bytes.indices, using: &generator)], at: place)
                }
            }
            let summary = try ReaderImport(person).run(bytes, from: "some", with: CertificateReader())
            let tally = summary.counts[.verifiableRecords]
            #expect(tally.read == tally.settled, "turn \(turn)")
            #expect(tally.refused == summary.warningCount, "turn \(turn)")
        }
    }
}
