import Foundation
import HealthtuiDeflation
import Testing

@testable import HealthKit
@testable import HealthtuiExchange

@Suite("Signatures of SMART Health Cards")
struct CardSignatureTests {
    private static let issuer = "https://clinic.example.org/issuer"

    private static func data(_ name: String) throws -> Data { Data(try Fixtures.bytes("cards/" + name)) }

    private static func card() throws -> String {
        String(decoding: try data("card.jws"), as: UTF8.self).trimmingCharacters(in: .newlines)
    }

    private static func keys(_ name: String = "keys.json", issuer: String? = issuer) throws -> CardKeys {
        var keys = CardKeys()
        let addition = try keys.add(data(name), issuer: issuer)
        #expect(addition.problems == [])
        return keys
    }

    private func verdict(_ card: String, _ keys: CardKeys, issuer: String = issuer) -> CardVerdict {
        keys.verdict(on: Data(card.utf8), issuer: issuer)
    }

    @Test("a card that the issuer's key signed is valid; without whose the key is, it is valid and of nobody known")
    func valid() throws {
        let keys = try Self.keys()
        #expect(verdict(try Self.card(), keys) == .valid(try #require(keys.keys.first)))
        let anonymous = try Self.keys(issuer: nil)
        #expect(verdict(try Self.card(), anonymous) == .validForUnknownIssuer(try #require(anonymous.keys.first)))
    }

    @Test("without keys, and with none of the card's name, nothing is said to be checked")
    func notChecked() throws {
        #expect(verdict(try Self.card(), CardKeys()).whyNotChecked != nil)
        var others = try Self.keys("directory.json")
        #expect(others.remove(try #require(others.keys.first).identifier) == 1)
        #expect(others.keys.count == 1)
        #expect(verdict(try Self.card(), others).whyNotChecked != nil)
    }

    @Test("a card is not valid when any one byte of it was changed")
    func tampered() throws {
        let keys = try Self.keys()
        let card = Array(try Self.card().utf8)
        var notValid = 0
        for place in card.indices {
            var changed = card
            // Another character of base 64, whatever stood there.
            changed[place] = card[place] == UInt8(ascii: "A") ? UInt8(ascii: "B") : UInt8(ascii: "A")
            switch keys.verdict(on: Data(changed), issuer: Self.issuer) {
            case .valid, .validForUnknownIssuer: Issue.record("byte \(place) was changed, and the card is valid")
            case .invalid, .notChecked: notValid += 1
            }
        }
        #expect(notValid == card.count)
        let parts = try Self.card().split(separator: ".").map(String.init)
        for cut in ["", parts[0], parts[0] + "." + parts[1], parts[0] + "." + parts[1] + ".", "a.b.c.d", "..", "é.é.é"]
        {
            switch verdict(cut, keys) {
            case .valid, .validForUnknownIssuer: Issue.record("“\(cut)” is valid")
            case .invalid, .notChecked: break
            }
        }
    }

    @Test("what the card says is compressed: what is changed there is found, and a bomb is not unpacked")
    func payload() throws {
        let keys = try Self.keys()
        let parts = try Self.card().split(separator: ".").map(String.init)
        let packed = try #require(Base64URL.bytes(parts[1]))
        let plain = try #require(RawDeflate.inflated(packed, atMost: 1 << 20))
        #expect(String(decoding: plain, as: UTF8.self).contains("\"birthDate\":\"1990-05-01\""))
        #expect(RawDeflate.inflated(packed, atMost: plain.count - 1) == nil)
        #expect(RawDeflate.inflated(packed.dropLast(), atMost: 1 << 20) == nil)
        #expect(RawDeflate.inflated(packed + [0], atMost: 1 << 20) == nil)
        #expect(RawDeflate.inflated([], atMost: 1 << 20) == nil)
        // Somebody else's name, neatly stored again: one block that is not compressed.
        let other = Array(String(decoding: plain, as: UTF8.self).replacing("Beispiel", with: "Somebody").utf8)
        let count = UInt16(other.count)
        var block: [UInt8] = [1]
        for number in [count, ~count] { block += [UInt8(number & 0xFF), UInt8(number >> 8)] }
        block += other
        #expect(RawDeflate.inflated(block, atMost: 1 << 20) == other)
        let forged = [parts[0], Base64URL.text(block), parts[2]].joined(separator: ".")
        #expect(verdict(forged, keys).whyInvalid?.contains("changed") ?? false)
    }

