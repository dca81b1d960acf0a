import Foundation
import HealthKit
import HealthKitLocalization
import HealthtuiEntry
import Testing

/// The language of filters: what is understood, and what is refused where.
@Suite struct FilterLanguageTests {
    private static func phrase(_ type: HKSampleType, locale: String = "en_GB") -> SampleFilterPhrase {
        SampleFilterPhrase(
            type: type,
            context: EntryContext(
                now: TestStore.now,
                timeZone: TestStore.calendar.timeZone,
                numbers: NumberStyle(typedIn: Locale(identifier: locale)),
                unitLocale: Locale(identifier: "de_DE")
            ),
            calendar: TestStore.calendar,
            names: FilterNames(
                sources: [TestStore.watch.source, TestStore.phone.source, TestStore.polar.source],
                devices: [TestStore.watchDevice],
                medications: [
                    FilterNames.Medication(name: "Ibuprofen 400", concept: "a"),
                    FilterNames.Medication(name: "Metformin", concept: "b"),
                ],
                marks: TimeMarks([
                    mark("Lisbon", 2026, 5, 3), mark("Now or never", 2025, 3, 2), mark("Today", 2026, 4, 7),
                ])
            )
        )
    }

    private static func mark(_ name: String, _ year: Int, _ month: Int, _ day: Int) -> TimeMark {
        let day = CalendarDay(year: year, month: month, day: day)
        return TimeMark(name: name, first: day, last: day)
    }

    private static let rate = HKQuantityType(.heartRate)
    private static let types: [String: HKSampleType] = [
        "rate": rate, "mass": HKQuantityType(.bodyMass), "glucose": HKQuantityType(.bloodGlucose),
        "oxygen": HKQuantityType(.oxygenSaturation), "vo2": HKQuantityType(.vo2Max),
        "sleep": HKCategoryType(.sleepAnalysis), "headache": HKCategoryType(.headache),
        "workout": HKObjectType.workoutType(), "ecg": HKObjectType.electrocardiogramType(),
        "lab": HKClinicalType(.labResultRecord), "mood": HKObjectType.stateOfMindType(),
        "dose": HKObjectType.medicationDoseEventType(), "pressure": BloodPressure.type ?? rate,
        "document": HKDocumentType(.CDA),
    ]

