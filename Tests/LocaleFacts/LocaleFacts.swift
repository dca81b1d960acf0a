import Foundation
import HealthKit
import HealthKitLocalization
import HealthtuiConsole
import HealthtuiEntry
import HealthtuiFacts

/// What the program asks Foundation's locales for, in every locale, and what it says of it, as lines: `make locales` compares
/// them between a program that has a part of ICU's data and one that has all of it.
@main struct LocaleFacts {
    /// Names that people set, beside those that ICU lists: with a region that has no data, old ones, and ones that ask for
    /// another clock or another first day of the week; below come other calendars and other digits.
    private static let names = [
        "", "C", "POSIX", "C.UTF-8", "en_US.UTF-8", "de_DE@euro", "de-AT", "en_001", "en_US_POSIX", "xx_YY", "zz",
        "und",
        "german", "iw_IL", "in_ID", "no_NO", "tl_PH", "sh_YU", "mo_MD", "jp_JP", "de_JP", "en_DE", "fr_XX", "zh_CN",
        "zh_TW",
        "zh_HK", "sr_RS", "ar_EG", "ar_SA", "fa_IR", "th_TH", "en-GB-u-rg-uszzzz", "de-u-fw-fri", "en-u-hc-h23",
        "de-u-hc-h12",
    ]
    private static let calendars = [
        "buddhist", "chinese", "coptic", "dangi", "ethiopic", "ethioaa", "hebrew", "indian", "islamic", "islamicc",
        "islamic-umalqura", "iso8601", "japanese", "persian", "roc",
    ]
    private static let digits = [
        "arab", "arabext", "armn", "beng", "deva", "ethi", "fullwide", "geor", "grek", "hanidec", "hans", "hebr",
        "jpan",
        "jpanfin", "mymr", "roman", "taml", "tamldec", "thai", "native", "traditio", "finance",
    ]

    /// Moments around turns of years, and around midnights, in a zone that has summer time.
    private static let dates = [
        -2_500_000_000, 0, 951_782_400, 1_000_000_000, 1_230_739_199, 1_616_893_200, 1_699_999_999, 1_735_689_600,
        1_767_225_599, 1_798_761_600, 4_102_444_800,
    ]
    .map { Date(timeIntervalSince1970: $0) }

    private static let catalogues = [MessageCatalogue()] + [MessageCatalogue.builtIn("de")].compactMap { $0 }

    private static let zone = TimeZone(identifier: "Europe/Berlin") ?? .gmt

    static func main() {
        let available = Locale.availableIdentifiers.sorted()
        print("available:", available.joined(separator: " "))
        let asked = ["de", "en_US", "th", "he", "ar_EG", "ja", "zh", "hi", "am", "fa"]
            .flatMap { language in
                let tag = language.replacing("_", with: "-")
                return calendars.map { tag + "-u-ca-" + $0 } + digits.map { tag + "-u-nu-" + $0 }
            }
        for name in available + names {
            tell(name)
            tellDates(Locale.person(environment: ["LC_ALL": name]))
        }
        // Foundation makes no formatter of dates for some of these, and ends the program.
        for name in asked { tell(name) }
        for name in TimeZone.knownTimeZoneIdentifiers + [
            "UTC", "GMT", "Z", "GMT+3", "GMT-0930", "EST", "CET", "US/Pacific", "Etc/UTC", "Etc/GMT+5", "Asia/Calcutta",
            "Nowhere",
        ] {
            tell(zone: name)
        }
        tellTexts()
        print("current:", Locale.current.identifier, TimeZone.current.identifier, Locale.preferredLanguages)
    }

    private static func tell(_ name: String) {
        let locale = Locale.person(environment: ["LC_ALL": name])
        print("locale \(name): \(locale.identifier), region \(locale.region?.identifier ?? "none")")
        let region = RegionFormat(numbers: locale, times: locale)
        print("  region:", region)
        print("  typed:", NumberStyle(typedIn: locale))
        print("  paper:", ReportRequest.Paper.usual(locale))
        let units = TypeCatalogue.shared.entries.compactMap { entry -> String? in
            let type = HKObjectType.quantityType(forIdentifier: HKQuantityTypeIdentifier(rawValue: entry.identifier))
            return type.map { LocaleUnits.defaultUnit(for: $0, locale: locale).unitString }
        }
        print("  units:", units.joined(separator: " "))

        let calendar = RegionSettings().calendar(times: locale, timeZone: zone)
        print("  week: from \(calendar.firstWeekday), at least \(calendar.minimumDaysInFirstWeek)")
        for catalogue in catalogues {
            TextLocale(catalogue, region: region)
                .during {
                    let text = DateText(calendar: calendar, now: dates[6])
                    for date in dates {
                        print("  ", text.full(date), "|", text.brief(date), "|", text.typed(date), "|", text.hour(date))
                    }
                    for number in [0, 0.5, 999, 1_234, -12_345.25, 12_345_678] {
                        print(
                            "  ",
                            NumberText.text(number, decimals: 2),
                            NumberText.exact(number),
                            NumberText.bytes(number)
                        )
                    }
                }
        }
        for date in dates {
            let parts = calendar.dateComponents([.weekday, .weekOfYear, .yearForWeekOfYear, .quarter], from: date)
            let week = calendar.civilInterval(of: .weekOfYear, for: date)
            print("  ", parts, calendar.civilInterval(of: .month, for: date).duration, week)
        }
        tellNumbers(locale)
    }

