import HealthKitLocalization
import Testing

/// Texts in another language: values, plurals, contexts, and English where something is missing.
@Suite struct MessageTests {
    private static let german = TextLocale(
        MessageCatalogue(
            """
            msgid ""
            msgstr "Plural-Forms: nplurals=2; plural=(n != 1);\\n"

            msgid "since %1"
            msgstr "seit %1"

            msgid "%1 of %2"
            msgstr "von %2 nur %1"

            msgid "%1 sample"
            msgid_plural "%1 samples"
            msgstr[0] "ein Messwert"
            msgstr[1] "%1 Messwerte"

            msgctxt "hint"
            msgid "open"
            msgstr "öffnen"
            """,
            language: "de"
        )
    )

    private func since(_ day: String) -> String { localized("since \(day)") }
    private func samples(_ count: Int) -> String { plural(count, one: "\(count) sample", other: "\(count) samples") }

    @Test("English is the text of the code until a language is chosen")
    func englishIsTheCode() {
        #expect(since("Monday") == "since Monday")
        #expect(samples(1) == "1 sample")
        #expect(samples(12) == "12 samples")
        #expect(localizedName("Steps", context: "type") == "Steps")
    }

    @Test("A translation has the values in its own order, once or more often")
    func valuesGoWhereTheTranslationHasThem() {
        Self.german.during {
            #expect(since("Montag") == "seit Montag")
            #expect(localized("\("3") of \("12")") == "von 12 nur 3")
        }
    }

    @Test("The point of an abbreviation at the end of a sentence is its full stop too; three points stay three")
    func pointsMeet() {
        func ends(_ day: String) -> String { localized("It ends on \(day).") }
        Self.german.during {
            #expect(ends("Di 8. Dez.") == "It ends on Di 8. Dez.")
            #expect(ends("Montag") == "It ends on Montag.")
            #expect(ends("and so on...") == "It ends on and so on....")
            #expect(localized("\("Dez."). Then \("a").") == "Dez. Then a.")
            #expect(localized("\("a.").zip") == "a..zip")
        }
    }

    @Test("A value that looks like a placeholder stays what it is")
    func valuesAreNotFilledAgain() {
        Self.german.during {
            #expect(since("%1 and %2") == "seit %1 and %2")
            #expect(since("100 %") == "seit 100 %")
        }
    }

    @Test("A number has its form, which may say it in a word")
    func pluralsHaveForms() {
        Self.german.during {
            #expect(samples(1) == "ein Messwert")
            #expect(samples(0) == "0 Messwerte")
            #expect(samples(21) == "21 Messwerte")
        }
    }

    @Test("A whole number that counts has the region's separators; the number of a line has none")
    func numbersFollowTheRegion() {
        func text(_ count: Int) -> String { localized("\(count) of \(plain: count)") }
        #expect(text(3_308) == "3,308 of 3308")
        #expect(text(-12) == "-12 of -12")
        var region = RegionFormat()
        region.numbers = NumberStyle(decimalSeparator: ",", groupSeparator: ".")
        TextLocale(Self.german.catalogue, region: region)
            .during {
                #expect(text(3_308) == "von 3308 nur 3.308")
                #expect(samples(1_000_000) == "1.000.000 Messwerte")
            }
    }

    @Test("A context tells equal texts apart")
    func contextsTellApart() {
        Self.german.during {
            #expect(localized("open", context: "hint") == "öffnen")
            #expect(localized("open") == "open")
        }
    }

    @Test("What has no translation is English, with its values")
    func missingIsEnglish() {
        Self.german.during {
            #expect(localized("wrote \("a")") == "wrote a")
            #expect(plural(1, one: "\("1") day", other: "\("1") days") == "1 day")
            #expect(plural(2, one: "\("2") day", other: "\("2") days") == "2 days")
        }
    }

    @Test("A language holds for the work that it was asked for, and for the tasks of that work")
    func languagesHoldForTheirWork() async {
        let inside = await Self.german.during { await Task { since("heute") }.value }
        #expect(inside == "seit heute")
        #expect(since("today") == "since today")
    }
}
