import HealthKitLocalization

/// The words that people type for times, besides the names of days and months.
///
/// English and German ones are always read; a language adds its own by its catalogue.
enum TimeWord: CaseIterable {
    case this, last
    case hour, day, week, month, year
    case since, from, after, before, until, to, on
    case article
    case by, all
    case morning, afternoon, evening, night

    /// The words with what they may mean, folded as typed words are.
    static let meanings = LanguageCache {
        var table: [String: Set<TimeWord>] = [:]
        for word in allCases {
            for form in (word.typed + " " + word.own).split(separator: " ") {
                table[TypedText.folded(form), default: []].insert(word)
            }
        }
        return table
    }

    /// Whether a folded word has this meaning.
    func isMeant(by word: String) -> Bool { Self.meanings.value[word]?.contains(self) ?? false }

    /// The unit of the calendar that a word names.
    static let units: [TimeWord] = [.day, .week, .month, .year]

    /// The English and German forms.
    private var typed: String {
        switch self {
        case .this: "this diese dieser dieses diesen diesem"
        case .last: "last past letzte letzten letzter letztes letztem vergangene vergangenen vorige vorigen voriges"
        case .hour: "hour hours stunde stunden"
        case .day: "day days tag tage tagen"
        case .week: "week weeks woche wochen kw kalenderwoche"
        case .month: "month months monat monate monaten"
        case .year: "year years jahr jahre jahren"
        case .since: "since seit ab"
        case .from: "from von vom"
        case .after: "after nach"
        case .before: "before vor"
        case .until: "until till bis"
        case .to: "to bis - –"
        case .on: "on in am im"
        case .article: "the der die das dem den zum"
        case .by: "by per pro je nach"
        case .all: "all gesamt insgesamt"
        case .morning: "morning mornings morgens vormittag vormittags"
        case .afternoon: "afternoon afternoons nachmittag nachmittags"
        case .evening: "evening evenings abend abends"
        case .night: "night nights nacht nachts"
        }
    }

    /// The forms of the person's language.
    private var own: String {
        switch self {
        case .this: localized("this", context: "typed time")
        case .last: localized("last", context: "typed time")
        case .hour: localized("hour", context: "typed time")
        case .day: localized("day", context: "typed time")
        case .week: localized("week", context: "typed time")
        case .month: localized("month", context: "typed time")
        case .year: localized("year", context: "typed time")
        case .since: localized("since", context: "typed time")
        case .from: localized("from", context: "typed time")
        case .after: localized("after", context: "typed time")
        case .before: localized("before", context: "typed time")
        case .until: localized("until", context: "typed time")
        case .to: localized("to", context: "typed time")
        case .on: localized("on", context: "typed time")
        case .article: localized("the", context: "typed time")
        case .by: localized("by", context: "typed time")
        case .all: localized("all", context: "typed time")
        case .morning: localized("morning", context: "typed time")
        case .afternoon: localized("afternoon", context: "typed time")
        case .evening: localized("evening", context: "typed time")
        case .night: localized("night", context: "typed time")
        }
    }

    /// The first form in the person's language, for offers.
    var offered: String { own.split(separator: " ").first.map(String.init) ?? own }

    // MARK: German days and months

    static let germanNow = "jetzt"
    /// Behind a time of day, and before one.
    static let germanClock = "uhr"
    static let germanAt = "um "
    static let germanDays = [("heute", 0), ("gestern", -1), ("vorgestern", -2), ("morgen", 1)]
    static let germanWeekdays = [
        "sonntag", "montag", "dienstag", "mittwoch", "donnerstag", "freitag", "samstag sonnabend",
    ]
    static let germanMonths = [
        "januar", "februar", "märz mär mrz", "april", "mai", "juni", "juli", "august", "september", "oktober okt",
        "november", "dezember dez",
    ]
}
