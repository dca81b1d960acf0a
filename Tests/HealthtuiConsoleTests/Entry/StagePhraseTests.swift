import Foundation
import HealthKit
import HealthtuiEntry
import RandomTesting
import Testing

/// The line in which a night's stages are typed.
@Suite struct StagePhraseTests {
    private static let night = DateInterval(start: Date(timeIntervalSinceReferenceDate: 0), duration: 7 * 3_600)

    private static func message(_ body: () throws -> Void) -> String {
        do { try body() } catch { return "\(error)" }
        return ""
    }

    @Test("Letters, names, spaces and commas say the same")
    func ways() throws {
        let expected = try StagePhrase("c45 d50 r20 a5 c").stages
        #expect(expected.map(\.minutes) == [45, 50, 20, 5, nil])
        #expect(expected.map(\.value) == [.asleepCore, .asleepDeep, .asleepREM, .awake, .asleepCore])
        for text in ["c45d50r20a5c", "C 45 D 50, R 20, A 5, C", "core 45 deep 50 rem 20 awake 5 core"] {
            #expect(try StagePhrase(text).stages == expected, "\(text)")
        }
        #expect(try StagePhrase("d1h20 r2h").stages.map(\.minutes) == [80, 120])
        #expect(try StagePhrase("  ").stages.isEmpty)
    }

    @Test(
        "What is wrong is named",
        arguments: [
            ("c45 x20", "“x”"), ("45 c", "“45”"), ("c45 d r20", "“d” has no minutes"), ("c0", "“c0”"),
            ("c99999999999999999999", "“c99999999999999999999”"), ("c24h1", "“c24h1”"), ("c45 ;", "“;”"),
            ("c4٣", "“٣”"),
        ]
    )
    func wrong(_ text: String, _ named: String) {
        let message = Self.message { _ = try StagePhrase(text) }
        #expect(message.contains(named), "\(message)")
    }

    @Test("A night is filled to the second, or the missing or surplus time is reported")
    func fills() throws {
        let filled = try StagePhrase("c45 d50 c").filling(Self.night)
        #expect(filled.map(\.interval.duration) == [2_700, 3_000, 19_500])
        #expect(try StagePhrase("c3h d4h").filling(Self.night).count == 2)
        #expect(try StagePhrase("").filling(Self.night).isEmpty)
        #expect(Self.message { _ = try StagePhrase("c3h d3h30").filling(Self.night) }.contains("30 min of the night"))
        #expect(Self.message { _ = try StagePhrase("c3h d5h").filling(Self.night) }.contains("1 h more"))
        #expect(Self.message { _ = try StagePhrase("c7h d").filling(Self.night) }.contains("nothing of the night"))
    }

    @Test("Whatever is typed, stages follow on each other within the night")
    func anything() throws {
        var generator = SeededGenerator("phrases of stages")
        let alphabet = Array("acdr0159h ,x é:-")
        var understood = 0
        for _ in 0..<4_000 {
            let text = String(
                (0..<Int.random(in: 0...14, using: &generator))
                    .map { _ in alphabet.randomElement(using: &generator) ?? "a" }
            )
            guard let phrase = try? StagePhrase(text) else { continue }
            understood += 1
            let drawn = phrase.drawn(in: Self.night)
            #expect(drawn.count <= phrase.stages.count)
            for (before, after) in zip(drawn, drawn.dropFirst()) {
                #expect(before.interval.end == after.interval.start, "\(text)")
            }
            #expect(drawn.allSatisfy { $0.interval.start >= Self.night.start && $0.interval.end <= Self.night.end })
            guard let filled = try? phrase.filling(Self.night), !filled.isEmpty else { continue }
            #expect(filled.reduce(0) { $0 + $1.interval.duration } == Self.night.duration, "\(text)")
        }
        #expect(understood > 100)
    }

    @Test("Every line that is written from stages is read as these, however it is spaced")
    func roundTrip() throws {
        let letters = ["a", "r", "c", "d"]
        for count in 1...4 {
            for number in 0..<Int(pow(4, Double(count))) {
                let chosen = (0..<count).map { letters[number / Int(pow(4, Double($0))) % 4] }
                let minutes = (0..<count).map { 1 + (number * 7 + $0 * 31) % 120 }
                let words = zip(chosen, minutes).map { "\($0)\($1)" }
                let tight = try StagePhrase(words.joined())
                #expect(tight.stages.map(\.minutes) == minutes)
                #expect(try StagePhrase(words.joined(separator: " ")).stages == tight.stages)
            }
        }
    }

    @Test("A clock time alone is the last one, bedtime before waking, in nights of 23 and 25 hours too")
    func times() throws {
        let zone = try #require(TimeZone(identifier: "Europe/Berlin"))
        func night(_ now: String, _ bedtime: String, _ waking: String) throws -> DateInterval {
            let now = try TimePhrase(now: Date(timeIntervalSince1970: 1_800_000_000), timeZone: zone).date(now)
            return try StagePhrase.night(from: bedtime, to: waking, TimePhrase(now: now, timeZone: zone))
        }
        #expect(try night("2026-11-21 14:20", "23:30", "7:10").duration == 7 * 3_600 + 2_400)
        #expect(try night("2026-11-21 14:20", "0:30", "7:10").duration == 6 * 3_600 + 2_400)
        #expect(try night("2026-11-21 05:00", "22:00", "6:00").duration == 8 * 3_600)
        // Clocks go back on 25 October 2026 and forward on 28 March 2027.
        #expect(try night("2026-10-25 12:00", "23:00", "7:00").duration == 9 * 3_600)
        #expect(try night("2027-03-28 12:00", "23:00", "7:00").duration == 7 * 3_600)
        #expect(throws: NightError.self) { try night("2026-11-21 14:20", "2026-11-21 10:00", "7:10") }
        #expect(throws: NightError.self) { try night("2026-11-21 14:20", "2026-11-19 23:00", "7:10") }
        #expect(throws: NightError.self) { try night("2026-11-21 14:20", "23:00", "tomorrow 7:00") }
        #expect(throws: NightError.self) { try night("2026-11-21 14:20", "", "7:10") }
    }
}
