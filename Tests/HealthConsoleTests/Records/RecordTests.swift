import Foundation
import HealthConsole
import HealthEntry
import HealthExchange
import HealthKit
import TerminalUI
import TerminalUITesting
import Testing
import UniformTypeIdentifiers

@Suite struct RecordTests {
    /// The page of the newest record of a type.
    private func page(
        _ type: String,
        _ store: TestStore,
        width: Int = 80,
        height: Int = 60
    ) async throws -> Console {
        let console = try await Console.start(store.environment(), width: width, height: height)
        try await console.press(":").type(type).press(.enter, .enter)
        return console
    }

    /// The text of the screen with one blank between words.
    private func words(_ console: Console) -> String {
        console.text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    }

    // MARK: Electrocardiograms

    @Test("A strip is scrolled, zoomed and shown whole, and never beyond its ends")
    func scrollsTheStrip() async throws {
        let store = TestStore()
        try store.electrocardiogram()
        let console = try await page("electrocardiogram", store)
        console.expectRow("Sinus rhythm   60 BPM average   512 Hz")
        console.expectRow("0.0–4.0 of 30.0 s")
        try await console.press("h")
        console.expectRow("0.0–4.0 of 30.0 s")
        try await console.press("l")
        console.expectRow("3.2–7.2 of 30.0 s")
        try await console.press(.right)
        console.expectRow("3.6–7.6 of 30.0 s")
        try await console.press("+")
        console.expectRow("4.6–6.6 of 30.0 s")
        try await console.press("A")
        console.expectRow("0.0–30.0 of 30.0 s")
        try await console.press("l", "l")
        console.expectRow("0.0–30.0 of 30.0 s")
        for _ in 0..<12 { try await console.press("+") }
        console.expectRow("14.9–15.1 of 30.0 s")
    }

    @Test("The strip draws what is in the window: a beat where there is one, a level line where there is none")
    func drawsTheWindow() throws {
        var values = [Float](repeating: 0, count: 2_000)
        for index in stride(from: 1_000, to: 2_000, by: 100) { values[index] = 1 }
        let trace = try #require(VoltageTrace(millivolts: values, hertz: 100))
        let quiet = trace.points(from: 0, to: 9).compactMap { $0?.y }
        #expect(quiet.max() == 0)
        #expect(trace.points(from: 9, to: 11).compactMap { $0?.y }.max() == 1)
    }

    @Test("The extents of a long trace are those of its voltages, and cost no look at each of them")
    func extents() throws {
        let count = 3_000_000
        let values = (0..<count).map { Float(($0 * 7_919) % 10_007) / 10_007 }
        let trace = try #require(VoltageTrace(millivolts: values, hertz: 512))
        for range in [0..<1, 5..<40, 31..<33, 1_000..<70_000, 0..<count, 2_999_990..<3_000_100] {
            let part = values[range.clamped(to: 0..<count)]
            let extent = try #require(trace.extent(range))
            #expect(extent.low == part.min() && extent.high == part.max(), "\(range)")
        }
        #expect(trace.extent(7..<7) == nil)
        #expect(trace.points(from: 0, to: trace.length).count <= 1_600)
    }

    @Test("One jolt of the arm does not flatten the beats beside it")
    func rangeIsUsual() throws {
        var values = TestStore.heart().map { Float($0 / 1_000) }
        values[5_000] = 40
        let trace = try #require(VoltageTrace(millivolts: values, hertz: 512))
        #expect(trace.range == -0.5...1)
    }

    @Test("A recording with a single voltage, or none of a heart, is told and drawn without harm")
    func shortStrip() async throws {
        let store = TestStore()
        try store.electrocardiogram(microvolts: [5])
        let console = try await page("electrocardiogram", store)
        console.expectRow("1, 0.0 s")
        for key: Key in ["l", "+", "-", "A", "h", "t", "t", .left] { try await console.press(key) }
        console.expectRow("Sinus rhythm")
        #expect(VoltageTrace(millivolts: [], hertz: 512) == nil)
        #expect(VoltageTrace(millivolts: [1], hertz: 0) == nil)
    }

