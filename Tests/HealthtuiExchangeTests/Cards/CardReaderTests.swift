import Foundation
import RandomTesting
import Testing

@testable import HealthKit
@testable import HealthtuiExchange

@Suite("SMART Health Cards as files")
struct CardReaderTests {
    private let folder: TemporaryFolder
    private let person = HKHealthStore.person(location: .memory).person

    init() throws { folder = try TemporaryFolder() }

    private func read(_ path: String) throws -> ImportSummary {
        let reader = try #require(ReaderImport.reader(for: path), "\(path)")
        #expect(reader.name == "SMART Health Card")
        return try ReaderImport(person).run(path: path, with: reader)
    }

    private func read(text: String, as name: String = "card.txt") throws -> ImportSummary {
        try read(try folder.write(Array(text.utf8), to: name))
    }

    private static func path(_ name: String) -> String { Fixtures.own.appending(path: "cards/" + name).path }

    private func records() throws -> [HKVerifiableClinicalRecord] {
        try person.samples(SampleListQuery(type: VerifiableRecordType.shared), ascending: true, limit: 100)
            .compactMap { $0 as? HKVerifiableClinicalRecord }
    }

    @Test("the cards of a file come in with all they say, once; as codes they are the same cards")
    func cards() throws {
        let first = try read(Self.path("cards.smart-health-card"))
        #expect(first.warnings == [])
        #expect(first.counts[.verifiableRecords].read == 2)
        #expect(first.counts[.verifiableRecords].added == 2)
        let records = try records()
        let (result, doses) = (try #require(records.first), try #require(records.last))
        #expect(doses.issuerIdentifier == "https://clinic.example.org/issuer")
        #expect(
            doses.recordTypes == ["https://smarthealth.cards#immunization", "https://smarthealth.cards#covid19"]
        )
        #expect(doses.subject.fullName == "Ada M. Beispiel")
        #expect(doses.subject.dateOfBirthComponents?.day == 1)
        #expect(doses.itemNames == ["CVX 207", "CVX 207"])
        #expect(doses.relevantDate == (try Date("2024-12-01T12:00:00Z", strategy: .iso8601)))
        #expect(doses.issuedDate == Date(timeIntervalSince1970: 1_735_740_000.25))
        #expect(doses.expirationDate == nil)
        #expect(doses.sourceType == .smartHealthCard)
        #expect(doses.jwsRepresentation + Data("\n".utf8) == Data(try Fixtures.bytes("cards/card.jws")))
        #expect(result.itemNames == ["Hepatitis B antibodies"])
        #expect(result.relevantDate == (try Date("2024-10-05T07:30:00Z", strategy: .iso8601)))
        #expect(result.expirationDate == Date(timeIntervalSince1970: 1_767_276_000))
        #expect(result.sourceRevision.source.name == "https://lab.example.org")
        for name in ["cards.smart-health-card", "codes.txt", "card.jws"] {
            let again = try read(Self.path(name))
            #expect(again.warnings == [], "\(name)")
            #expect(again.added == 0, "\(name)")
            #expect(again.counts[.verifiableRecords].duplicate == again.counts[.verifiableRecords].read, "\(name)")
        }
    }

