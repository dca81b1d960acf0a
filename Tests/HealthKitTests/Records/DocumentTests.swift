import Foundation
import Synchronization
import Testing

@testable import HealthKit

@Suite("Clinical documents")
struct DocumentTests {
    private let checks = RecordChecks()
    private let type = HKDocumentType(.CDA)

    static func xml(
        _ title: String = "Visit &amp; plan",
        patient: String = "<given>Ada</given><family>Lovelace</family>"
    ) -> String {
        """
        <?xml version="1.0" encoding="UTF-8"?>
        <!-- made for a test -->
        <ClinicalDocument xmlns="urn:hl7-org:v3" xmlns:sdtc="urn:hl7-org:sdtc">
          <typeId root="2.16.840.1.113883.1.3" extension="POCD_HD000040"/><id root="1"/><code code="34133-9"/>
          <title>\(title)</title>
          <effectiveTime value="20240229"/><confidentialityCode code='N'/>
          <recordTarget><patientRole><id root="2"/><patient>
            <name use="L"><prefix>Dr.</prefix>\(patient)</name><name>Other</name>
          </patient></patientRole></recordTarget>
          <author><time value="2024"/><assignedAuthor><id root="3"/>
            <assignedPerson><name><given>Charles</given> <family>Babbage</family></name></assignedPerson>
          </assignedAuthor></author>
          <custodian><assignedCustodian><representedCustodianOrganization>
            <name><![CDATA[Clinic <1>]]></name>
          </representedCustodianOrganization></assignedCustodian></custodian>
          <component><structuredBody/></component>
        </ClinicalDocument>
        """
    }

    private func sample(_ text: String = DocumentTests.xml(), at start: Double = 0) throws -> HKCDADocumentSample {
        try HKCDADocumentSample(data: Data(text.utf8), start: at(start), end: at(start + 60), metadata: ["ward": 3])
    }

    private func run(
        _ store: HKHealthStore,
        _ predicate: NSPredicate? = nil,
        limit: Int = HKObjectQueryNoLimit,
        data: Bool = true
    ) async throws -> [HKCDADocumentSample] {
        let (stream, continuation) = AsyncThrowingStream<[HKDocumentSample], any Error>.makeStream()
        let query = HKDocumentQuery(
            documentType: type,
            predicate: predicate,
            limit: limit,
            sortDescriptors: [NSSortDescriptor(key: HKSampleSortIdentifierStartDate, ascending: false)],
            includeDocumentData: data
        ) { _, found, done, error in
            if let error { return continuation.finish(throwing: error) }
            continuation.yield(found ?? [])
            if done { continuation.finish() }
        }
        store.execute(query)
        return try await stream.reduce(into: []) { $0 += $1 }.compactMap { $0 as? HKCDADocumentSample }
    }

    @Test("a document comes back from the store and from an archive; sample queries leave its content out")
    func roundTrip() async throws {
        let document = try sample()
        #expect(document.document?.title == "Visit & plan")
        #expect(document.document?.patientName == "Dr. Ada Lovelace")
        #expect(document.document?.authorName == "Charles Babbage")
        #expect(document.document?.custodianName == "Clinic <1>")
        #expect(document.document?.documentData == Data(Self.xml().utf8))
        #expect(document.documentType == type)
        #expect(try archived(document).document?.documentData == Data(Self.xml().utf8))
        try await checks.pass(document) { $0.document == nil && $0.documentType == type }
        try checkIncompleteArchives(of: document)
    }

    @Test("R4.19 predicates over title, patient, author and custodian hit and miss; the limit and the order hold")
    func predicates() async throws {
        let store = checks.test.store
        let first = try sample()
        let second = try sample(Self.xml("Letter", patient: "<family>Hopper</family>"), at: 100)
        try await store.save([first, second])
        func found(_ key: String, _ value: String) async throws -> [UUID] {
            try await run(store, NSPredicate(format: "%K CONTAINS %@", key, value)).map(\.uuid)
        }
        #expect(try await found(HKPredicateKeyPathCDATitle, "plan") == [first.uuid])
        #expect(try await found(HKPredicateKeyPathCDAPatientName, "Hopper") == [second.uuid])
        #expect(try await found(HKPredicateKeyPathCDAAuthorName, "Babbage") == [second.uuid, first.uuid])
        #expect(try await found(HKPredicateKeyPathCDACustodianName, "Hospital") == [])
        #expect(try await run(store, limit: 1).map(\.uuid) == [second.uuid])
        let bare = try #require(try await run(store, data: false).last)
        #expect(bare.document?.title == "Visit & plan" && bare.document?.documentData == nil)
        #expect(bare.metadata?["ward"] as? Int == 3)
        #expect(try await run(store).last?.document?.documentData == Data(Self.xml().utf8))
    }

