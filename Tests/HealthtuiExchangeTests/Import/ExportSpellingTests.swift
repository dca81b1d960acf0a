import HealthKit
import RandomTesting
import Testing

@testable import HealthtuiExchange

/// The forms are for ever: a change of one of them doubles what people imported.
@Suite struct ExportSpellingTests {
    @Test(
        "The first table's form of a unit never changes",
        arguments: [
            ("kcal", "kcal"), ("Cal", "kcal"), ("mL/min·kg", "mL/kg·min"), ("mL/kg·min", "mL/kg·min"),
            ("mL/(kg*min)", "mL/kg·min"), ("kcal/hr·kg", "kcal/hr·kg"), ("Cal/(kg*hr)", "kcal/hr·kg"), ("lb", "lb"),
            ("count/min", "count/min"), ("%", "%"), ("", ""),
            ("mmol<180.1558800000541>/L", "mmol<180.1558800000541>/L"),
        ]
    )
    func units(_ text: String, _ form: String) {
        #expect(ExportSpelling.form(ofUnit: text, .version1) == form)
    }

    @Test("The first table's form of a value never changes, and is the same for a text and for what it is read as")
    func values() {
        let forms: [(String, [MetadataValue])] = [
            ("number 1.0", [.text("1"), .text("1.0"), .flag(true), .integer(1), .decimal(1)]),
            ("number 0.0", [.text("0"), .text("-0"), .flag(false), .integer(0), .decimal(0)]),
            ("number 1.5", [.text("1.50"), .text("1.5"), .decimal(1.5)]),
            ("quantity 8.1 kcal/hr·kg", [.text("8.1 kcal/hr·kg"), .text("8.10 Cal/hr·kg")]),
            ("quantity 46.0 %", [.text("4600 %"), .quantity(46, .percent())]),
            ("date 670852800.0", [.text("2022-04-05 12:00:00 +0000"), .text("2022-04-05 14:00:00 +0200")]),
            ("text good", [.text("good")]),
            (
                "text HKCategoryValueSleepAnalysisAsleepUnspecified",
                [.text("HKCategoryValueSleepAnalysisAsleep"), .text("HKCategoryValueSleepAnalysisAsleepUnspecified")]
            ),
        ]
        for (form, values) in forms {
            for value in values { #expect(ExportSpelling.form(of: value, .version1) == form, "\(value)") }
        }
    }

    @Test("Sets of metadata that differ in a key, a value or their number have different forms")
    func sets() {
        func form(_ entries: [(String, String)]) -> [UInt8] {
            let entries = entries.map { Metadata.Entry(key: $0.0, value: .text($0.1)) }
            return ExportSpelling.form(ofMetadata: Metadata(entries), .version1)
        }
        let forms = [
            form([("a", "b")]), form([("a", "c")]), form([("ab", "")]), form([("a", "b"), ("c", "d")]),
            form([("A", "b")]),
        ]
        #expect(Set(forms).count == forms.count)
        #expect(form([("a", "1.0"), ("b", "x")]) == form([("b", "x"), ("a", "1")]))
    }

    @Test("The form of beats has each number as Swift describes it, whatever its digits")
    func beatNumbers() {
        var generator = SeededGenerator("beats")
        let odd = [
            "61", "061", "61.5", "61.25", "1e3", "nan", "inf", "x", "", "0", "0.005", "-3", "999999.99", "0.1", "1e-9",
        ]
        let beats = (0..<2_000)
            .map { index in
                let hundredths = Int.random(in: 0..<8_640_000, using: &generator)
                let seconds = hundredths / 100
                let clock = String(
                    format: "%02d:%02d:%02d.%02d",
                    seconds / 3_600,
                    seconds / 60 % 60,
                    seconds % 60,
                    hundredths % 100
                )
                let time = index % 7 == 0 ? clock + "5" : index % 11 == 0 ? String(clock.dropLast(3)) : clock
                let rate =
                    index % 3 == 0 ? odd[index / 3 % odd.count] : "\(Double.random(in: 30...200, using: &generator))"
                return HeartBeatList.Beat(rate: rate, time: time)
            }
        let list = HeartBeatList(text: beats.map { "\($0.rate)@\($0.time)" }.joined(separator: ";"))
        let described = list.beats.reduce(into: "beats") { form, beat in
            form += " \(Double(beat.rate)?.description ?? beat.rate)@\(beat.secondsOfDay?.description ?? beat.time)"
        }
        #expect(list.beats == beats)
        #expect(ExportSpelling.form(ofBeats: list) == Array(described.utf8))
    }

    @Test("Beats are the same beats however the phone writes the time of day")
    func beats() {
        func form(_ text: String) -> [UInt8] {
            let entry = Metadata.entry(own: .beats, .text(text))
            return ExportSpelling.form(ofMetadata: Metadata([entry]), .version1)
        }
        #expect(form("62@8:08:01.52 PM") == form("62.0@20:08:01,52"))
        #expect(form("62@8:08:01.52 PM") != form("62@8:08:01.52 AM"))
        #expect(form("62@8:08:01.52 PM") == form("62@8:08:01.52\u{202F}pm"))
        #expect(form("62@someday") != form("62@never"))
    }

    /// Parts with their lengths, as a form puts them together.
    private func joined(_ parts: String...) -> [UInt8] {
        parts.flatMap { part in withUnsafeBytes(of: UInt32(part.utf8.count).littleEndian) { Array($0) } + part.utf8 }
    }

    @Test("The form of a route is its source and its seconds, whatever order, decimals and fractions it is told in")
    func routes() {
        let form = ExportSpelling.form(ofRouteFrom: "Watch", times: [10, 11.75, 11, 12])
        #expect(form == joined("route 1", "Watch", "date 10.0", "date 11.0", "date 12.0"))
        #expect(ExportSpelling.form(ofRouteFrom: "Watch", times: [12, 11, 10]) == form)
        #expect(ExportSpelling.form(ofRouteFrom: "Phone", times: [12, 11, 10]) != form)
        #expect(ExportSpelling.form(ofRouteFrom: "Watch", times: [10, 11]) != form)
    }

    @Test("Seconds are written byte by byte as numbers are written out, small and large, on both sides of zero")
    func wholeSeconds() {
        var times: [Double] = [0, -0.0, 1, -1, 9, 10, 99, 100, 739_000_000, -739_000_000, 999_999_999_999, 1e12, -1e12]
        times += [1e15, 9_007_199_254_740_992, 1e16, -1e16, 1e300, .infinity, -.infinity, .nan]
        var generator = SeededGenerator("seconds of routes")
        times += (0..<2_000).map { _ in Double(Int64.random(in: -2_000_000_000...2_000_000_000, using: &generator)) }
        for time in times {
            var written = JoinedForm()
            var spelled = JoinedForm()
            written.add(wholeSeconds: time)
            spelled.add("date \(time)")
            #expect(written.bytes == spelled.bytes, "\(time)")
        }
    }

    @Test("Seconds that follow each other are written as if each stood alone, and so is what stands between them")
    func followingSeconds() {
        for start in [-25, -1, 0, 1, 95, 739_000_000, 999_999_999_990, 1e12 - 5] {
            var written = JoinedForm()
            var spelled = JoinedForm()
            for step in 0..<130 {
                // Now and then one is left out, comes twice, or is no whole second.
                let times = step % 17 == 5 ? [] : [Double(step), Double(step)].prefix(step % 13 == 3 ? 2 : 1)
                for time in times.map({ start + $0 }) + (step % 29 == 7 ? [start + Double(step) + 0.5] : []) {
                    written.add(wholeSeconds: time)
                    spelled.add("date \(time)")
                }
            }
            #expect(written.bytes == spelled.bytes, "from \(start)")
        }
    }

    @Test("The forms of objects of classes of their own never change")
    func objects() {
        #expect(
            ExportSpelling.form(ofBeats: HeartBeatList(text: "62.0@20:08:01,52"), from: "Watch", start: 5)
                == joined("beats 1", "Watch", "date 5.0", "beats 62.0@72481.52")
        )
        #expect(ExportSpelling.form(ofElectrocardiogram: 7) == joined("electrocardiogram 1", "date 7.0"))
        #expect(
            ExportSpelling.form(ofAudiogramFrom: "Ears", start: 1, end: 2, points: [("1000", "10.50", nil)])
                == joined("audiogram 1", "Ears", "date 1.0", "date 2.0", "number 1000.0", "number 10.5", "none")
        )
        #expect(
            ExportSpelling.form(ofPrescription: "HKVisionPrescriptionTypeGlasses", issued: 3, lenses: ["-1.50", nil])
                == joined("prescription 1", "HKVisionPrescriptionTypeGlasses", "date 3.0", "number -1.5", "none")
        )
        #expect(
            ExportSpelling.form(ofRecord: "Immunization", identifier: "a", source: "Clinic", received: 4)
                == joined("clinical record 1", "Immunization", "a", "Clinic", "date 4.0")
        )
        #expect(
            ExportSpelling.form(ofStateOfMind: 1, from: "Phone", at: 5, valence: 0.5, identifier: "")
                == joined("state of mind 1", "Phone", "date 5.0", "1", "0.5")
        )
        #expect(
            ExportSpelling.form(ofStateOfMind: 1, from: "Phone", at: 5, valence: 0.5, identifier: "A")
                == joined("state of mind 2", "A", "date 5.0")
        )
        #expect(
            ExportSpelling.form(ofDose: "Ibuprofen", from: "Phone", at: 6, due: 5, status: 4)
                == joined("dose 1", "Phone", "Ibuprofen", "date 6.0", "date 5.0", "4")
        )
        #expect(
            ExportSpelling.form(ofDose: "Ibuprofen", from: "Phone", at: 6, due: nil, status: 5)
                == joined("dose 1", "Phone", "Ibuprofen", "date 6.0", "none", "5")
        )
        #expect(ExportSpelling.form(ofDocument: [1, 2]) == joined("document 1") + [1, 2])
    }
}
