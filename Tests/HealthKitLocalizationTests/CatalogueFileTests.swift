import RandomTesting
import Testing

@testable import HealthKitLocalization

/// Catalogues as people write them: faults are named with their line, and the rest is used.
@Suite struct CatalogueFileTests {
    private func problems(_ text: String) -> [String] {
        MessageCatalogue(text, language: "xx").problems.map { "\($0.line): \($0.text)" }
    }

    private func texts(_ text: String) -> [String: [String]] {
        MessageCatalogue(text, language: "xx").entries.mapValues(\.forms)
    }

    @Test("An entry with comments, several lines and escapes is read")
    func entriesAreRead() {
        let text = """
            # Translator's remark
            #. What it is
            #: Strings/AddStrings.swift
            msgctxt "form"
            msgid ""
            "Two "
            "lines\\n"
            msgstr "Zwei \\"Zeilen\\"\\t\\\\"
            """
        #expect(texts(text) == ["form\u{4}Two lines\n": ["Zwei \"Zeilen\"\t\\"]])
        #expect(problems(text).isEmpty)
    }

    @Test("Lines may end as on Windows, and the file may begin with a mark of its encoding")
    func linesEndAsOnWindows() {
        #expect(texts("\u{FEFF}msgid \"a\"\r\nmsgstr \"b\"\r\n") == ["a": ["b"]])
    }

    @Test("Entries need no blank line between them")
    func entriesNeedNoBlankLine() {
        #expect(texts("msgid \"a\"\nmsgstr \"b\"\nmsgid \"c\"\nmsgstr \"d\"") == ["a": ["b"], "c": ["d"]])
    }

    @Test("What is empty, fuzzy or obsolete is English, without a word")
    func unfinishedIsEnglish() {
        let text = """
            msgid "a"
            msgstr ""

            #, fuzzy
            msgid "b"
            msgstr "c"

            #~ msgid "d"
            #~ msgstr "e"

            msgid "f"
            msgstr "g"
            """
        #expect(texts(text) == ["f": ["g"]])
        #expect(problems(text).isEmpty)
    }

    @Test(
        "A fault is named with its line and leaves out its entry alone",
        arguments: [
            ("msgid \"a\"\nmsgstr b", "2: a text must be in quotes, with \\\" for a quote in it"),
            ("msgid \"a\"\nmsgstr \"b\"c\"", "2: a text must be in quotes, with \\\" for a quote in it"),
            ("msgid \"a\"\nmsgstr \"b\\x\"", "2: \\ is followed by n, t, \" or \\, not x"),
            ("msgid \"a\"\nmsgstr \"b\\\"", "2: a text must be in quotes, with \\\" for a quote in it"),
            (
                "msgid \"a\"\nmsgtxt \"b\"",
                "2: unknown keyword “msgtxt”; write msgctxt, msgid, msgid_plural or msgstr"
            ),
            ("msgstr \"b\"", "1: msgstr needs msgid before it"),
            ("\"a\"", "1: a text in quotes needs msgid or msgstr before it"),
            ("msgid \"a %1\"\nmsgstr \"b %2\"", "1: the text needs %1; its translation has %2"),
            ("msgid \"a %1\"\nmsgstr \"b\"", "1: the text needs %1; its translation has no placeholders"),
            ("msgid \"a\"\nmsgstr \"b\"\nmsgstr \"c\"", "3: msgstr is there twice"),
            (
                "msgid \"a\"\nmsgid_plural \"b\"\nmsgstr[0] \"c\"",
                "1: the language has 2 plural forms; here there are 1"
            ),
            (
                "msgid \"a\"\nmsgid_plural \"b\"\nmsgstr[0] \"c\"\nmsgstr[1] \"\"",
                "1: a plural form of “a” is missing"
            ),
            (
                "msgid \"a\"\nmsgid_plural \"b\"\nmsgstr[0] \"c\"\nmsgstr[2] \"d\"",
                "1: a plural form of “a” is missing"
            ),
            ("msgctxt \"x\"\nmsgctxt \"y\"\nmsgid \"a\"\nmsgstr \"b\"", "2: msgctxt is there twice"),
            (
                "msgid \"a\"\nmsgid_plural \"b\"\nmsgid_plural \"c\"\nmsgstr[0] \"d\"\nmsgstr[1] \"e\"",
                "3: msgid_plural is there twice"
            ),
            ("msgid_plural \"a\"\nmsgstr[0] \"b\"", "1: msgid_plural needs msgid before it"),
            ("msgid \"a %1 %2\"\nmsgstr \"b %1 %1\"", "1: the text needs %1 %2; its translation has %1"),
            ("msgid \"a\"\nmsgstr \"b %1\"", "1: the text needs no placeholders; its translation has %1"),
        ]
    )
    func faultsAreNamed(text: String, problem: String) {
        let whole = text + "\n\nmsgid \"good\"\nmsgstr \"gut\"\n"
        #expect(problems(whole) == [problem])
        #expect(texts(whole) == ["good": ["gut"]])
    }