    @Test("cards whose only type is #health-card come in, as what they contain, and their signatures hold")
    func onlyHealthCard() throws {
        let path = Self.path("examples.smart-health-card")
        let summary = try read(path)
        #expect(summary.warnings == [])
        #expect(summary.counts[.verifiableRecords].added == 4)
        #expect(summary.outcome == .complete)
        let records = try records()
        let doses = records.filter { $0.recordTypes.contains("https://smarthealth.cards#immunization") }
        #expect(doses.map(\.recordTypes) == Array(repeating: Self.types("immunization", "covid19"), count: 3))
        #expect(Set(doses.map { $0.itemNames.count }) == [2, 3])
        let patientSummary = try #require(records.first { $0.recordTypes == Self.types("health-card") })
        #expect(patientSummary.itemNames == ["Patient summary", "sct 198436008", "sct 1"])
        #expect(patientSummary.subject.fullName == "Ada M. Beispiel")
        #expect(patientSummary.relevantDate == (try Date("2024-12-11T13:30:00Z", strategy: .iso8601)))
        #expect(doses.compactMap(\.expirationDate) == [Date(timeIntervalSince1970: 1_767_276_000.5)])
        var keys = CardKeys()
        let addition = try keys.add(
            Data(try Fixtures.bytes("cards/examples-keys.json")),
            issuer: "https://clinic.example.org/issuer"
        )
        #expect(addition.problems == [])
        for record in records {
            guard case .valid = keys.verdict(on: record.jwsRepresentation, issuer: record.issuerIdentifier) else {
                Issue.record("the signature of \(record.itemNames) is not valid")
                continue
            }
        }
        #expect(try read(path).added == 0)
    }

    private static func types(_ names: String...) -> [String] { names.map { "https://smarthealth.cards#" + $0 } }

