import Foundation
import HealthKitStore
import Testing

@testable import HealthKit
@testable import HealthtuiExchange

/// Clinical documents that are too large to be held: those of real exports have dozens of MiB.
@Suite("Large clinical documents")
struct LargeDocumentTests {
    private let folder: TemporaryFolder
    private let person = HKHealthStore.person(location: .memory).person
    private var importer: ExportImporter

    init() throws {
        folder = try TemporaryFolder()
        importer = ExportImporter(person)
        importer.largestDocument = 10_000
    }

    private static let header = """
        <ClinicalDocument xmlns="urn:hl7-org:v3"><typeId/><id/><code/><title>Health Data Export</title>
        <effectiveTime value="20240601080000+0000"/><confidentialityCode/>
        <recordTarget><patientRole><patient><name>Ada Beispiel</name></patient></patientRole></recordTarget>
        <author/><custodian/>
        """

    /// A document of some hundred thousand bytes more than two pieces.
    private static func document(_ last: String = "</ClinicalDocument>\n") -> [UInt8] {
        var text = header + "<component>"
        for index in 0..<12_000 { text += "<entry><observation n=\"\(index * 7_919)\" value=\"\(index)\"/></entry>\n" }
        return Array((text + "</component>" + last).utf8)
    }

    private func write(_ document: [UInt8], _ name: String = "e") throws -> String {
        _ = try folder.write(Array("<HealthData locale=\"en\"></HealthData>".utf8), to: name + "/export.xml")
        _ = try folder.write(document, to: name + "/export_cda.xml")
        return folder.url.appending(path: name).path
    }

    private func documents(_ person: PersonAccess) throws -> [HKCDADocumentSample] {
        try person.samples(SampleListQuery(type: HKDocumentType(.CDA)), limit: 9)
            .compactMap { $0 as? HKCDADocumentSample }
    }

    private func bytes(_ person: PersonAccess) throws -> [UInt8]? {
        let sample = try #require(try documents(person).first)
        return try person.snapshot(ExportSelection()) { try $0.document(sample) }?.bytes
    }

    private func pieces(_ person: PersonAccess) throws -> [String] {
        try person.store.port.local().personsDatabase().read { try $0.store.valueKeys(StoredDocument.namespace) }
    }

    @Test("A large document comes in as it is, with what its header says, and again adds nothing")
    func whole() throws {
        let document = Self.document()
        #expect(document.count > 2 * StoredDocument.pieceSize)
        let summary = try importer.run(path: write(document))
        #expect(summary.counts[.clinicalDocuments].added == 1)
        #expect(summary.warnings == [])
        #expect(try bytes(person) == document)
        let sample = try #require(try documents(person).first)
        #expect(sample.startDate == (try Date("2024-06-01T08:00:00Z", strategy: .iso8601)))
        try person.snapshot(ExportSelection()) { snapshot in
            #expect(snapshot.header(of: sample).title == "Health Data Export")
            #expect(snapshot.header(of: sample).patientName == "Ada Beispiel")
            let (beginning, size) = try #require(try snapshot.document(sample, atMost: 1_000))
            #expect(beginning == Array(document[..<1_000]))
            #expect(size == document.count)
        }
        #expect(try pieces(person).count == StoredDocument.pieces(of: document.count))
        let again = try importer.run(path: write(document))
        #expect(again.counts[.clinicalDocuments].duplicate == 1)
        #expect(again.added == 0)
    }

    @Test("It goes out as it came, in the plain export and with the copy of the store")
    func out() throws {
        let document = Self.document()
        _ = try importer.run(path: write(document))
        for isPlain in [true, false] {
            let path = folder.url.appending(path: "out-\(isPlain).zip").path
            let written = try AppleExporter(person, isPlain: isPlain).run(ExportRequest(path: path))
            #expect(written.counts[.clinicalDocuments] == 1)
            let members = try ZipMembers.read(path)
            #expect(members["apple_health_export/export_cda.xml"] == document)
            var other = ExportImporter(HKHealthStore.person(location: .memory).person)
            other.largestDocument = importer.largestDocument
            #expect(try other.run(path: path).counts[.clinicalDocuments].added == 1)
            #expect(try bytes(other.person) == document)
        }
    }

    @Test("Deleting it takes its pieces along, undoing brings them back, and deleted it stays deleted")
    func deleting() throws {
        let document = Self.document()
        _ = try importer.run(path: write(document))
        let sample = try #require(try documents(person).first)
        #expect(try person.delete([sample.uuid]) == 1)
        #expect(try pieces(person).isEmpty)
        #expect(try person.undo() != nil)
        #expect(try bytes(person) == document)
        #expect(try person.delete([sample.uuid]) == 1)
        #expect(try importer.run(path: write(document)).counts[.clinicalDocuments].deleted == 1)
        #expect(try pieces(person).isEmpty)
    }

    @Test("An import that was cut short between two pieces is made whole by the next")
    func interrupted() throws {
        let document = Self.document()
        _ = try importer.run(path: write(document))
        let last = try #require(try pieces(person).last)
        try person.store.port.local().personsDatabase()
            .write { writer in
                try writer.writer.setValue(nil, StoredDocument.namespace, last)
            }
        #expect(throws: HKError.self) { try bytes(person) }
        #expect(try importer.run(path: write(document)).counts[.clinicalDocuments].duplicate == 1)
        #expect(try bytes(person) == document)
    }

    @Test("One that is cut short is kept as it is, with a warning; one that can't be kept is refused")
    func odd() throws {
        let summary = try importer.run(path: write(Self.document("")))
        #expect(summary.counts[.clinicalDocuments].added == 1)
        #expect(summary.warnings.contains { $0.contains("the document is cut short") })
        let spool = DocumentSpool(folder: folder.url.path + "/missing")
        [UInt8](repeating: 1, count: 10).withUnsafeBytes { spool.append($0) }
        #expect(spool.failure?.contains("can't be made") == true)
    }

    @Test("An app gets the whole document, when the person lets it")
    func app() throws {
        let document = Self.document()
        _ = try importer.run(path: write(document))
        let sample = try #require(try documents(person).first)
        let payload = try person.store.port.local().personsDatabase()
            .read { reader in
                try reader.wholePayload(try #require(try reader.store.record(uuid: sample.uuid)))
            }
        #expect(payload?.data == document)
        let form = "\u{A}\0\0\0document 2\u{2}\0\0\0ab\u{1}\0\0\0" + "7"
        #expect(ExportSpelling.form(ofLargeDocument: "ab", size: 7) == Array(form.utf8))
    }
}