    @Test("What is wrong is English and the rest is translated, in texts and in plurals")
    func faultsAreEnglish() {
        let catalogue = MessageCatalogue(
            """
            msgid "one"
            msgstr eins

            msgid "%1 day"
            msgid_plural "%1 days"
            msgstr[0] "%1 Tag"
            msgstr[1] "%2 Tage"

            msgid "two"
            msgstr "zwei"
            """,
            language: "de"
        )
        #expect(catalogue.problems.map(\.line) == [2, 4])
        TextLocale(catalogue)
            .during {
                #expect(localized("one") == "one")
                #expect(plural(3, one: "\("3") day", other: "\("3") days") == "3 days")
                #expect(localized("two") == "zwei")
            }
    }

    @Test("A catalogue with more texts than any program has is read up to there, and says so")
    func longCataloguesEnd() {
        var text = ""
        for number in 0..<50_010 { text += "msgid \"\(number)\"\nmsgstr \"x\"\n" }
        let catalogue = MessageCatalogue(text, language: "xx")
        #expect(catalogue.count <= 50_001)
        #expect(catalogue.entries["0"]?.forms == ["x"])
        #expect(catalogue.problems.map(\.text) == ["a catalogue has no more than 50,000 texts; the rest is ignored"])
    }

    @Test("A text that is translated twice has the first translation")
    func firstTranslationCounts() {
        let text = "msgid \"a\"\nmsgstr \"b\"\n\nmsgid \"a\"\nmsgstr \"c\"\n"
        #expect(texts(text) == ["a": ["b"]])
        #expect(problems(text) == ["4: “a” is translated twice; the first one counts"])
    }

    @Test("A rule of plurals that isn't understood is named, and counting is as in English")
    func badRulesAreNamed() {
        let text = "msgid \"\"\nmsgstr \"Plural-Forms: nplurals=9; plural=n;\\n\"\n"
        #expect(problems(text) == ["1: Plural-Forms isn't understood; write it as nplurals=2; plural=(n != 1);"])
    }