    @Test("a key of the same name that is another one, and one of another issuer, make a card not valid")
    func wrongKey() throws {
        #expect(verdict(try Self.card(), try Self.keys("stranger.json")).whyInvalid != nil)
        let borrowed = try Self.keys(issuer: "https://other.example.org")
        #expect(verdict(try Self.card(), borrowed).whyInvalid?.contains("https://other.example.org") ?? false)
        #expect(verdict(try Self.card(), try Self.keys(), issuer: "https://liar.example.org").whyInvalid != nil)
    }

    @Test("another way of signing is told by its name, and not taken for none", arguments: ["none", "HS256", "RS256"])
    func algorithms(name: String) throws {
        let parts = try Self.card().split(separator: ".").map(String.init)
        let header = Base64URL.text(Array("{\"zip\":\"DEF\",\"alg\":\"\(name)\"}".utf8))
        for signature in [parts[2], ""] {
            let verdict = verdict("\(header).\(parts[1]).\(signature)", try Self.keys())
            #expect(verdict.whyNotChecked?.contains(name) ?? false, "\(verdict)")
        }
    }

    @Test("keys come as one, as a set and as a directory of issuers; each is there once, and its text gives it back")
    func keyTexts() throws {
        var keys = try Self.keys("directory.json", issuer: nil)
        #expect(keys.keys.map(\.issuer) == [Self.issuer, "https://lab.example.org"])
        #expect(try keys.add(Self.data("keys.json")) == CardKeys.Addition(known: 1))
        #expect(try keys.add(Self.data("directory.json")) == CardKeys.Addition(known: 2))
        var again = CardKeys()
        #expect(try again.add(keys.data) == CardKeys.Addition(added: 2))
        #expect(again == keys)
        // Whose a key is can be said later.
        var later = try Self.keys(issuer: nil)
        #expect(try later.add(Self.data("keys.json"), issuer: Self.issuer).added == 1)
        #expect(later.keys.map(\.issuer) == [Self.issuer])
        let set = try JSONSerialization.jsonObject(with: Self.data("keys.json")) as? [String: Any]
        var single = try #require((set?["keys"] as? [[String: Any]])?.first)
        let name = try #require(single.removeValue(forKey: "kid") as? String)
        var one = CardKeys()
        #expect(try one.add(JSONSerialization.data(withJSONObject: single)).added == 1)
        #expect(one.keys.map(\.identifier) == [name], "a key without a name goes by its thumbprint")
    }

    @Test("what is no key is refused with its place and the reason; a private key is not kept")
    func badKeys() throws {
        let good = String(decoding: try Self.data("keys.json"), as: UTF8.self)
        let changes = [
            ("\"P-256\"", "\"P-384\"", "curve"), ("\"EC\"", "\"RSA\"", "not for PS256"),
            ("\"EC\"", "\"oct\"", "nor one of RSA"), ("\"ES256\"", "\"RS256\"", "RS256"),
            ("\"sig\"", "\"enc\"", "signatures"), ("\"x\": \"", "\"x\": \"A", "aren't a point"),
            ("\"use\"", "\"d\": \"AAAA\", \"use\"", "private"),
        ]
        for (old, new, word) in changes {
            var keys = CardKeys()
            let addition = try keys.add(Data(good.replacing(old, with: new).utf8))
            #expect(keys.keys.isEmpty)
            #expect(addition.problems.count == 1, "\(word)")
            #expect(addition.problems.first?.hasPrefix("keys[0]: ") ?? false)
            #expect(addition.problems.first?.contains(word) ?? false, "\(addition.problems)")
        }
        let texts = [
            ("{\n \"keys\": [,]\n}", "line 2"), ("{\n\n", "line 1"), ("[]", "object"), ("{}", "keys"), ("", "line 1"),
        ]
        for (text, word) in texts {
            var keys = CardKeys()
            let error = #expect(throws: CardKeys.Flaw.self) { try keys.add(Data(text.utf8)) }
            #expect(error?.description.contains(word) ?? false, "\(text): \(String(describing: error))")
        }
        var keys = CardKeys()
        #expect(try keys.add(Data("{\"keys\": [3, null, {\"kty\": 7}]}".utf8)).problems.count == 3)
    }
}

extension CardVerdict {
    fileprivate var whyInvalid: String? { if case .invalid(let reason) = self { reason } else { nil } }
    fileprivate var whyNotChecked: String? { if case .notChecked(let reason) = self { reason } else { nil } }
}
