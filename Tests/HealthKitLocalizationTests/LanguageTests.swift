import Foundation
import HealthKit
import Testing

@testable import HealthKitLocalization

/// The languages that the program has: each translates every text of this version, and none that is gone.
@Suite struct LanguageTests {
    private static let isUpdating = ProcessInfo.processInfo.environment["UPDATE_DOCUMENTATION"] == "1"

    private static func header(of text: String) -> String {
        var lines: [Substring] = []
        for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
            if line.isEmpty { break }
            lines.append(line)
        }
        return lines.joined(separator: "\n") + "\n"
    }

    @Test("Every text can be translated: whole, and with the same values in each form")
    func textsCanBeTranslated() throws {
        let template = try MessageTemplate()
        #expect(template.messages.count > 2_000)
        #expect(template.flaws.isEmpty, "\(template.flaws.joined(separator: "\n"))")
    }

    @Test("The template for new languages has every text")
    func theTemplateIsComplete() throws {
        let file = MessageTemplate.folder.appendingPathComponent("healthtui.pot")
        let header = """
            # A new language: copy this file to xx.po, set its code and its plural forms, and translate.
            msgid ""
            msgstr ""
            "Project-Id-Version: healthtui\\n"
            "Language: xx\\n"
            "MIME-Version: 1.0\\n"
            "Content-Type: text/plain; charset=UTF-8\\n"
            "Content-Transfer-Encoding: 8bit\\n"
            "Plural-Forms: nplurals=2; plural=(n != 1);\\n"

            """
        let text = try MessageTemplate().text(header: header, forms: 2) { _ in [] }
        if Self.isUpdating { try text.write(to: file, atomically: true, encoding: .utf8) }
        let written = try? String(contentsOf: file, encoding: .utf8)
        #expect(written == text, "UPDATE_DOCUMENTATION=1 writes \(file.lastPathComponent) anew")
    }

    @Test("The program has the catalogue of every file")
    func filesAreBuiltIn() throws {
        let files = try FileManager.default.contentsOfDirectory(atPath: MessageTemplate.folder.path)
            .filter { $0.hasSuffix(".po") }.map { String($0.dropLast(3)) }
        #expect(files.sorted() == MessageCatalogue.builtInLanguages.sorted(), "Resources/Languages.c lists them")
    }

    @Test(
        "A language translates every text, has the same values, and nothing that is gone",
        arguments: MessageCatalogue.builtInLanguages
    )
    func languagesAreComplete(language: String) throws {
        let template = try MessageTemplate()
        let file = MessageTemplate.folder.appendingPathComponent("\(language).po")
        var written = try String(contentsOf: file, encoding: .utf8)
        var catalogue = MessageCatalogue(written, language: language)
        if Self.isUpdating {
            written = template.text(header: Self.header(of: written), forms: catalogue.forms) {
                catalogue.entries[$0.key]?.forms ?? []
            }
            try written.write(to: file, atomically: true, encoding: .utf8)
            catalogue = MessageCatalogue(written, language: language)
        }
        #expect(catalogue.problems.isEmpty)
        let missing = template.messages.filter { catalogue.entries[$0.key] == nil }
        #expect(missing.isEmpty, "UPDATE_DOCUMENTATION=1 adds these: \(missing.map(\.text))")
        let known = Set(template.messages.map(\.key))
        let stale = catalogue.entries.keys.filter { !known.contains($0) }
        #expect(stale.isEmpty, "UPDATE_DOCUMENTATION=1 removes these: \(stale)")
        for message in template.messages {
            #expect(catalogue.entries[message.key]?.isPlural ?? false == (message.plural != nil), "\(message.text)")
        }
    }

    @Test("What is around a text is around its translation: blanks, colons, dots and line breaks")
    func edgesAreKept() throws {
        let template = try MessageTemplate()
        for language in MessageCatalogue.builtInLanguages {
            let catalogue = try #require(MessageCatalogue.builtIn(language))
            for message in template.messages {
                for form in catalogue.entries[message.key]?.forms ?? [] {
                    #expect(form.first?.isWhitespace == message.text.first?.isWhitespace, "\(language): “\(form)”")
                    #expect(form.last?.isWhitespace == message.text.last?.isWhitespace, "\(language): “\(form)”")
                    let isSentence = message.text.hasSuffix(".") && message.plural == nil
                    #expect(!isSentence || form.hasSuffix("."), "\(language): “\(form)” ends without a full stop")
                }
            }
        }
    }

    @Test("Types, values and metadata have their names in the language, and the English ones are found too")
    func namesAreTranslated() throws {
        let german = TextLocale(try #require(MessageCatalogue.builtIn("de")))
        german.during {
            #expect(TypeCatalogue.resolve("steps")?.name == "Schritte")
            #expect(TypeCatalogue.resolve("Schritte")?.englishName == "Steps")
            #expect(TypeCatalogue.resolve("Heart Rate")?.name == "Herzfrequenz")
            #expect(TypeCatalogue.search("herzf").first?.englishName == "Heart Rate")
            let running = TypeCatalogue.shared.workoutActivities?.case(named: "Laufen")
            #expect(running?.englishLabel == "Running")
            #expect(TypeCatalogue.shared.workoutActivities?.case(named: "running")?.label == "Laufen")
        }
        #expect(TypeCatalogue.resolve("Schritte") == nil)
    }

    @Test(
        "The language is the setting's, else that of the environment as gettext reads it",
        arguments: [
            (nil, ["LANG": "de_AT.UTF-8"], ["de_AT", "de"]),
            (nil, ["LANG": "de_DE", "LC_MESSAGES": "fr_FR"], ["fr_FR", "fr"]),
            (nil, ["LANG": "de_DE", "LC_MESSAGES": "fr_FR", "LC_ALL": "it_IT@euro"], ["it_IT", "it"]),
            (nil, ["LANG": "en_US.UTF-8"], []), (nil, ["LANG": "C.UTF-8", "LANGUAGE": "de"], []), (nil, [:], []),
            (nil, ["LANG": "en_US.UTF-8", "LANGUAGE": "de:fr"], ["de", "fr"]),
            (nil, ["LANG": "de_DE", "LANGUAGE": "en:fr"], []),
            (nil, ["LANG": "de_DE", "LC_ALL": ""], ["de_DE", "de"]),
            ("de", ["LANG": "en_US"], ["de"]), ("en", ["LANG": "de_DE"], []), ("pt-BR", [:], ["pt_BR", "pt"]),
            ("../../x", [:], []), ("d\u{0}e", [:], []), ("", [:], []), ("ü", [:], []),
            (String(repeating: "a", count: 200), [:], []),
        ] as [(String?, [String: String], [String])]
    )
    func languagesAreChosen(setting: String?, environment: [String: String], codes: [String]) {
        #expect(LanguageChoice.codes(setting: setting, environment: environment) == codes)
    }

    @Test("The scanner finds messages: a check of the check")
    func theScannerScans() {
        let source = #"""
            // localized("a comment")
            localized("since \(day) \(f("x)", (a, b)))")
            localized("say \"hi\"\u{e9}", context: "hint")
            plural(count, one: "\(n(count)) \(x) one", other: "\(n(count)) \(x) many", context: "c")
            localized(
                """
                two \
                lines
                more \(a)
                """
            )
            func localized("no") { deferred("kept", context: "k") }
            """#
        let found = MessageScanner.messages(in: source)
        #expect(found.map(\.text) == ["since %1 %2", "say \"hi\"é", "%1 %2 one", "two lines\nmore %1", "kept"])
        #expect(found.map(\.context) == [nil, "hint", "c", nil, "k"])
        #expect(found.map(\.plural) == [nil, nil, "%1 %2 many", nil, nil])
        #expect(found[2].values == ["n(count)", "x"])
    }
}
