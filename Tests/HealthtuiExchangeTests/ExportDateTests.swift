import Foundation
import RandomTesting
import Testing

@testable import HealthtuiExchange

@Suite("Export dates")
struct ExportDateTests {
    private func seconds(_ text: String) -> Double? {
        var parser = ExportDateParser()
        return withByteSlice(of: text) { parser.seconds($0) }
    }

    @Test("count seconds since 2001 in UTC")
    func known() {
        #expect(seconds("2001-01-01 00:00:00 +0000") == 0)
        #expect(seconds("2001-01-01 01:00:00 +0100") == 0)
        #expect(seconds("2000-12-31 16:00:00 -0800") == 0)
        #expect(seconds("2001-01-02 05:30:00 +0530") == 86_400)
        #expect(seconds("1970-01-01 00:00:00 +0000") == -978_307_200)
        #expect(seconds("2024-02-29 12:00:00 +0000") == 730_900_800)
    }

    @Test(
        "that do not exist, or are written otherwise, are refused",
        arguments: [
            "", "2025-06-30", "2025-02-29 00:00:00 +0000", "1900-02-29 00:00:00 +0000", "2025-13-01 00:00:00 +0000",
            "2025-00-01 00:00:00 +0000", "2025-01-00 00:00:00 +0000", "2025-04-31 00:00:00 +0000",
            "2025-01-01 24:00:00 +0000", "2025-01-01 00:60:00 +0000", "2025-01-01 00:00:60 +0000",
            "2025-01-01T00:00:00 +0000", "2025-01-01 00:00:00+0000 ", "2025-01-01 00:00:00 *0000",
            "2025-01-01 00:00:00 +0060", "2025-01-01 00:00:00 +2400", "2025-01-01 00:00:00 +000a",
            "2025/01/01 00:00:00 +0000", "2025-01-01 00:00:00  0000", "0000-01-01 00:00:00 +0000",
            "2025-01-01 00.00.00 +0000", "2025-01-01 00:00:00 +00:0", "２０２5-01-01 00:00:00",
            "2025-01-01 00:00:00 \0\0\0\0\0", "\0\0\0\0\0\0\0\0\0\0 00:00:00 +0000",
        ]
    )
    func refused(text: String) {
        #expect(seconds(text) == nil)
    }

    @Test("agree with Foundation on random moments, read one after the other")
    func random() throws {
        var random = SeededGenerator("dates")
        var calendar = Calendar(identifier: .gregorian)
        var parser = ExportDateParser()
        for _ in 0..<2_000 {
            let offset = Int.random(in: -840...840, using: &random) * 60
            let moment = Double(Int64.random(in: -3_000_000_000...3_000_000_000, using: &random))
            calendar.timeZone = try #require(TimeZone(secondsFromGMT: offset))
            let parts = calendar.dateComponents(
                [.year, .month, .day, .hour, .minute, .second],
                from: Date(timeIntervalSinceReferenceDate: moment)
            )
            let text = String(
                format: "%04d-%02d-%02d %02d:%02d:%02d %@%02d%02d",
                parts.year ?? 0,
                parts.month ?? 0,
                parts.day ?? 0,
                parts.hour ?? 0,
                parts.minute ?? 0,
                parts.second ?? 0,
                offset < 0 ? "-" : "+",
                abs(offset) / 3_600,
                abs(offset) / 60 % 60
            )
            #expect(withByteSlice(of: text) { parser.seconds($0) } == moment, "\(text) seed \(random.seed)")
            #expect(parser.utcOffset == offset, "\(text) seed \(random.seed)")
        }
    }

    @Test("are read right after one that was refused")
    func afterRefusal() {
        var parser = ExportDateParser()
        let texts = [
            "2025-06-30 08:00:00 +0200", "2025-06-31 08:00:00 +0300", "2025-06-30 08:00:00 +9900",
            "2025-06-30 08:00:00 +0200",
        ]
        let results = texts.map { text in withByteSlice(of: text) { parser.seconds($0) } }
        #expect(results == [772_956_000, nil, nil, 772_956_000])
    }

    @Test("without a time are days of the calendar")
    func days() {
        let day = withByteSlice(of: "1984-03-09") { CivilDay($0) }
        #expect(day?.year == 1984 && day?.month == 3 && day?.day == 9)
        for text in ["", "1984-3-09", "1984-03-32", "1984-03-09 ", "19840309"] {
            #expect(withByteSlice(of: text) { CivilDay($0) } == nil, "\(text)")
        }
    }

    @Test(
        "of heartbeats are read in the styles phones write them",
        arguments: [
            ("4:17:18.57 pm", 58_638.57), ("08:33:44,67", 30_824.67), ("12:00:00.00 AM", 0), ("12:00:00 p.m.", 43_200),
            ("00:00:00,00", 0), ("7:05:09.5\u{202F}PM", 68_709.5), ("23.59.59,99", 86_399.99),
        ]
    )
    func beats(text: String, seconds: Double) throws {
        let read = try #require(withByteSlice(of: text) { BeatTime.secondsOfDay($0) })
        #expect(abs(read - seconds) < 1e-9)
    }

    @Test(
        "of heartbeats are refused when they cannot be told",
        arguments: ["", "25:00:00", "4:17", "4:17:18.5 下午", "13:00:00 pm", "a:b:c", "1:60:00", "::"]
    )
    func noBeats(text: String) {
        #expect(withByteSlice(of: text) { BeatTime.secondsOfDay($0) } == nil)
    }
}
