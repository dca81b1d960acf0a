import Foundation
import HealthKit
import HealthtuiConsole
import HealthtuiTerminalUI
import HealthtuiTerminalUITesting
import Testing
import UniformTypeIdentifiers

/// The pages of hearing and of eyes.
@Suite struct SensesPageTests {
    @Test("An audiogram shows both ears' levels, averages and grades; low levels are at the top")
    func audiogram() async throws {
        let store = TestStore()
        try store.audiogram()
        let console = try await Console.record("audiogram", store)
        console.expectRow("32 dB right   25 dB left")
        console.expectRow("32 dB HL, mild hearing loss")
        #expect(console.words.contains("4,000 55 40"))
        let rows = console.screen.rows
        let top = try #require(rows.firstIndex { $0.contains(/^ +0[ ]/) })
        let bottom = try #require(rows.firstIndex { $0.contains(/^ *100[ ─]/) })
        #expect(top < bottom)
    }

    @Test("An audiogram without levels says so")
    func emptyAudiogram() async throws {
        let store = TestStore()
        let point = try HKAudiogramSensitivityPoint(frequency: HKQuantity(unit: .hertz(), doubleValue: 250), tests: [])
        try store.save(
            [
                HKAudiogramSample(
                    validating: [point],
                    start: TestStore.time(1, 9),
                    end: TestStore.time(1, 9)
                )
            ],
            from: TestStore.phone
        )
        let console = try await Console.record("audiogram", store)
        console.expectRow("came without what was heard")
    }

    @Test("A prescription's powers have their signs, and its attachment is saved where one says")
    func prescription() async throws {
        let store = TestStore()
        let sample = try store.glasses()
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("record-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let bytes = Data("%PDF-1.4 lens".utf8)
        let file = folder.appendingPathComponent("in.pdf")
        try bytes.write(to: file)
        _ = try await HKAttachmentStore(healthStore: store.store)
            .addAttachment(to: sample, name: "../../lens.pdf", contentType: .pdf, url: file)
        let console = try await Console.record("vision prescription", store)
        #expect(console.words.contains("Sphere -1.25 +0.75 D"))
        #expect(console.words.contains("Add +1.50 +1.50 D"))
        console.expectRow("../../lens.pdf, 13 B")
        while !console.cursorRow.contains("lens.pdf") { try await console.press("j") }
        try await console.press(.enter)
        // What an attachment is called leads to no other folder.
        console.expectRow("~/lens.pdf")
        let target = folder.appendingPathComponent("out.pdf")
        try await console.press(.control("u")).type(target.path).press(.enter)
        console.expectRow("saved 13 B")
        #expect(try Data(contentsOf: target) == bytes)
        let mode = try FileManager.default.attributesOfItem(atPath: target.path)[.posixPermissions] as? NSNumber
        #expect(mode?.intValue == 0o600)
        // A file that is there is replaced only after a question.
        try await console.press(.enter).press(.control("u")).type(target.path).press(.enter)
        console.expectRow("exists. Replace it?")
    }

    @Test("A prescription is entered eye by eye; a cylinder without an axis is reported next to its field")
    func enterPrescription() async throws {
        let store = TestStore()
        let console = try await Console.start(store.environment())
        try await console.press("3", "/").type("vision").press(.enter, .enter)
        try await console.press(.tab).type("-1.25").press(.tab).type("-0.5").press(.control("s"))
        console.expectRow("a cylinder has an axis")
        try await console.type("87").press(.control("s"))
        console.expectRow("saved Vision Prescription Glasses")
        let sample = try #require(
            try store.person.latest(HKObjectType.visionPrescriptionType()) as? HKGlassesPrescription
        )
        #expect(sample.rightEye?.sphere.converted(to: .diopter()) == -1.25)
        #expect(sample.rightEye?.axis?.converted(to: .degreeAngle()) == 87)
        #expect(sample.leftEye == nil)
    }
}