    @Test("The symptoms of an electrocardiogram are named, and Enter opens them")
    func symptoms() async throws {
        let store = TestStore()
        let sample = try store.electrocardiogram(symptoms: .present)
        let symptom = try HKCategorySample(
            validating: HKCategoryType(.fatigue),
            value: HKCategoryValueSeverity.mild.rawValue,
            start: sample.startDate,
            end: sample.startDate
        )
        try store.save([symptom], from: TestStore.watch)
        try store.store.database().write { try $0.associate(symptoms: [symptom], with: sample) }
        let console = try await page("electrocardiogram", store)
        console.expectRow("Fatigue, Mild")
        try await console.press("j", "j", "j").press(.enter)
        console.expectRow("60 BPM › Mild")
    }

    // MARK: Hearing and eyes

    @Test("An audiogram tells both ears' levels, averages and grades; low levels stand high")
    func audiogram() async throws {
        let store = TestStore()
        try store.audiogram()
        let console = try await page("audiogram", store)
        console.expectRow("32 dB right   25 dB left")
        console.expectRow("32 dB HL, mild hearing loss")
        #expect(words(console).contains("4,000 55 40"))
        let rows = console.screen.rows
        let top = try #require(rows.firstIndex { $0.contains(" 0┤") })
        let bottom = try #require(rows.firstIndex { $0.contains("100┤") })
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
        let console = try await page("audiogram", store)
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
        let console = try await page("vision prescription", store)
        #expect(words(console).contains("Sphere -1.25 +0.75 D"))
        #expect(words(console).contains("Add +1.50 +1.50 D"))
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

    // MARK: Hearts

    @Test("SDNN and RMSSD are those of the intervals, and a gap makes no interval")
    func rhythm() throws {
        let times: [(Double, Bool)] = [(0.8, false), (1.6, false), (2.5, false), (6, true), (6.8, false), (7.8, false)]
        let rhythm = HeartRhythm(
            HeartbeatSeries(times.map { HeartbeatSeries.Beat(time: $0.0, precededByGap: $0.1) })
        )
        // 800 and 900 ms, a gap, 800 and 1,000 ms.
        #expect(rhythm.intervals.count == 4)
        #expect(rhythm.gaps == 1)
        #expect(abs((rhythm.mean ?? 0) - 875) < 1e-6)
        #expect(abs((rhythm.sdnn ?? 0) - 95.742711) < 1e-5)
        // The differences are 100 and 200 ms: none across the gap.
        #expect(abs((rhythm.rmssd ?? 0) - 158.113883) < 1e-5)
        #expect(rhythm.points.filter { $0 == nil }.count == 2)
        #expect(HeartRhythm(HeartbeatSeries([])).sdnn == nil)
    }

    @Test("A series of beats is drawn over time with what it says of its variability")
    func tachogram() async throws {
        let store = TestStore()
        try store.heartbeats()
        let console = try await page("heartbeat series", store)
        console.expectRow("40.7 ms SDNN   69.3 ms RMSSD")
        console.expectRow("1, no interval is drawn over them")
        console.expectRow("1,040┤")
    }

    @Test("The voltages are saved as the Health app writes them")
    func savesVoltages() async throws {
        let store = TestStore()
        try store.electrocardiogram(microvolts: [1, -2.5, 3])
        let console = try await page("electrocardiogram", store)
        while !console.cursorRow.contains("CSV") { try await console.press("j") }
        try await console.press(.enter)
        let target = FileManager.default.temporaryDirectory.appendingPathComponent("ecg-\(UUID().uuidString).csv")
        defer { try? FileManager.default.removeItem(at: target) }
        try await console.press(.control("u")).type(target.path).press(.enter)
        console.expectRow("saved ")
        let lines = try String(contentsOf: target, encoding: .utf8).split(separator: "\n").map(String.init)
        #expect(lines.contains("Sample Rate,512 hertz"))
        #expect(Array(lines.suffix(3)) == ["1", "-2.5", "3"])
    }

    // MARK: Clinical records

    @Test("Health records are listed by what they are, results of one test as one line with how they went")
    func listsByTest() async throws {
        let store = TestStore()
        try store.labResults()
        try store.clinicalRecord("Blood type", identifier: "b", json: "{\"valueString\":\"A\"}")
        let console = try await Console.start(store.environment())
        try await console.press(":").type("lab results").press(.enter)
        console.expectRow("4 records of 2 kinds")
        #expect(words(console).contains("HbA1c 6.8 % Mon 2 Mar 2026"))
        try await console.press("j").press(.enter)
        console.expectRow("HbA1c   6.8 %")
        try await console.press(.escape, "L")
        console.expectRow("4 samples")
    }

    @Test("A file whose bytes are not in the store is told, and leaves nothing behind")
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
        #expect(throws: Failure.self) { try file.write(to: target.path, replacing: false, store.person) }
        #expect(!FileManager.default.fileExists(atPath: target.path))
    }