    // What the program may ask for without a thought: numbers, dates and times of day in their usual forms.

    private static func tellNumbers(_ locale: Locale) {
        print("  locale:", locale.decimalSeparator ?? "", locale.groupingSeparator ?? "", locale.hourCycle)
        print(
            "  locale:",
            locale.language.maximalIdentifier,
            locale.firstDayOfWeek,
            locale.measurementSystem.identifier
        )
        for number in [0, 1, -5, 999, 1_234, 12_345, 12_345_678, .max, .min] {
            print("  ", number.formatted(IntegerFormatStyle<Int>(locale: locale)), terminator: "")
        }
        let numbers = FloatingPointFormatStyle<Double>(locale: locale)
        let percents = FloatingPointFormatStyle<Double>.Percent(locale: locale)
        for number in [0, 0.125, -1_234.5, 1.5e9] {
            print(
                "  ",
                number.formatted(numbers),
                number.formatted(percents),
                number.formatted(numbers.notation(.scientific))
            )
        }
        for template in ["yMd", "yMMMd", "yMMMMEEEEd", "MMMd", "jm", "jms", "yw"] {
            print(
                "  ",
                template,
                DateFormatter.dateFormat(fromTemplate: template, options: 0, locale: locale) ?? "none"
            )
        }
    }

    private static func tellDates(_ locale: Locale) {
        let formatter = DateFormatter()
        formatter.locale = locale
        formatter.calendar = Calendar(identifier: .gregorian)
        formatter.timeZone = zone
        let names: [[String]?] = [
            formatter.monthSymbols, formatter.shortMonthSymbols, formatter.standaloneMonthSymbols,
            formatter.shortStandaloneMonthSymbols, formatter.weekdaySymbols, formatter.shortWeekdaySymbols,
            formatter.veryShortWeekdaySymbols, [formatter.amSymbol, formatter.pmSymbol],
        ]
        print("  names:", names.map { $0?.joined(separator: ",") ?? "" })
        for style in [DateFormatter.Style.full, .long, .medium, .short] {
            formatter.dateStyle = style
            formatter.timeStyle = style == .short ? .short : .medium
            print("  ", formatter.string(from: dates[6]))
        }
    }

    /// Offsets twice a month for two centuries, as civil times need them.
    private static func tell(zone name: String) {
        guard let zone = TimeZone(identifier: name) else { return print("zone \(name): none") }
        print("zone \(name): \(zone.identifier)", terminator: "")
        var last = Int.min
        for seconds in stride(from: -2_208_988_800.0, to: 4_102_444_800, by: 1_296_000) {
            let date = Date(timeIntervalSince1970: seconds)
            let offset = zone.secondsFromGMT(for: date)
            if offset != last {
                print(
                    " \(offset)\(zone.isDaylightSavingTime(for: date) ? " summer" : "") from \(Int(seconds))",
                    terminator: ""
                )
            }
            last = offset
        }
        print(" next \(zone.nextDaylightSavingTimeTransition(after: dates[6])?.timeIntervalSince1970 ?? 0)")
    }

    /// What searches, lists and tables do with texts, whatever the locale: every letter alone, and some beside each other.
    private static func tellTexts() {
        let folding: String.CompareOptions = [.caseInsensitive, .diacriticInsensitive]
        for value in 0x20...0x2_FFFF as ClosedRange<UInt32> {
            guard let scalar = Unicode.Scalar(value), scalar.properties.isAlphabetic,
                scalar.properties.numericType == nil
            else {
                continue
            }
            let text = String(scalar)
            let forms = [
                text.folding(options: folding, locale: nil), text.folding(options: .diacriticInsensitive, locale: nil),
                text.decomposedStringWithCompatibilityMapping, text.lowercased(), text.uppercased(), text.capitalized,
            ]
            if forms.contains(where: { $0.unicodeScalars.first != scalar || $0.unicodeScalars.count > 1 }) {
                print("letter", text, forms.joined(separator: " "))
            }
        }
        let texts = [
            "Ärger", "straße", "STRASSE", "İstanbul", "ısı", "i", "ﬁn", "fin", "été", "e\u{301}", "Ελλάς", "中文", "ǅ",
        ]
        for text in texts {
            for other in texts {
                let found = text.range(of: other, options: folding) != nil
                let order = text.compare(other, options: folding).rawValue
                print(text, other, text.localizedStandardContains(other), found, order)
            }
        }
        for encoding in [String.Encoding.windowsCP1252, .isoLatin1, .utf16, .ascii] {
            for byte in UInt8.min...UInt8.max {
                print("byte", byte, String(bytes: [byte, 0x41], encoding: encoding) ?? "none", terminator: " ")
            }
            print()
        }
        print(dates[6], dates[6].formatted(.iso8601), dates[6].formatted(.iso8601.year().month().day()))
        for code in [CocoaError.Code.fileNoSuchFile, .fileReadNoPermission, .fileWriteOutOfSpace, .fileReadCorruptFile]
        {
            print(CocoaError(code).localizedDescription, terminator: " ")
        }
        print(POSIXError(.ENOENT).localizedDescription, String(format: "%.2f %@ %04d", 1.5, "x" as NSString, 7))
    }
}