    @Test("a card is classified by its contents, and one that is no health card is refused")
    func classification() throws {
        func claims(_ types: Any, _ resources: [[String: Any]]) -> CardClaims {
            let bundle: [String: Any] = ["entry": resources.map { ["resource": $0] }]
            return CardClaims(["vc": ["type": types, "credentialSubject": ["fhirBundle": bundle]]])
        }
        func dose(_ code: String, _ system: String = "http://hl7.org/fhir/sid/cvx") -> [String: Any] {
            ["resourceType": "Immunization", "vaccineCode": ["coding": [["system": system, "code": code]]]]
        }
        let patient: [String: Any] = ["resourceType": "Patient"]
        let mark = Self.types("health-card")
        #expect(claims(mark, [patient, dose("229")]).types == Self.types("immunization", "covid19"))
        #expect(claims(mark, [patient, dose("141")]).types == Self.types("immunization"))
        #expect(claims(mark, [dose("207", "http://snomed.info/sct")]).types == Self.types("immunization"))
        #expect(claims(mark[0], [patient, ["resourceType": "Observation"]]).types == Self.types("laboratory"))
        #expect(claims(mark, [patient, dose("207"), ["resourceType": "Observation"]]).types == mark)
        #expect(claims(mark, [patient]).types == mark)
        // What a card names itself stands.
        #expect(claims(mark + Self.types("laboratory"), [dose("207")]).types == Self.types("laboratory"))
        #expect(claims(["VerifiableCredential"], [dose("207")]).types.isEmpty)
        let header = Base64URL.text(Array("{}".utf8))
        let body = Base64URL.text(Array(#"{"iss":"https://a.example","nbf":1,"vc":{"type":[]}}"#.utf8))
        let summary = try read(text: "{\"verifiableCredential\": [\"\(header).\(body).AAAA\"]}")
        #expect(summary.counts[.verifiableRecords].refused == 1)
        #expect(summary.warnings.first?.contains("vc.type doesn't name https://smarthealth.cards#health-card") == true)
    }

    @Test("a card goes with the copy of the store in an export, and comes back with it")
    func roundTrip() throws {
        _ = try read(Self.path("cards.smart-health-card"))
        let path = folder.url.appending(path: "whole.zip").path
        _ = try AppleExporter(person).run(ExportRequest(path: path))
        let other = HKHealthStore.person(location: .memory).person
        let back = try ExportImporter(other).run(path: path)
        #expect(back.counts[.verifiableRecords].added == 2)
        let records = try other.samples(SampleListQuery(type: VerifiableRecordType.shared), ascending: true, limit: 9)
        #expect(records.map(\.uuid) == (try self.records().map(\.uuid)))
    }

    @Test("what cannot be taken is told with its place, and the rest comes in")
    func bad() throws {
        let card = String(decoding: try Fixtures.bytes("cards/card.jws"), as: UTF8.self)
            .trimmingCharacters(in: .newlines)
        let parts = card.split(separator: ".").map(String.init)
        let empty = Base64URL.text(Array("{}".utf8))
        let file = """
            {"verifiableCredential": [3, "\(card)", "no card", "\(parts[0]).AAAA.\(parts[2])",
             "\(empty).\(empty).AAAA"]}
            """
        let summary = try read(text: file)
        #expect(summary.counts[.verifiableRecords].read == 5)
        #expect(summary.counts[.verifiableRecords].added == 1)
        #expect(summary.counts[.verifiableRecords].refused == 4)
        for (place, word) in [(0, "not text"), (2, "three parts"), (3, "damaged"), (4, "who issued it")] {
            let reported = summary.warnings.contains {
                $0.contains("verifiableCredential[\(place)]: ") && $0.contains(word)
            }
            #expect(reported, "\(place): \(summary.warnings)")
        }
        let codes = try String(contentsOfFile: Self.path("codes.txt"), encoding: .utf8).split(separator: "\n")
        let wrong = [
            ("shc:/123", "line 1", "odd number"), ("shc:/12x4", "line 1", "odd number"), ("shc:/", "line 1", "parts"),
            (codes[0] + "\n" + codes[1], "line 1", "1 of the card's 3 codes"),
            ("shc:/4/3/11", "line 1", "not an shc:/"),
            (codes[0] + "\n" + codes[0], "line 2", "belongs to no other"),
            ("shc:/0909\nhello", "line 2", "not an shc:/"),
        ]
        for (text, place, word) in wrong {
            let summary = try read(text: String(text))
            #expect(summary.added == 0)
            #expect(summary.counts[.verifiableRecords].refused == summary.counts[.verifiableRecords].read)
            let reported = summary.warnings.contains { $0.contains("\(place): ") && $0.contains(word) }
            #expect(reported, "\(text.prefix(20)): \(summary.warnings)")
        }
        for text in ["{\"verifiableCredential\":", "{\"verifiableCredential\": 3}"] {
            #expect(throws: ImportError.self) { try read(text: text) }
        }
    }

    @Test("any bytes are read to their end as cards, and what is counted adds up")
    func anyBytes() throws {
        var generator = SeededGenerator("cards")
        let originals = try ["cards.smart-health-card", "codes.txt", "card.jws"]
            .map { try Fixtures.bytes("cards/" + $0) }
        for turn in 0..<300 {
            var bytes = originals[turn % originals.count]
            for _ in 0..<Int.random(in: 1...6, using: &generator) {
                let place = Int.random(in: bytes.indices, using: &generator)
                switch Int.random(in: 0..<4, using: &generator) {
                case 0: bytes[place] = UInt8.random(in: 0...255, using: &generator)
                case 1: bytes.remove(at: place)
                case 2: bytes.insert(bytes[Int.random(in: bytes.indices, using: &generator)], at: place)
                default: bytes.removeSubrange(place..<min(bytes.count, place + 40))
                }
            }
            guard let summary = try? ReaderImport(person).run(bytes, from: "some", with: CardReader()) else { continue }
            let tally = summary.counts[.verifiableRecords]
            #expect(tally.read == tally.settled, "turn \(turn)")
            #expect(tally.refused == summary.warningCount, "turn \(turn)")
        }
    }

    @Test("a card that the person deleted stays deleted, and its form never changes")
    func deleted() throws {
        _ = try read(Self.path("card.jws"))
        _ = try person.delete(try records().map(\.uuid))
        let again = try read(Self.path("codes.txt"))
        #expect(again.counts[.verifiableRecords].deleted == 1)
        #expect(again.counts[.verifiableRecords].added == 1)
        #expect(ExportSpelling.form(ofCard: [1, 2]) == [6, 0, 0, 0] + Array("card 1".utf8) + [1, 2])
    }
}
