import Foundation
import HealthKitLocalization
import HealthtuiEntry
import Testing

/// Times as people type them in languages that have other words, forms and marks than English and German.
@Suite struct OtherLanguageTests {
    private static func typed(_ words: [(String, String)]) -> String {
        words.map { "msgctxt \"typed time\"\nmsgid \"\($0)\"\nmsgstr \"\($1)\"\n" }.joined(separator: "\n")
    }

    private static let french = MessageCatalogue(
        """
        msgid ""
        msgstr "Plural-Forms: nplurals=2; plural=(n > 1);\\n"

        msgid "today"
        msgstr "aujourd’hui"

        msgid "yesterday"
        msgstr "hier"

        msgid "Jul"
        msgstr "juil."


        """
            + typed([
                ("now", "maintenant"), ("monday", "lundi"), ("tuesday", "mardi"), ("wednesday", "mercredi"),
                ("february", "février"), ("march", "mars"), ("june", "juin"), ("july", "juillet"), ("august", "août"),
                ("november", "novembre"),
            ]),
        language: "fr"
    )

    private static let polish = MessageCatalogue(
        """
        msgid ""
        msgstr ""
        "Plural-Forms: nplurals=3; plural=(n==1 ? 0 : n%10>=2 && n%10<=4 && "
        "(n%100<12 || n%100>14) ? 1 : 2);\\n"

        msgid "yesterday"
        msgstr "wczoraj"

        msgid "%1 day"
        msgid_plural "%1 days"
        msgstr[0] "dzień"
        msgstr[1] "%1 dni (2-4)"
        msgstr[2] "%1 dni"


        """
            + typed([
                ("wednesday", "środa środę"), ("march", "marzec marca"), ("november", "listopad listopada"),
                ("friday", "piątek"), ("monday", "poniedziałek"),
            ]),
        language: "pl"
    )

    /// Saturday, 21 November 2026, 14:20.
    private func text(_ phrase: String) -> String? {
        let phrases = TimePhrase(now: TestStore.now, timeZone: TestStore.calendar.timeZone)
        guard let date = try? phrases.date(phrase) else { return nil }
        let parts = TestStore.calendar.dateComponents([.year, .month, .day, .hour, .minute], from: date)
        return [parts.year, parts.month, parts.day, parts.hour, parts.minute].map { "\($0 ?? 0)" }
            .joined(separator: " ")
    }

    @Test(
        "French words have apostrophes of either kind, accents or none, and first letters of one name alone",
        arguments: [
            ("aujourd'hui 8:05", "2026 11 21 8 5"), ("aujourd’hui", "2026 11 21 0 0"), ("aujourd", nil),
            ("hier 22:30", "2026 11 20 22 30"), ("maintenant", "2026 11 21 14 20"), ("mardi", "2026 11 17 0 0"),
            ("3 juin", "2026 6 3 0 0"), ("3 juil.", "2026 7 3 0 0"), ("3 jui", nil), ("1er aout 2025", "2025 8 1 0 0"),
            ("2 fevr 2026 7:00", "2026 2 2 7 0"), ("today", "2026 11 21 0 0"), ("mar 3", "2026 3 3 0 0"),
        ] as [(String, String?)]
    )
    func french(phrase: String, time: String?) {
        #expect(Self.french.problems.isEmpty)
        TextLocale(Self.french).during { #expect(text(phrase) == time) }
    }

    @Test(
        "Polish names have several forms, and each of them is read",
        arguments: [
            ("21 listopada 2025", "2025 11 21 0 0"), ("21 listopad", "2026 11 21 0 0"), ("3 marca", "2026 3 3 0 0"),
            ("środę 9:00", "2026 11 18 9 0"), ("sroda", "2026 11 18 0 0"), ("wczoraj 7:00", "2026 11 20 7 0"),
            ("pi 7:00", "2026 11 20 7 0"),
        ]
    )
    func polish(phrase: String, time: String) {
        #expect(Self.polish.problems.isEmpty)
        TextLocale(Self.polish).during { #expect(text(phrase) == time) }
    }

    @Test("Three forms of a plural go with their numbers, and a rule may go over two lines")
    func threeForms() {
        func days(_ count: Int) -> String { plural(count, one: "\(count) day", other: "\(count) days") }
        TextLocale(Self.polish)
            .during {
                #expect(
                    [1, 2, 5, 12, 22, 1_003].map(days) == [
                        "dzień", "2 dni (2-4)", "5 dni", "12 dni", "22 dni (2-4)", "1,003 dni (2-4)",
                    ]
                )
            }
    }
}
