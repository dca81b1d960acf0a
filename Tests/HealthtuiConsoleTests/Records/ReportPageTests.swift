import Foundation
import FoundationXML
import HealthKit
import HealthKitLocalization
import HealthtuiEntry
import HealthtuiFacts
import Testing

/// The page of a report: what is on it, and that it is nothing but a page.
@Suite struct ReportPageTests {
    private func page(_ store: TestStore, _ request: ReportRequest) throws -> String {
        ReportPage(try ReportReader(store.person, request).facts()).html
    }

    private static var german: ReportLanguage {
        get throws { try #require(ReportLanguage.builtIn("de")) }
    }

    // MARK: Goldens

    private static let goldens = URL(fileURLWithPath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().appendingPathComponent("Goldens")

    @Test("The page is as it was kept, in every language", arguments: ReportLanguage.builtInLanguages)
    func goldens(_ language: ReportLanguage) throws {
        var request = try ReportStore.request()
        request.language = language
        request.name = "Jane Doe"
        request.locale = Locale(identifier: language.code == "de" ? "de_DE" : "en_GB")
        let html = try page(try ReportStore.filled(), request)
        let file = Self.goldens.appendingPathComponent("report-\(language.code).html")
        if ProcessInfo.processInfo.environment["UPDATE_GOLDENS"] != nil { try Data(html.utf8).write(to: file) }
        let kept = try String(contentsOf: file, encoding: .utf8)
        let pairs = zip(kept.split(separator: "\n"), html.split(separator: "\n"))
        let first = pairs.first { $0 != $1 }
        #expect(html == kept, "kept:\n\(first?.0 ?? "")\nmade:\n\(first?.1 ?? "")")
        #expect(Markup(html).isSound)
    }

    @Test("A language has every word: nothing of a German report is English but what is not the report's own")
    func german() throws {
        var request = try ReportStore.request()
        request.language = try Self.german
        let html = try page(try ReportStore.filled(), request)
        for word in [
            "Gesundheitsbericht", "Blutdruck", "Gewicht", "Schritte", "Medikamente", "Labor", "6,8 %", "weiblich",
        ] {
            #expect(html.contains(word), "\(word)")
        }
        for word in [
            "Blood", "Weight", "Heart", "Steps", "Sleep", "Medication", "average", "reading", "Latest", "weeks",
        ] {
            // The rules of its looks are English in every language.
            let words = html.replacing(/(?s)<style>.*?<\/style>/, with: "").replacing(/<[^>]*>/, with: " ")
            #expect(!words.contains(word), "\(word)")
        }
    }

    @Test("A catalogue of the person's own is a language of reports; what it lacks is English")
    func ownCatalogue() throws {
        let text = #"""
            msgid ""
            msgstr "Plural-Forms: nplurals=2; plural=(n != 1);\n"

            msgctxt "name of this language"
            msgid "English"
            msgstr "Esperanto"

            msgid "Health report"
            msgstr "Sanraporto"

            msgid "Page %1 of %2"
            msgstr "%2 paĝoj, jen \"%1\""
            """#
        let esperanto = ReportLanguage(MessageCatalogue(text, language: "eo"))
        #expect(esperanto.name == "Esperanto")
        var request = try ReportStore.request()
        request.language = esperanto
        let html = try page(try ReportStore.filled(), request)
        #expect(html.contains("lang=\"eo\""))
        #expect(html.contains("Sanraporto"))
        #expect(html.contains("At a glance"))
        // A quote would end the rule.
        #expect(html.contains("content: counter(pages) \" paĝoj, jen \" counter(page);"))
        #expect(Markup(html).isSound)
    }

    @Test("A language without a name of its own is called by its code")
    func unnamedLanguage() throws {
        let language = ReportLanguage(MessageCatalogue("", language: "pt_BR"))
        #expect(language.name == "pt_BR")
        #expect(ReportLanguage.builtInLanguages.map(\.name) == ["English", "Deutsch"])
        var request = try ReportStore.request()
        request.language = language
        #expect(try page(TestStore(), request).contains("lang=\"pt-BR\""))
    }

    // MARK: Markup

    /// What a page is made of, as a parser of XML reads it.
    private final class Markup: NSObject, XMLParserDelegate {
        private(set) var elements: [String: Int] = [:]
        private(set) var attributes: Set<String> = []
        private(set) var text = ""
        private(set) var isSound = false

        init(_ html: String) {
            super.init()
            let parser = XMLParser(data: Data(html.utf8))
            parser.delegate = self
            isSound = parser.parse()
        }

        func parser(
            _ parser: XMLParser,
            didStartElement name: String,
            namespaceURI: String?,
            qualifiedName: String?,
            attributes: [String: String]
        ) {
            elements[name, default: 0] += 1
            self.attributes.formUnion(attributes.keys)
        }

        func parser(_ parser: XMLParser, foundCharacters string: String) { text += string }
    }

    @Test("The page is one file: no scripts, no links, no pictures or styles from elsewhere")
    func alone() throws {
        let html = try page(try ReportStore.filled(), try ReportStore.request())
        let markup = Markup(html)
        #expect(markup.isSound)
        for element in ["script", "link", "img", "image", "iframe", "object", "a", "use", "form"] {
            #expect(markup.elements[element] == nil, "\(element)")
        }
        #expect(markup.attributes.allSatisfy { !$0.hasPrefix("on") && !["href", "src", "style"].contains($0) })
        #expect(html.ranges(of: "http").count == 2, "only the name of the markup and of the policy")
        #expect(!html.contains("url(") && !html.contains("@import"))
        #expect(html.contains("default-src 'none'"))
    }

    private static let hostile =
        "</td></table><script>alert('1')</script>&amp;\"'<!-- ]]> \u{1B}[31m\u{0}\u{202E}\u{FFFE}"

    @Test("Names of sources, medications, tests and people are text, whatever they hold")
    func hostileNames() throws {
        let store = TestStore()
        let source = HKSourceRevision(source: HKSource(name: Self.hostile, bundleIdentifier: "a.b"), version: nil)
        try store.save([try store.pressure(140, 90, 1), try store.pressure(141, 91, 2)], from: source)
        let medication = MedicationPlan.medication(Self.hostile, nickname: Self.hostile, form: .tablet)
        try store.person.save(medication)
        let quoted = String(decoding: try JSONEncoder().encode(Self.hostile), as: UTF8.self)
        for type in [HKClinicalTypeIdentifier.labResultRecord, .allergyRecord] {
            try store.clinicalRecord(
                Self.hostile,
                identifier: "1",
                type: type,
                json: """
                    {"resourceType":"Observation","id":"1","code":{"text":\(quoted)},"effectiveDateTime":"2026-11-01",\
                    "valueQuantity":{"value":9,"unit":\(quoted)},"referenceRange":[{"high":{"value":4}}],\
                    "valueString":\(quoted)}
                    """
            )
        }
        var request = try ReportStore.request(ReportStore.types + [HKClinicalType(.allergyRecord)])
        request.name = Self.hostile
        let html = try page(store, request)
        let markup = Markup(html)
        #expect(markup.isSound)
        #expect(markup.elements["script"] == nil)
        #expect(markup.text.ranges(of: "<script>alert('1')</script>&amp;\"'<!-- ]]> [31m").count >= 6, "\(html)")
        #expect(!html.unicodeScalars.contains { $0.value == 0x1B || $0.value == 0x202E || $0.value == 0 })
    }

    @Test("A name as long as a page, and one of a thousand accents, is cut")
    func longNames() throws {
        let store = TestStore()
        try store.person.save(MedicationPlan.medication(String(repeating: "x", count: 100_000), nickname: nil))
        let accents = "a" + String(repeating: "\u{301}", count: 100_000)
        try store.person.save(MedicationPlan.medication(accents, nickname: nil))
        let html = try page(store, try ReportStore.request())
        #expect(html.utf8.count < 20_000)
        #expect(Markup(html).isSound)
    }

    // MARK: Contents

    @Test("Nothing is on it that was not chosen")
    func chosenAlone() throws {
        let store = try ReportStore.filled()
        var request = try ReportStore.request([HKQuantityType(.bodyMass)])
        request.isAboutYou = false
        let text = Markup(try page(store, request)).text
        #expect(text.contains("Weight"))
        for word in [
            "Heart", "Steps", "Sleep", "mmHg", "Metformin", "HbA1c", "sinus", "1980", "female", "blood type", "Jane",
        ] {
            #expect(!text.contains(word), "\(word)")
        }
    }

    @Test("An empty store makes a page that says so")
    func empty() throws {
        let facts = try ReportReader(TestStore().person, try ReportStore.request()).facts()
        #expect(facts.shownTypes == 0)
        #expect(facts.missingTypes.count == ReportStore.types.count)
        let markup = Markup(ReportPage(facts).html)
        #expect(markup.isSound)
        #expect(markup.text.contains("Nothing was recorded in this period."))
        #expect(markup.elements["table"] == nil)
    }

    @Test("One sample is a latest value and an average, without a line")
    func oneSample() throws {
        let store = TestStore()
        try store.person.save([try store.quantity(.bodyMass, 70, .gramUnit(with: .kilo), 3, 8)])
        let markup = Markup(try page(store, try ReportStore.request([HKQuantityType(.bodyMass)])))
        #expect(markup.isSound)
        #expect(markup.text.contains("70.0 kg"))
        #expect(markup.elements["polyline"] == nil)
    }

    @Test("Ten years are drawn as averages, and no longer than a few pages")
    func tenYears() throws {
        let store = TestStore()
        var samples: [HKSample] = []
        for day in stride(from: 1, to: 3_650, by: 4) {
            samples.append(try store.pressure(110 + Double(day % 40), 70 + Double(day % 20), day))
            samples.append(try store.quantity(.stepCount, 5_000 + Double(day), .count(), day, 9, length: 600))
        }
        try store.person.save(samples)
        let types: [HKObjectType] = [HKCorrelationType(.bloodPressure), HKQuantityType(.stepCount)]
        let request = try ReportStore.request(types, from: TestStore.time(3_652, 0))
        let html = try page(store, request)
        let markup = Markup(html)
        #expect(markup.isSound)
        #expect(markup.elements["circle"] ?? 0 <= 2 * 94 + 2)
        #expect(markup.text.contains("913 readings"))
        #expect(markup.text.contains("averages of 13 weeks"))
        #expect(markup.text.contains("The latest 16 of 913 readings."))
        #expect(html.utf8.count < 60_000)
    }

    @Test("Fifty types have a row each where there is data, and are named where there is none")
    func fiftyTypes() throws {
        let store = try TestStore.filled()
        let others = TypeCatalogue.shared.entries.compactMap { $0.type as? HKQuantityType }.prefix(47)
        let chosen = [HKQuantityType(.stepCount), HKQuantityType(.heartRate), HKQuantityType(.bodyMass)] + others
        let request = try ReportStore.request(chosen)
        let facts = try ReportReader(store.person, request).facts()
        #expect(facts.shownTypes == 3)
        #expect(facts.shownTypes + facts.missingTypes.count == request.types.count)
        let markup = Markup(ReportPage(facts).html)
        #expect(markup.isSound)
        #expect(markup.elements["polyline"] == 3)
        #expect(markup.text.contains("No data in this period: "))
        for type in facts.missingTypes { #expect(markup.text.contains(type.entry.name), "\(type)") }
    }

    @Test("PDF pages name their paper, pages for browsers leave it to them")
    func paper() throws {
        let store = TestStore()
        var request = try ReportStore.request()
        #expect(!(try page(store, request)).contains("@page { size"))
        request.paper = .letter
        #expect(try page(store, request).contains("@page { size: letter;"))
        request.paper = .a4
        #expect(try page(store, request).contains("@page { size: A4;"))
    }

    @Test("Paper is letter where people use it")
    func usualPaper() {
        #expect(ReportRequest.Paper.usual(Locale(identifier: "en_US")) == .letter)
        #expect(ReportRequest.Paper.usual(Locale(identifier: "de_DE")) == .a4)
        #expect(ReportRequest.Paper.usual(Locale(identifier: "en_001")) == .a4)
    }

    @Test("Where the region speaks the report's language, numbers and dates are as there, else as in the language")
    func region() throws {
        let store = TestStore()
        let american = Locale(identifier: "en_US")
        let region = RegionFormat(numbers: american, times: american)
        var request = try ReportStore.request()
        #expect(try page(store, request).contains("21 Nov 2026"))
        request.write(as: region, in: american)
        #expect(try page(store, request).contains("Nov 21, 2026"))
        request.language = try Self.german
        request.write(as: region, in: american)
        #expect(try page(store, request).contains("21. Nov. 2026"))
    }

    @Test("Types are called in a report as in the console of its language")
    func names() throws {
        let german = try Self.german
        #expect(ReportLanguage.english.name(of: HKQuantityType(.stepCount)) == "Steps")
        #expect(german.name(of: HKQuantityType(.stepCount)) == "Schritte")
        #expect(german.name(of: HKQuantityType(.distanceWalkingRunning)) == "Strecke (Gehen + Laufen)")
        #expect(german.name(of: HKScoredAssessmentType(.PHQ9)) == "Depression (PHQ-9)")
    }

    @Test("The language is that of the messages, where reports are written in it")
    func language() throws {
        let german = try Self.german
        #expect(ReportLanguage.person(environment: ["LC_MESSAGES": "de_AT.UTF-8", "LANG": "en_US"]) == german)
        #expect(ReportLanguage.person(environment: ["LANG": "de_DE"]) == german)
        #expect(ReportLanguage.person(environment: ["LC_ALL": "C", "LANG": "de_DE"]) == .english)
        #expect(ReportLanguage.person(environment: ["LANG": "fr_FR"]) == .english)
        #expect(ReportLanguage.person(environment: [:]) == .english)
        #expect(ReportLanguage.person(setting: "de", environment: ["LANG": "en_US"]) == german)
        #expect(ReportLanguage.person(setting: "en", environment: ["LANG": "de_DE"]) == .english)
        #expect(ReportLanguage.person(environment: ["LANG": "en_US", "LANGUAGE": "de"]) == german)
    }
}
