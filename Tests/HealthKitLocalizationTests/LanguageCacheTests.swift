import HealthKitLocalization
import Synchronization
import Testing

/// Data derived from all texts of a language.
@Suite struct LanguageCacheTests {
    private static func language(_ word: String) -> TextLocale {
        TextLocale(MessageCatalogue("msgid \"Weight\"\nmsgstr \"\(word)\"\n", language: "xx"))
    }

    @Test("It is made once for a language, and anew for another one; English stays")
    func languages() {
        let made = Mutex(0)
        let cache = LanguageCache {
            made.withLock { $0 += 1 }
            return localized("Weight")
        }
        func value(_ locale: TextLocale) -> String { locale.during { cache.value } }
        let (german, french) = (Self.language("Gewicht"), Self.language("Poids"))
        #expect(value(.standard) == "Weight")
        #expect(value(german) == "Gewicht")
        #expect(value(german) == "Gewicht")
        #expect(made.withLock { $0 } == 2)
        #expect(value(french) == "Poids")
        #expect(value(german) == "Gewicht")
        #expect(value(.standard) == "Weight")
        #expect(made.withLock { $0 } == 4)
    }

    @Test("A language that translates nothing has the value of English")
    func nothingTranslated() {
        let cache = LanguageCache { localized("Weight") }
        #expect(TextLocale(MessageCatalogue("", language: "xx")).during { cache.value } == "Weight")
        #expect(Self.language("Gewicht").during { cache.value } == "Gewicht")
    }
}