    @Test("the person permits each document by itself, and is asked about each once")
    func permission() async throws {
        let theirs = try sample()
        try await checks.test.store.save(theirs)
        let prompt = ChoosingPrompt()
        let app = checks.test.app("reader", prompt: prompt)
        #expect(await code { _ = try await run(app) } == .errorAuthorizationNotDetermined)
        try checks.test.grant("reader", type, read: true, share: true)
        let own = try sample(at: 50)
        try await app.save(own)
        prompt.choice.withLock { $0 = [theirs.uuid] }
        #expect(try await run(app).map(\.uuid) == [own.uuid, theirs.uuid])
        #expect(prompt.asked.withLock { $0 } == [[theirs.uuid]])
        let new = try sample(at: 100)
        try await checks.test.store.save(new)
        prompt.choice.withLock { $0 = [] }
        #expect(try await run(app).map(\.uuid) == [own.uuid, theirs.uuid])
        #expect(try await run(app).map(\.uuid) == [own.uuid, theirs.uuid])
        #expect(prompt.asked.withLock { $0 } == [[theirs.uuid], [new.uuid]])
        try await checks.test.store.save(try sample(at: 200))
        prompt.choice.withLock { $0 = nil }
        #expect(await code { _ = try await run(app) } == .errorUserCanceled)
        try checks.test.grant("reader", type, read: false, share: nil)
        #expect(try await run(app).isEmpty)
    }

    @Test("a document that is no CDA document is refused, with the place")
    func validation() throws {
        let good = Self.xml()
        let wrong: [(String, String)] = [
            ("", "there is no element"),
            ("<a/>", "the root element is a"),
            (good.replacingOccurrences(of: "urn:hl7-org:v3", with: "urn:other"), "the root element"),
            (good.replacingOccurrences(of: "<id root=\"1\"/>", with: ""), "ClinicalDocument lacks id"),
            (good.replacingOccurrences(of: "</title>", with: ""), "ends where title is open"),
            (good.replacingOccurrences(of: "&amp;", with: "&nbsp;"), "line 5: an entity is not known"),
            (good + "<b/>", "more than one root"), (good + "b", "text outside"),
            (good.replacingOccurrences(of: "code='N'", with: "code=N"), "not quoted"),
            (good.replacingOccurrences(of: "code='N'", with: "code='N' code='N'"), "twice"),
            (good.replacingOccurrences(of: "UTF-8", with: "EBCDIC"), "encoding"),
            (
                good.replacingOccurrences(of: "<structuredBody/>", with: String(repeating: "<a>", count: 600)),
                "too deep"
            ),
        ]
        for (text, reason) in wrong {
            do {
                _ = try sample(text)
                Issue.record("accepted: \(reason)")
            } catch let error as HKError {
                #expect(error.code == .errorInvalidArgument)
                let detail = error.userInfo[HKDetailedCDAValidationErrorKey] as? String
                #expect(error.text == "The document isn't a valid CDA document (\(detail ?? ""))")
                #expect(detail?.contains("document is") == false, "a sentence in a sentence")
                #expect(detail?.contains(reason) == true, "\(detail ?? "") for \(reason)")
            }
        }
        #expect(throws: HKError.self) {
            try HKCDADocumentSample(data: Data(good.utf8), start: at(0), end: at(345_601), metadata: nil)
        }
    }

    @Test("documents in other encodings, with prefixes and with a document type are read; a program may be the author")
    func variants() throws {
        let latin = Self.xml("Arztbrief für Müller").replacingOccurrences(of: "UTF-8", with: "ISO-8859-1")
        let bytes = try #require(latin.data(using: .isoLatin1))
        #expect(try CDAContent(document: bytes).title == "Arztbrief für Müller")
        let wide = try #require(Self.xml("Ж").data(using: .utf16))
        #expect(try CDAContent(document: wide).title == "Ж")
        let prefixed = Self.xml().replacingOccurrences(of: "ClinicalDocument", with: "c:ClinicalDocument")
            .replacingOccurrences(of: "xmlns=", with: "xmlns:c=")
        #expect(try CDAContent(document: Data(prefixed.utf8)).title == "Visit & plan")
        let typed = Self.xml()
            .replacingOccurrences(
                of: "<!-- made for a test -->",
                with: "<!DOCTYPE a [<!ENTITY b \"]>\">]><?style x?>"
            )
        #expect(try CDAContent(document: Data(typed.utf8)).custodianName == "Clinic <1>")
        let device = Self.xml()
            .replacingOccurrences(
                of: "<assignedPerson><name><given>Charles</given> <family>Babbage</family></name></assignedPerson>",
                with: "<assignedAuthoringDevice><softwareName>Engine&#x20;2</softwareName></assignedAuthoringDevice>"
            )
        #expect(try CDAContent(document: Data(device.utf8)).authorName == "Engine 2")
    }

    @Test("documents cut off or changed anywhere are read or refused, never more")
    func damage() {
        let bytes = [UInt8](Self.xml().utf8)
        for place in stride(from: 0, to: bytes.count, by: 7) {
            #expect(throws: HKError.self) { try CDAContent(document: Data(bytes[..<place])) }
            var damaged = bytes
            damaged[place] ^= UInt8(1 << (place % 8))
            _ = try? CDAContent(document: Data(damaged))
        }
    }
}