    /// Type, filter, and the words in which it is told.
    private static let understood: [(String, String, String)] = [
        ("rate", "not not >100", "above 100 BPM"),
        ("rate", ">100 and <120 or polar", "(above 100 BPM and below 120 BPM) or from Polar Flow"),
        ("rate", ">100 and (polar or my watch)", "above 100 BPM, (from Polar Flow or from My Watch)"),
        ("rate", "not (polar or >100) weekend", "not (from Polar Flow or above 100 BPM), on a weekend (Sat, Sun)"),
        ("rate", "((>100))", "above 100 BPM"), ("rate", "NOT In Workout AND >100", "not in a workout, above 100 BPM"),
        ("rate", "time 22:00-06:00", "between 22:00 and 06:00"), ("rate", "time 10pm - 6am", "between 22:00 and 06:00"),
        ("rate", "22:00-06:00", "between 22:00 and 06:00"), ("rate", "before 8am", "between 00:00 and 08:00"),
        ("rate", ">100 and this month", "above 100 BPM, in Nov 2026"),
        ("rate", "not morning", "not between 05:00 and 12:00"),
        ("rate", "last week polar", "9 Nov – 15 Nov 2026, from Polar Flow"), ("rate", "1 sep", "on Tue 1 Sep 2026"),
        ("rate", "1 sep to 5 sep", "1 Sep – 5 Sep 2026"), ("rate", "since lisbon", "since Sun 3 May 2026"),
        ("rate", "since \"now or never\"", "since Sun 2 Mar 2025"), ("rate", "\"today\"", "Tue 7 Apr 2026"),
        ("rate", "time 09:30 to 24:00", "between 09:30 and 24:00"), ("rate", "weekday mon,sat", "on Mon, Sat"),
        ("rate", "weekday fri-mon", "on Mon, Fri, Sat, Sun"), ("rate", "weekday sun saturday", "on Sat, Sun"),
        ("rate", "source=polar", "from Polar Flow"), ("rate", "source != \"my watch\"", "not from My Watch"),
        ("rate", "\"my watch\"", "from My Watch"), ("rate", "device=apple", "by Watch6,1"),
        ("rate", "duration > 1h30m", "duration above 1h30m"), ("rate", "value >= 60", "at least 60 BPM"),
        ("rate", "!=70", "not 70 BPM"), ("rate", "≥ 70", "at least 70 BPM"),
        ("rate", "metadata:mine=yes", "mine yes"), ("rate", "motion context != active", "motion context not active"),
        ("glucose", ">= 8 mmol/L", "at least 8 mmol/L"), ("mass", "< 150 lb", "below 150 lb"),
        ("mass", "70,5", "70.5 kg"), ("vo2", "> 40 mL/(kg*min)", "above 40 mL/min·kg"),
        ("sleep", "deep or rem", "Deep or REM"), ("sleep", "duration >= 30 min deep", "duration at least 30 min, Deep"),
        ("headache", "severity >= moderate", "severity at least Moderate"), ("headache", "severity=mild", "Mild"),
        ("workout", "activity=running distance>5 km", "Running, distance above 5 km"),
        ("workout", "running duration > 30 min", "Running, duration above 30 min"),
        ("ecg", "classification=afib", "Atrial fibrillation"), ("ecg", "afib", "Atrial fibrillation"),
        ("ecg", "average heart rate > 100", "heart rate above 100 BPM"), ("ecg", "symptoms=none", "None"),
        ("lab", "out of range", "out of range"), ("lab", "not in range hba1c", "not in range, name containing “hba1c”"),
        ("lab", "value > 7 %", "value above 7 %"), ("lab", "value > 2", "value above 2 without a unit"),
        ("lab", "status=final", "status “final”"), ("lab", "code=4548-4", "code “4548-4”"),
        ("mood", "valence > 0.5 label=happy", "valence above 0.5, Happy"), ("mood", "association=work", "Work"),
        ("dose", "medication=ibu status=taken", "of Ibuprofen 400, Taken"), ("dose", "metformin", "of Metformin"),
        ("pressure", "systolic > 140 or diastolic > 90", "systolic above 140 mmHg or diastolic above 90 mmHg"),
        ("document", "title~visit", "title containing “visit”"),
    ]