    @Test("A lab result tells its value, what is usual, earlier results, and its FHIR line by line")
    func labResult() async throws {
        let store = TestStore()
        try store.labResults()
        let console = try await page("lab results", store)
        console.expectRow("HbA1c   6.8 %   Mon 2 Mar 2026")
        console.expectRow("4 to 6 %")
        console.expectRow("4548-4 of LOINC")
        console.expectRow("Fri 1 Mar 2024    5.1 %")
        try await console.press("t", "G")
        console.expectRow("\"resourceType\": \"Observation\",")
        try await console.press("g")
        while !console.cursorRow.contains("Mar 2024") { try await console.press("j") }
        try await console.press(.enter)
        console.expectRow("HbA1c   5.1 %   Fri 1 Mar 2024")
    }

    @Test(
        "FHIR that is no JSON, is empty or of another shape is shown as far as it goes",
        arguments: [
            "{\"code\": [1, 2], \"valueQuantity\": \"x\", \"referenceRange\": [{}], \"note\": 3}", "no JSON at <all>",
            "",
            "[1, 2]", "{\"effectiveDateTime\":\"2026-13-45T99:99\"}", "{\"valueQuantity\":{\"value\":1e400}}", "\"",
        ]
    )
    func badFHIR(json: String) async throws {
        let store = TestStore()
        try store.clinicalRecord("Odd", identifier: "odd", json: json)
        let console = try await page("lab results", store)
        console.expectRow("Odd")
        console.expectRow("Where it is from")
    }

