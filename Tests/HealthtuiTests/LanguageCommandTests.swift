import Foundation
import Testing

/// The language of the console, and of commands, which stay English.
@Suite struct LanguageCommandTests {
    private func console(_ example: ExampleStore, _ environment: [String: String]) throws -> Command.Outcome {
        let surroundings = ["ACCESSIBLE": "1", "XDG_CONFIG_HOME": example.folder.path("config")]
        return try example.run(
            ["console"],
            environment: surroundings.merging(environment) { $1 },
            input: "quit\n"
        )
    }

    private func write(_ text: String, to name: String, _ example: ExampleStore) throws {
        let path = example.folder.path("config/healthtui/\(name)")
        let folder = URL(fileURLWithPath: path).deletingLastPathComponent()
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        try Data(text.utf8).write(to: URL(fileURLWithPath: path))
    }

    @Test("The console speaks the language of the locale, or the one that was set")
    func consoleSpeaks() throws {
        let example = try ExampleStore()
        #expect(try console(example, ["LC_ALL": "de_DE.UTF-8"]).output.contains("Zeile für Zeile"))
        #expect(try console(example, ["LC_ALL": "fr_FR.UTF-8"]).output.contains("line by line"))
        #expect(try console(example, ["LC_ALL": "C.UTF-8"]).output.contains("line by line"))
        try write("language = \"de\"\n", to: "config.toml", example)
        #expect(try console(example, ["LC_ALL": "C.UTF-8"]).output.contains("Zeile für Zeile"))
        try write("language = \"en\"\n", to: "config.toml", example)
        #expect(try console(example, ["LC_ALL": "de_DE.UTF-8"]).output.contains("line by line"))
    }

    @Test("Commands for scripts are English in every locale")
    func commandsAreEnglish() throws {
        let example = try ExampleStore()
        let german = try example.run(["types", "--json"], environment: ["LC_ALL": "de_DE.UTF-8"])
        #expect(german.output == (try example.run(["types", "--json"])).output)
        let keys = try example.run(["console", "--print-keys"], environment: ["LC_ALL": "de_DE.UTF-8"])
        #expect(keys.output == (try example.run(["console", "--print-keys"])).output)
    }

    @Test("A person's own catalogue changes a text; an error in it is named with its line, and the rest is used")
    func ownCatalogue() throws {
        let example = try ExampleStore()
        let text = """
            msgid "This console is read-only."
            msgstr kaputt

            msgid "healthtui, line by line. The store holds %1 of %2."
            msgstr "Moin! %1, %2."
            """
        try write(text, to: "languages/de.po", example)
        let outcome = try console(example, ["LC_ALL": "de_DE.UTF-8"])
        #expect(outcome.output.contains("Moin! "))
        #expect(outcome.errors.contains("languages/de.po, line 2: a text must be in quotes"))
        try write("msgid \"Cancelled.\"\nmsgstr \"Avbrutt.\"\n", to: "languages/nb.po", example)
        let other = try console(example, ["LC_ALL": "nb_NO.UTF-8"])
        #expect(other.status == 0 && other.output.contains("line by line"))
    }

    @Test("A third language is a file in the folder of languages: its plural rule, its words and its marks hold")
    func otherLanguages() throws {
        let example = try ExampleStore()
        try write(
            """
            msgid ""
            msgstr "Language: fr\\nPlural-Forms: nplurals=2; plural=(n > 1);\\n"

            msgid "%1 sample"
            msgid_plural "%1 samples"
            msgstr[0] "%1 mesure"
            msgstr[1] "%1 mesures"

            msgid "%1 type"
            msgid_plural "%1 types"
            msgstr[0] "un type"
            msgstr[1] "%1 types"

            msgid "healthtui, line by line. The store holds %1 of %2."
            msgstr "healthtui, ligne par ligne. Le magasin contient %1 de %2."

            msgid "today"
            msgstr "aujourd’hui"

            msgid "yes"
            msgstr "oui"
            """,
            to: "languages/fr.po",
            example
        )
        let french = try example.run(
            ["console"],
            environment: [
                "ACCESSIBLE": "1", "XDG_CONFIG_HOME": example.folder.path("config"), "TZ": "UTC",
                "LC_ALL": "fr_FR.UTF-8",
            ],
            input: "add weight\n70,5\naujourd'hui 0:00\noui\nquit\n"
        )
        #expect(french.output.contains("ligne par ligne. Le magasin contient"), "\(french.output)")
        #expect(french.output.contains(" mesures de "), "\(french.output)")
        #expect(french.output.contains("70,5 kg") && french.output.contains("aujourd’hui"), "\(french.output)")
        // The form that 0 has as well can't leave out its number.
        #expect(french.errors.contains("languages/fr.po, line 9: "), "\(french.errors)")
    }

    @Test("Numbers and dates are those of the region, on the screen; the settings go before the locale")
    func regions() throws {
        let example = try ExampleStore()
        func weight(_ environment: [String: String], _ date: String, _ number: String, yes: String = "yes") throws
            -> String
        {
            let surroundings = ["ACCESSIBLE": "1", "XDG_CONFIG_HOME": example.folder.path("config"), "TZ": "UTC"]
            let outcome = try example.run(
                ["console"],
                environment: surroundings.merging(environment) { $1 },
                input: "add weight\n\(number)\n\(date)\n\(yes)\nquit\n"
            )
            return outcome.output
        }
        let german = try weight(["LC_ALL": "de_DE.UTF-8"], "3.4.2025 21:05", "70,5", yes: "ja")
        #expect(german.contains("70,5 kg") && german.contains("3. Apr. 2025"), "\(german)")
        let american = try weight(["LC_ALL": "en_US.UTF-8", "LC_MEASUREMENT": "de_DE"], "4/3/2025 9:05 pm", "70.5")
        #expect(american.contains("Apr 3, 2025") && american.contains("9:05 PM"), "\(american)")
        try write("[region]\nlocale = \"de_DE\"\nclock = 12\n", to: "config.toml", example)
        let mixed = try weight(["LC_ALL": "C.UTF-8"], "3.4.2025 9:05 pm", "70,5")
        #expect(mixed.contains("3 Apr 2025") && mixed.contains("9:05 PM") && mixed.contains("70,5"), "\(mixed)")
        let rows = try example.run(
            ["samples", "weight", "--json"],
            environment: ["LC_ALL": "de_DE.UTF-8", "TZ": "UTC"]
        )
        #expect(rows.output.contains("70.5") && rows.output.contains("2025-04-03T21:05:00"), "\(rows.output)")
    }

    @Test("What is no catalogue is said, and English or the built-in language used")
    func brokenCatalogues() throws {
        let example = try ExampleStore()
        try write("language = \"xx\"\n", to: "config.toml", example)
        let missing = try console(example, [:])
        #expect(
            missing.errors.contains("config.toml: line 1: there is no catalogue of the language xx; there are en, de")
        )
        #expect(missing.output.contains("line by line"))
        try write("", to: "config.toml", example)
        let path = example.folder.path("config/healthtui/languages/de.po")
        try write("", to: "languages/de.po", example)
        try Data([0xFF, 0xFE, 0x00]).write(to: URL(fileURLWithPath: path))
        let binary = try console(example, ["LC_ALL": "de_DE.UTF-8"])
        #expect(binary.errors.contains("not UTF-8"))
        #expect(binary.output.contains("Zeile für Zeile"))
    }
}