    @Test("A filter is described in words", arguments: understood.indices)
    func words(index: Int) throws {
        let (type, text, words) = Self.understood[index]
        let reading = try Self.phrase(try #require(Self.types[type])).reading(text)
        #expect(reading?.text == words, "\(text)")
    }

    /// Type, filter, column, word and what is suggested.
    private static let refused: [(String, String, Int, String, String?)] = [
        ("rate", ">100 wekend", 6, "wekend", "weekend"), ("rate", "(>100", 1, "(", nil), ("rate", ">100)", 5, ")", nil),
        ("rate", ">100 and", 6, "and", nil), ("rate", "or >100", 1, "or", nil), ("rate", "not", 1, "not", nil),
        ("rate", "()", 2, ")", nil), ("rate", ">100 and or polar", 10, "or", nil),
        ("rate", "\"polar", 1, "\"polar", nil),
        ("rate", "time 22-06", 6, "22-06", nil), ("rate", "5 oct to 1 oct", 1, "5 oct to 1 oct", nil),
        ("rate", "time 25:00-06:00", 6, "25:00-06:00", nil), ("rate", "time 06:00-06:00", 6, "06:00-06:00", nil),
        ("rate", "time", 1, "time", nil), ("rate", "weekday mo", 9, "mo", nil),
        ("rate", "weekday mondya", 9, "mondya", "monday"), ("rate", "in wokrout", 4, "wokrout", "in workout"),
        ("rate", "source=pola r", 13, "r", nil), ("rate", "source=plar", 8, "plar", "Polar"),
        ("rate", "out of range", 1, "out of range", nil), ("rate", "duration > 30", 12, "30", nil),
        ("rate", "clasification=afib", 1, "clasification", nil), ("rate", ">abc", 1, ">abc", nil),
        ("rate", "since xyzzy", 7, "xyzzy", nil), ("rate", ">1,234", 1, ">1,234", nil),
        ("ecg", "clasification=afib", 1, "clasification", "classification"),
        ("ecg", "classification=afob", 16, "afob", "afib"), ("ecg", "classification > afib", 18, "afib", nil),
        ("ecg", ">100", 1, ">100", nil), ("workout", "in workout", 1, "in workout", nil),
        ("workout", "activity=runing", 10, "runing", "running"),
        ("dose", "medication=metfomin", 12, "metfomin", "Metformin"),
        ("lab", "value~7", 7, "7", nil), ("headache", "severity>=x", 11, "x", nil),
    ]

    @Test(
        "What is not understood is refused with its column, its word and what was probably meant",
        arguments: refused.indices
    )
    func errors(index: Int) throws {
        let (type, text, column, word, suggestion) = Self.refused[index]
        let phrase = Self.phrase(try #require(Self.types[type]))
        let error = try #require(throws: FilterError.self, "\(text)") { try phrase.reading(text) }
        #expect(error.column == column, "\(text): \(error)")
        #expect(error.word == word, "\(text): \(error)")
        #expect(error.suggestion == suggestion, "\(text): \(error)")
        #expect(error.description.hasPrefix("column \(column): "))
    }

    @Test("A number whose comma may be decimals or thousands is read as the locale writes it, or refused")
    func decimalComma() throws {
        let mass = HKQuantityType(.bodyMass)
        let german = Self.phrase(mass, locale: "de_DE")
        let english = Self.phrase(mass)
        #expect(try german.reading("> 70,125")?.text == "above 70.125 kg")
        #expect(try english.reading("> 70.125")?.text == "above 70.125 kg")
        #expect(try german.reading("> 70,5")?.text == "above 70.5 kg")
        #expect(try english.reading("> 70,5")?.text == "above 70.5 kg")
        #expect(throws: FilterError.self) { try german.reading("> 70.125") }
        #expect(throws: FilterError.self) { try english.reading("> 70,125") }
        #expect(throws: FilterError.self) { try english.reading("60..1,234") }
    }

    @Test("Filters of any depth and length end with an error, never with the program")
    func absurd() throws {
        let phrase = Self.phrase(Self.rate)
        let deep = [
            String(repeating: "(", count: 10_000),
            String(repeating: "(", count: 4_000) + ">1" + String(repeating: ")", count: 4_000),
            String(repeating: "(", count: 60) + ">1" + String(repeating: ")", count: 60),
            String(repeating: "a", count: 200_000), String(repeating: ">1 and ", count: 1_000) + ">1",
            String(repeating: "\"", count: 9_999), String(repeating: "not (", count: 1_500),
        ]
        for text in deep { #expect(throws: FilterError.self) { try phrase.reading(text) } }
        let nots = String(repeating: "not ", count: 2_000) + ">100"
        #expect(try phrase.reading(nots)?.text == "above 100 BPM")
        #expect(try phrase.reading(String(repeating: "(", count: 50) + ">1" + String(repeating: ")", count: 50)) != nil)
    }

    @Test(
        "Unicode is read or refused, whatever it is",
        arguments: [
            "“my watch”", "naïve", "👩‍👩‍👧‍👦", "\u{202E}>100", "ＴＩＭＥ", "e\u{301}", "\u{0}(", "time ٢٢:٠٠-٠٦:٠٠", "≥٧٠",
            "日本 or 語",
        ]
    )
    func unicode(text: String) {
        for type in Self.types.values {
            do { _ = try Self.phrase(type).reading(text) } catch { #expect(error is FilterError, "\(error)") }
            _ = Self.phrase(type).completions(of: text)
        }
    }

    @Test("Everything that Tab offers is valid, or can be continued")
    func completions() throws {
        for (name, type) in Self.types {
            let phrase = Self.phrase(type)
            let offers = phrase.completions(of: "")
            #expect(!offers.isEmpty, "\(name)")
            for offer in offers where ![" ", ">", "=", "~"].contains(offer.suffix(1)) {
                #expect(try phrase.reading(offer) != nil, "\(name): \(offer)")
                #expect(try phrase.reading(offer + " and not (" + offer + ")") != nil, "\(name): \(offer)")
            }
        }
        let ecg = Self.phrase(HKObjectType.electrocardiogramType())
        #expect(ecg.completions(of: "class").first == "classification=afib")
        #expect(ecg.completions(of: "classification=si").first == "classification=sinus rhythm")
        #expect(Self.phrase(Self.rate).completions(of: ">150").first == ">150 not in workout")
        #expect(Self.phrase(Self.rate).completions(of: ">150 and (wee").first == ">150 and (weekend")
        #expect(Self.phrase(Self.rate).completions(of: "xyzzy").isEmpty)
    }
}