    @Test("JSON is broken into lines in its own order, and its numbers stay as they were spelled")
    func jsonLines() throws {
        let lines = try #require(JSONLines.lines(Data("{\"b\":1.50,\"a\":[true,{\"x\":\"y, {z\\\"\"}]}".utf8)))
        #expect(
            lines.map { String(repeating: " ", count: $0.depth) + $0.text } == [
                "{", " \"b\": 1.50,", " \"a\": [", "  true,", "  {", "   \"x\": \"y, {z\\\"\"", "  }", " ]", "}",
            ]
        )
        #expect(JSONLines.lines(Data("{".utf8)) == nil)
        let long = try #require(JSONLines.lines(Data("[\"\(String(repeating: "a", count: 9_000))\"]".utf8)))
        #expect(long[1].text.count < 2_100)
    }

    @Test("A resource of any length has a page that ends, and says that the file has the rest")
    func longFHIR() async throws {
        let store = TestStore()
        let json = "[" + (0..<20_000).map { "\"\($0)\"" }.joined(separator: ",") + "]"
        let record = try store.clinicalRecord("Long", identifier: "long", json: json)
        let environment = store.environment()
        let reader = RecordReader(person: store.person, dates: environment.dates, samples: environment.samples)
        let page = try #require(try reader.page(record.uuid))
        #expect(page.rows.count < 5_100)
        #expect(page.rows.contains { $0.text.contains("15,002 lines more") })
        let console = try await self.page("lab results", store)
        try await console.press("G")
        console.expectRow("UUID")
    }

    // MARK: Documents

    @Test("A document is read as a person reads it, and what is no XML as what it is")
    func document() async throws {
        let store = TestStore()
        try store.document()
        let console = try await page("clinical document", store)
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

    @Test("A verifiable record names its issuer, and says that its signature was not checked")
    func verifiable() throws {
        let store = TestStore()
        let sample = try store.verifiable()
        let environment = store.environment()
        let reader = RecordReader(person: store.person, dates: environment.dates, samples: environment.samples)
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
            ("keys.json", "valid: the issuer signed it"), ("stranger.json", "not valid: it was changed after"),
        ] {
            var environment = store.environment()
            _ = try environment.keys.add(Data(contentsOf: cards.appendingPathComponent(file)), issuer: issuer)
            let console = try await Console.start(environment)
            try await console.press(":").type("browse").press(.enter)
            try await console.press("/").type("verif").press(.enter).press(.enter).press(.enter)
            console.expectRow(word)
        }
    }

    // MARK: Mind

    @Test("A month of states of mind is a calendar; the day under the cursor says what was noted")
    func mind() async throws {
        let store = TestStore()
        try store.moods()
        let console = try await Console.start(store.environment())
        try await console.press(":").type("state of mind").press(.enter)
        console.expectRow("16 +3")
        console.expectRow("20 -2     21 +2")
        console.expectRow("Pleasant, momentary emotion  calm  because of family, friends")
        try await console.press(.left)
        console.expectRow("Unpleasant, daily mood  sad, stressed  because of work")
        console.expectRow("calm 3  sad 2  stressed 2")
        try await console.press(.enter)
        console.expectRow("[--o----------]")
        try await console.press(.escape).press("k")
        console.expectRow("Fri 13 Nov 2026  nothing was noted")
        try await console.press(.enter)
        console.expectRow("nothing was noted on that day")
        try await console.press("h")
        console.expectRow("Oct 2026")
        try await console.press("G", "l")
        console.expectRow("that day is still to come")
        try await console.press(":").type("2026-11-12").press(.enter)
        console.expectRow("Very unpleasant")
    }

    @Test("No word of a state of mind is cut at 40x10, in the month and on its page")
    func mindIsNarrow() async throws {
        let store = TestStore()
        try store.moods()
        let console = try await Console.start(store.environment(), width: 40, height: 10)
        try await console.press(":").type("state of mind").press(.enter)
        console.expectRow("Pleasant, momentary emotion")
        console.expectRow("calm")
        console.expectNone("…")
        try await console.press(.enter)
        console.expectRow("very unpleasant [")
        console.expectNone("…")
    }

    @Test("Below a strip and a tachogram stands the longest line that is whole")
    func captions() async throws {
        let store = TestStore()
        try store.electrocardiogram()
        let console = try await page("electrocardiogram", store, width: 40, height: 10)
        try await console.press("+")
        console.expectRow(" of 30.0 s, dots 0.2 s x 0.5 mV")
        console.expectNone("(5 mm")
    }

    @Test("How one feels is noted by the form, by names or the beginnings of names")
    func noteMind() async throws {
        let store = TestStore()
        let console = try await Console.start(store.environment())
        try await console.press("3", "/").type("state of mind").press(.enter, .enter)
        try await console.press(.tab).press(.right, .right).press(.tab).type("calm, hap").press(.tab).type("family")
        try await console.press(.control("s"))
        console.expectRow("saved State of Mind Pleasant")
        let sample = try #require(try store.person.latest(HKObjectType.stateOfMindType()) as? HKStateOfMind)
        #expect(sample.labels == [.calm, .happy])
        #expect(sample.associations == [.family])
        #expect(sample.valenceClassification == .pleasant)
        #expect(sample.metadata?[HKMetadataKeyWasUserEntered] as? Bool == true)
        try await console.press(.enter).press(.tab, .tab).type("wobbly").press(.control("s"))
        console.expectRow("“wobbly” is none of them")
    }

    @Test("Each of the seven words of a state of mind is stored as a valence of that word")
    func valences() throws {
        for value in 0..<7 {
            let classification = HKStateOfMind.ValenceClassification(valence: Double(value - 3) / 3.5)
            #expect(classification?.rawValue == value + 1)
        }
    }

    @Test("A questionnaire is answered by the form, and its page has each question, answer and the score")
    func questionnaire() async throws {
        let store = TestStore()
        let console = try await Console.start(store.environment(), height: 60)
        try await console.press("3", "/").type("anxiety").press(.enter, .enter)
        console.expectRow("Feeling nervous, anxious, or on edge: how often, over the last two weeks?")
        try await console.resize(width: 40, height: 10)
        #expect(words(console).contains("edge: how often, over the last two weeks?"), "\(console.text)")
        try await console.resize(width: 80, height: 60)
        try await console.press(.right, .right).press(.tab).press(.right).press(.control("s"))
        console.expectRow("saved Anxiety Risk 3, none to minimal")
        try await console.press(.escape, ":").type("anxiety").press(.enter, .enter)
        console.expectRow("3 of 21 GAD-7   None to minimal")
        console.expectRow("1. Feeling nervous, anxious, or on edge")
        console.expectRow("More than half the days, 2")
        try store.save(
            [
                HKGAD7Assessment(
                    validating: TestStore.time(30, 9),
                    answers: Array(repeating: .nearlyEveryDay, count: 7)
                )
            ],
            from: .health
        )
        try await console.waitFor("Over time")
        #expect(words(console).contains("Thu 22 Oct 2026 21 Severe"))
    }

    @Test("Who thinks of self-harm is told whom to call; who does not is not")
    func emergency() throws {
        let store = TestStore()
        let environment = store.environment()
        let reader = RecordReader(person: store.person, dates: environment.dates, samples: environment.samples)
        for (answer, isTold) in [
            (HKPHQ9Assessment.Answer.severalDays, true), (.notAtAll, false), (.preferNotToAnswer, false),
        ] {
            let sample = try HKPHQ9Assessment(
                validating: TestStore.time(1, 9),
                answers: Array(repeating: .notAtAll, count: 8) + [answer]
            )
            try store.save([sample], from: .health)
            let page = try #require(try reader.page(sample.uuid))
            #expect(page.rows.contains { $0.text.contains("988 in the United States") } == isTold)
        }
    }

    @Test("A prescription is entered eye by eye; a cylinder without an axis is told beside its field")
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

    // MARK: Medications

    private func doses(_ store: TestStore) throws -> [HKMedicationDoseEvent] {
        try store.person.samples(SampleListQuery(type: HKObjectType.medicationDoseEventType()), limit: 500)
            .compactMap { $0 as? HKMedicationDoseEvent }
    }

    @Test("A dose that is due is noted as taken or skipped by one key, and stays one dose")
    func takesADose() async throws {
        let store = TestStore()
        try store.medications()
        let before = try doses(store).count
        let console = try await Console.start(store.environment())
        try await console.press(":").type("medication doses").press(.enter)
        try await console.press("j")
        #expect(console.cursorRow.contains("14:00"))
        try await console.press("t")
        console.expectRow("noted Metformin 500 mg: taken")
        try await console.press("j", "s")
        console.expectRow("noted Metformin 500 mg: skipped")
        let after = try doses(store)
        #expect(after.count == before)
        let logged = after.filter { $0.metadata?[HKMetadataKeyWasUserEntered] as? Bool == true }
        #expect(Set(logged.map(\.logStatus)) == [.taken, .skipped])
        #expect(logged.first { $0.logStatus == .taken }?.scheduledDate == TestStore.time(0, 14))
        #expect(logged.first { $0.logStatus == .taken }?.doseQuantity == 1)
        #expect(logged.first { $0.logStatus == .skipped }?.doseQuantity == nil)
    }

    @Test("A medication is added by its form, and taken as needed by one key")
    func addsAMedication() async throws {
        let store = TestStore()
        let console = try await Console.start(store.environment())
        try await console.press(":").type("medication doses").press(.enter)
        console.expectRow("none; a adds one")
        try await console.press("a").type("Vitamin D").press(.control("s"))
        console.expectRow("saved Vitamin D")
        try await console.waitFor("never taken")
        try await console.press("t")
        console.expectRow("noted Vitamin D: taken")
        let dose = try #require(try doses(store).first)
        #expect(dose.scheduleType == .asNeeded)
        #expect(dose.logStatus == .taken)
        #expect(try store.person.medications().map(\.medication.displayText) == ["Vitamin D"])
        try await console.press("G", "d")
        console.expectRow("Take Vitamin D off your list?")
        try await console.press("y")
        console.expectRow("put aside Vitamin D")
        #expect(console.expectRow("Vitamin D").contains("taken"))
        console.expectNone("not in your list")
        console.expectRow("none; a adds one")
        #expect(try doses(store).count == 1)
        #expect(try store.person.medications().map(\.isArchived) == [true])
    }

    @Test("A console that only reads notes no dose")
    func readsOnly() async throws {
        let store = TestStore()
        try store.medications()
        let console = try await Console.start(store.environment(isReadOnly: true))
        try await console.press(":").type("medication doses").press(.enter)
        try await console.press("j", "t")
        console.expectRow("this console only reads")
        #expect(try doses(store).allSatisfy { $0.metadata?[HKMetadataKeyWasUserEntered] == nil })
    }

    @Test("A record that is deleted elsewhere says so on its page, and is deleted on it after a question")
    func deletes() async throws {
        let store = TestStore()
        let sample = try store.audiogram()
        let console = try await page("audiogram", store)
        try await console.press("d", "y")
        #expect(try store.person.sample(sample.uuid) == nil)
        let other = try store.audiogram()
        let second = try await page("audiogram", store)
        _ = try store.person.delete([other.uuid])
        try await second.waitFor("this record is no longer in the store")
    }

    @Test("a on a type in Browse opens the form of a record, and says why others have none")
    func addsFromBrowse() async throws {
        let store = TestStore()
        try store.moods()
        try store.electrocardiogram()
        let console = try await Console.start(store.environment())
        try await console.press("2", "/").type("state of mind").press(.enter, "a")
        console.expectRow("It was")
        try await console.press(.escape).press("/").type("electrocardiogram").press(.enter, "a")
        console.expectRow("recorded by devices only")
        for type: HKObjectType in [HKObjectType.stateOfMindType(), HKObjectType.visionPrescriptionType()] {
            #expect(EntryRules.refusalOfForm(type) == nil)
            #expect(EntryRules.refusal(of: type)?.contains("form of its own") == true)
        }
    }

    @Test("Any keys at any size leave every page standing", arguments: [1, 2, 3] as [UInt64])
    func randomKeys(round: UInt64) async throws {
        let seed = 20_261_122 &+ round
        print("record pages seed \(seed)")
        var random = SeededGenerator(seed: seed)
        let store = TestStore()
        try store.electrocardiogram()
        try store.electrocardiogram(microvolts: [1])
        try store.audiogram()
        try store.glasses()
        try store.heartbeats()
        try store.labResults()
        try store.clinicalRecord("Odd", identifier: "odd", json: "no json")
        try store.moods()
        try store.medications()
        try store.document()
        let types = [
            "electrocardiogram", "audiogram", "vision prescription", "heartbeat series", "lab results", "state of mind",
            "medication doses", "clinical document",
        ]
        let keys: [Key] =
            [.enter, .escape, .up, .down, .left, .right, .home, .end, .pageUp, .pageDown]
            + "hjklgGtA+-=yL".map { Key(.character($0)) }
        let console = try await Console.start(store.environment(isReadOnly: true))
        for type in types {
            try await console.resize(width: 80, height: 24)
            try await console.press(":").type(type).press(.enter)
            for _ in 0..<60 {
                if Int.random(in: 0..<6, using: &random) == 0 {
                    let width = Int.random(in: 0..<140, using: &random)
                    try await console.resize(width: width, height: Int.random(in: 0..<50, using: &random))
                }
                try await console.press(keys.randomElement(using: &random) ?? .enter)
            }
            while console.text.contains("Save ") { try await console.press(.escape) }
        }
        #expect(console.endState == nil)
    }
}
