import Foundation
import HealthKit
import HealthtuiConsole
import HealthtuiExchange
import HealthtuiFacts
import HealthtuiTerminalUI
import HealthtuiTerminalUITesting
import Testing

/// The pages of documents and of verifiable records.
@Suite struct DocumentPageTests {
    @Test("A document is shown as readable text, and one that isn't XML unchanged")
    func document() async throws {
        let store = TestStore()
        try store.document()
        let console = try await Console.record("clinical document", store)
        for text in [
            "Ada Example", "Dr. Quill", "Medicines", "Metformin | 500 mg twice a day",
            "Blood sugar below 6 & a walk each day.", "See us in May",
        ] { console.expectRow(text) }
        console.expectNone("6.8")
        let plain = DocumentText(Array("Dear patient,\nyou are well.".utf8))
        #expect(plain.lines.map(\.text) == ["Dear patient, you are well."])
        #expect(!plain.isMarkup)
        let broken = DocumentText(Array("<ClinicalDocument><text>A &lt; B<br/>C</p><paragraph>D <content>e".utf8))
        #expect(broken.lines.map(\.text) == ["A < B", "C", "D e"])
        let cut = [
            "<", "<a", "<!--", "<![CDATA[", "<![CDATA[]]>", "<text><![CDATA[x", "</>", "<>", "&#x;&#9999999999;",
        ]
        for text in cut { _ = DocumentText(Array(text.utf8)) }
    }

    @Test("A file whose bytes aren't in the store is reported, and leaves nothing behind")
    func missingAttachment() throws {
        let store = TestStore()
        let file = RecordFile(
            name: "x",
            content: .document(
                try HKCDADocumentSample(
                    data: Data(TestStore.letter.utf8),
                    start: TestStore.now,
                    end: TestStore.now,
                    metadata: nil
                )
            ),
            size: nil
        )
        let target = FileManager.default.temporaryDirectory.appendingPathComponent("missing-\(UUID().uuidString)")
        #expect(throws: RecordFileError.self) { try file.write(to: target.path, replacing: false, store.person) }
        #expect(!FileManager.default.fileExists(atPath: target.path))
    }

    @Test("A verifiable record names its issuer, and says that its signature was not checked")
    func verifiable() throws {
        let store = TestStore()
        let sample = try store.verifiable()
        let environment = store.environment()
        let reader = RecordReader(.person(store.person), dates: environment.dates, samples: environment.samples)
        let page = try #require(try reader.page(sample.uuid))
        func text(_ label: String) -> String { page.rows.first { $0.label == label }?.text ?? "" }
        #expect(text("Issuer") == "https://clinic.example.org")
        #expect(text("Signature").hasPrefix("not checked"))
        #expect(text("Key") == "key-1")
        #expect(text("Expires").hasSuffix("expired"))
        #expect(page.files.count == 1)
    }

    @Test("With the issuer's key the page of a card says that it is valid, with a stranger's that it is not")
    func verified() async throws {
        let cards = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().appendingPathComponent("Fixtures/cards")
        let store = TestStore()
        let path = cards.appendingPathComponent("card.jws").path
        // As the screen of imports does it.
        let summary = try ExportImporter(store.person).importFile(path, { false }, { _ in })
        #expect(summary.counts[.verifiableRecords].added == 1)
        let issuer = "https://clinic.example.org/issuer"
        for (file, word) in [
            ("keys.json", "valid: verified with your key"), ("stranger.json", "not valid: it was changed after"),
        ] {
            var environment = store.environment()
            _ = try environment.keys.add(Data(contentsOf: cards.appendingPathComponent(file)), issuer: issuer)
            let console = try await Console.start(environment)
            try await console.press(":").type("browse").press(.enter)
            try await console.press("/").type("verif").press(.enter).press(.enter).press(.enter)
            console.expectRow(word)
        }
    }
}