    @Test(
        "Rules of plurals choose what gettext chooses",
        arguments: [
            ("nplurals=1; plural=0;", [0: 0, 1: 0, 7: 0]),
            ("nplurals=2; plural=(n > 1);", [0: 0, 1: 0, 2: 1]),
            (
                """
                nplurals=3; plural=(n%10==1 && n%100!=11 ? 0 : n%10>=2 && n%10<=4 && \
                (n%100<10 || n%100>=20) ? 1 : 2);
                """, [1: 0, 21: 0, 11: 2, 3: 1, 13: 2, 22: 1, 5: 2, 0: 2]
            ),
            ("nplurals=2; plural=!(n == 1);", [1: 0, 0: 1]),
            ("nplurals=2; plural=n%0;", [4: 0]),
            ("nplurals=2; plural=n;", [0: 0, 9: 1]),
        ]
    )
    func rulesChoose(rule: String, forms: [Int: Int]) throws {
        let rule = try #require(PluralRule(rule))
        for (count, form) in forms { #expect(rule.form(of: count) == form, "\(count)") }
        #expect((0..<rule.forms).contains(rule.form(of: .min)))
    }

    @Test(
        "What is no rule of plurals is none",
        arguments: [
            "", "nplurals=2", "nplurals=0; plural=0;", "nplurals=2; plural=system(n);", "nplurals=2; plural=(n;",
            "nplurals=2; plural=n n;", "nplurals=2; plural=99999999999;", "nplurals=2; plural=n ? 1;",
            "nplurals=2; plural=" + String(repeating: "(", count: 400) + "n;",
            "nplurals=2; plural=" + String(repeating: "!", count: 400) + "n;",
        ]
    )
    func nonsenseIsNoRule(text: String) {
        #expect(PluralRule(text) == nil)
    }

    @Test(
        "A form that one number alone has may leave it out; a form of several may not",
        arguments: [
            ("nplurals=2; plural=(n != 1);", 2, true), ("nplurals=2; plural=(n > 1);", 2, false),
            (
                """
                nplurals=3; plural=(n==1 ? 0 : n%10>=2 && n%10<=4 && (n%100<12 || n%100>14) ? 1 : 2);
                """, 3, true
            ),
            (
                """
                nplurals=3; plural=(n%10==1 && n%100!=11 ? 0 : n%10>=2 && n%10<=4 && (n%100<10 || n%100>=20) ? 1 : 2);
                """, 3, false
            ),
            ("nplurals=1; plural=0;", 1, false),
        ]
    )
    func numbersAreLeftOut(rule: String, forms: Int, mayLeaveOut: Bool) {
        func catalogue(_ first: String) -> MessageCatalogue {
            let others = (1..<max(1, forms)).map { "msgstr[\($0)] \"%1 days\"\n" }.joined()
            return MessageCatalogue(
                """
                msgid ""
                msgstr "Plural-Forms: \(rule)\\n"

                msgid "%1 day"
                msgid_plural "%1 days"
                msgstr[0] "\(first)"
                \(others)
                """,
                language: "xx"
            )
        }
        #expect(catalogue("a day").problems.isEmpty == mayLeaveOut)
        #expect(catalogue("%1 day").problems.isEmpty)
    }

    @Test("A person's own catalogue goes before the built-in one, which has the rest")
    func ownTranslationsGoFirst() {
        let own = MessageCatalogue("msgid \"a\"\nmsgstr \"mine\"\n", language: "de")
        let built = MessageCatalogue("msgid \"a\"\nmsgstr \"theirs\"\n\nmsgid \"b\"\nmsgstr \"too\"\n", language: "de")
        TextLocale(built.merging(own))
            .during {
                #expect(localized("a") == "mine")
                #expect(localized("b") == "too")
            }
    }

    @Test("Damaged catalogues of any kind are read to their end, with few problems named", arguments: 0..<40)
    func damagedCataloguesAreRead(seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        let pieces = [
            "msgid ", "msgstr ", "msgctxt ", "msgid_plural ", "msgstr[0] ", "msgstr[7] ", "\"", "\\", "\n", "\r\n",
            "%1",
            "#, fuzzy\n", "#~", "a", "é", "漢", "\u{FEFF}", "\u{0}", "Plural-Forms: nplurals=2; plural=", "n", "\"\"\n",
        ]
        var text = ""
        for _ in 0..<2_000 { text += pieces.randomElement(using: &generator) ?? "" }
        let catalogue = MessageCatalogue(text, language: "xx")
        #expect(catalogue.problems.count < 250)
        TextLocale(catalogue)
            .during {
                #expect(!localized("a").isEmpty || catalogue.count > 0)
                _ = plural(3, one: "a", other: "é")
            }
    }
}
