import Foundation
import Testing

/// Keys of issuers and the verification of records, with the real binary.
@Suite("keys: signatures of verifiable records")
struct KeysCommandTests {
    private let folder: ScratchFolder
    private static let cards = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .appendingPathComponent("Fixtures/cards")
    private static let issuer = "https://clinic.example.org/issuer"

    init() throws { folder = try ScratchFolder() }

    private func run(_ arguments: [String]) throws -> Command.Outcome {
        try Command.run(arguments + ["--store", folder.path("k.store")], in: folder)
    }

    private func card(_ name: String) -> String { Self.cards.appendingPathComponent(name).path }

    private func signature() throws -> (name: String?, text: String?) {
        let record = try #require(try run(["record", "verifiableRecord", "--json"]).json() as? [String: Any])
        return (record["signature"] as? String, record["signatureText"] as? String)
    }

    @Test("a card's signature is not checked, then of somebody, then the issuer's, as the keys say; then not valid")
    func journey() throws {
        let read = try run(["import", card("card.jws"), "--json"])
        #expect(read.status == 0, "\(read.errors)")
        let counts = try read.rows().first?["verifiableRecords"] as? [String: Int]
        #expect(counts?["added"] == 1)
        let again = try run(["import", card("card.jws")]).output
        #expect(again.contains("card.jws: 1 object\n"), "\(again)")
        let types = try run(["types", "--json"]).rows()
        #expect(types.map { $0["name"] as? String } == ["Verifiable Records"])
        #expect(types.map { $0["kind"] as? String } == ["clinical"])
        #expect(try signature().name == "notChecked")
        #expect(try run(["keys"]).output.contains("There are no keys"))
        let added = try run(["keys", "--add", card("keys.json"), "--json"])
        #expect(added.status == 0, "\(added.errors)")
        let key = try #require(try added.rows().first)
        #expect(key["issuer"] is NSNull)
        #expect(try signature().name == "validForUnknownIssuer")
        #expect(try run(["keys", "--add", card("keys.json"), "--issuer", Self.issuer]).output.contains(Self.issuer))
        #expect(try signature().name == "valid")
        let reported = try run(["record", "verifiableRecord"]).output
        #expect(reported.contains("Signature             valid: verified with your key"), "\(reported)")
        let name = try #require(key["key"] as? String)
        #expect(try run(["keys", "--remove", String(name.prefix(8))]).output.contains("There are no keys"))
        #expect(try run(["keys", "--add", card("stranger.json"), "--issuer", Self.issuer]).status == 0)
        #expect(try signature().name == "invalid")
        #expect(try signature().text?.contains("changed after it was signed") ?? false)
        let mode = try FileManager.default.attributesOfItem(atPath: folder.path(".config/healthtui/keys.json"))
        #expect(mode[.posixPermissions] as? Int == 0o600)
    }

    @Test("files that hold no keys are told, those that hold some bad ones too, and the good ones are kept")
    func bad() throws {
        let text = try String(contentsOfFile: card("directory.json"), encoding: .utf8)
        let half = folder.path("half.json")
        try text.replacing("https://lab.example.org", with: "x")
            .replacing("\"crv\": \"P-256\"", with: "\"crv\": \"P-384\"", maxReplacements: 1)
            .write(toFile: half, atomically: true, encoding: .utf8)
        let outcome = try run(["keys", "--add", half, "--json"])
        #expect(outcome.status == 65)
        #expect(outcome.errors.contains("issuerInfo[0].keys[0]"), "\(outcome.errors)")
        #expect(try run(["keys", "--json"]).rows().count == 1)
        #expect(try run(["keys", "--add", folder.path("none.json")]).status == 66)
        #expect(try run(["keys", "--add", card("card.jws")]).status == 65)
        #expect(try run(["keys", "--remove", "nothing"]).status == 1)
        for nonsense in [
            ["--issuer", Self.issuer], ["--add", half, "--issuer", "clinic"], ["--add", half, "--remove", "x"],
        ] { #expect(try run(["keys"] + nonsense).status == 64, "\(nonsense)") }
        try "{".write(toFile: folder.path(".config/healthtui/keys.json"), atomically: true, encoding: .utf8)
        let broken = try run(["keys"])
        #expect(broken.status == 65)
        #expect(broken.errors.contains("keys.json: line 1"), "\(broken.errors)")
    }
}
