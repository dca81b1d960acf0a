import Foundation
import RandomTesting
import Testing

@testable import HealthtuiExchange

/// JSON that is read piece by piece.
@Suite struct JSONItemsTests {
    /// The values of a text, each with its name, its index and its own text; the stream gives a few bytes at a time.
    private static func items(_ text: String, depth: Int, pieces: Int = .max) throws -> [String] {
        var rest = Array(text.utf8)[...]
        let stream = MemberStream { buffer in
            let part = rest.prefix(min(pieces, buffer.count))
            buffer.copyBytes(from: part)
            rest = rest.dropFirst(part.count)
            return part.count
        }
        var found: [String] = []
        try JSONItems(stream, depth: depth)
            .visit { item in
                let value = item.walk.value(item.range).map { "\($0)" } ?? "?"
                found.append("\(item.name)[\(item.index.map(String.init) ?? "")] \(value)")
            }
        return found
    }

    @Test("Values come one by one, by name and position, whatever the pieces are", arguments: [1, 2, 3, 7, .max])
    func values(pieces: Int) throws {
        let text =
            "\u{FEFF} {\"a b\": \"x\\\"]\", \"list\" : [1, {\"c\": [2, 3]}, \"}\" ,null], \"empty\": [ ], \"o\": {}, \"n\": -1.5e2}\n"
        #expect(
            try Self.items(text, depth: 2, pieces: pieces).map { $0.split(separator: " ").first.map(String.init) ?? "" }
                == ["a", "list[0]", "list[1]", "list[2]", "list[3]", "n[]"]
        )
        #expect(try Self.items("[[1,2],[3]]", depth: 1, pieces: pieces).count == 2)
        #expect(try Self.items("[[1,2],[3]]", depth: 2, pieces: pieces) == ["[0] 1", "[1] 2", "[0] 3"])
        #expect(try Self.items(" 12", depth: 3, pieces: pieces) == ["[] 12"])
    }

    @Test(
        "What isn't JSON, or is cut, is an error with its line",
        arguments: [
            "", "[", "[1", "[1,", "[1 2]", "[,1]", "[1,]", "{\"a\"}", "{\"a\": }", "{a: 1}", "{\"a\": 1", "[\"a]",
            "[{]}]", "[1]]", "[1] 2", "[\"a\" \"b\"]", "[1\"a\"]", "[:]", "{\"a\":: 1}", "\"a",
        ]
    )
    func faults(text: String) {
        for depth in 1...2 {
            #expect(throws: ImportError.self, "\(text) at \(depth)") {
                try JSONItems(MemberStream(Array(("\n\n" + text).utf8)), depth: depth).visit { _ in }
            }
        }
    }

    @Test("Nesting ends at a depth of 64, and so does a value of more than 4 MiB")
    func limits() throws {
        func nest(_ depth: Int) -> String {
            String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
        }
        #expect(try Self.items(nest(64), depth: 1).count == 1)
        #expect(throws: ImportError.self) { try Self.items(nest(65), depth: 1) }
        #expect(throws: ImportError.self) { try Self.items("[" + nest(100_000) + "]", depth: 1) }
        let large = "[\"\(String(repeating: "a", count: 5 << 20))\"]"
        #expect(throws: ImportError.self) { try JSONItems(MemberStream(Array(large.utf8)), depth: 1).visit { _ in } }
    }

    @Test("Damaged text never ends the program, and what comes of it is at most what was there")
    func damage() throws {
        var generator = SeededGenerator("JSON in pieces")
        let whole = Array("{\"a\": [{\"b\": [1, 2.5, \"x\\\\\"]}, {\"c\": null}], \"d\": \"e\"}".utf8)
        for _ in 0..<2_000 {
            var bytes = whole
            for _ in 0..<Int.random(in: 1...4, using: &generator) {
                bytes[Int.random(in: 0..<bytes.count, using: &generator)] = UInt8.random(in: 0...255, using: &generator)
            }
            var count = 0
            do {
                try JSONItems(MemberStream(bytes), depth: Int.random(in: 1...3, using: &generator))
                    .visit { item in
                        count += 1
                        _ = item.walk.number(item.range)
                        _ = item.walk.text(item.range)
                        // Inside a value anything may be wrong.
                        try? item.walk.forEachMember(of: item.range) { _, part in _ = item.walk.integer(part) }
                    }
            } catch is ImportError {}
            #expect(count <= 12)
        }
    }

    @Test("Numbers are read also as texts, up to 64 digits, and nothing else is one")
    func numbers() throws {
        func number(_ text: String) -> Double? {
            var found: Double?
            try? JSONItems(MemberStream(Array("[\(text)]".utf8)), depth: 1).visit { found = $0.walk.number($0.range) }
            return found
        }
        #expect(number("12.5") == 12.5 && number("\"-3e2\"") == -300 && number("0") == 0)
        for text in ["\"\"", "true", "null", "\"0x10\"", "\"nan\"", "inf", "\"1 2\"", "+1", "1e999", "{}", "\"1"] {
            #expect(number(text) == nil, "\(text)")
        }
        for count in [65, 1_000, 1_000_000] { #expect(number(String(repeating: "1", count: count)) == nil) }
    }
}

/// Times on clocks.
@Suite struct WallTimeTests {
    @Test("Times of ISO 8601 and of Americans are read whole, or not at all")
    func texts() throws {
        let time = try #require(WallTime.iso("2025-03-28T07:10:00.250+05:30"))
        #expect(time.offset == 19_800)
        #expect(time.time.seconds.truncatingRemainder(dividingBy: 86_400) == 25_800.25)
        #expect(WallTime.iso("2025-03-28 07:10")?.time == WallTime.iso("2025-03-28T07:10:00Z")?.time)
        #expect(WallTime(american: "03/28/25 07:10:00") == WallTime.iso("2025-03-28T07:10:00")?.time)
        for text in [
            "", "2025-03-28", "2025-02-29T07:10:00", "2025-03-28T24:00:00", "2025-03-28T07:10:60", "2025-3-28T07:10:00",
            "2025-03-28T07:10:00+5", "2025-03-28T07:10:00+25:00", "2025-03-28T07:10:00.", "2025-03-28T07:10:00.x",
            "12025-03-28T07:10:00", "2025-03-28T07:10:00ZZ", "2025/03/28T07:10:00", "٢٠٢٥-03-28T07:10:00",
        ] {
            #expect(WallTime.iso(text) == nil, "\(text)")
        }
        for text in [
            "", "3/28/25 07:10:00", "28/03/25 07:10:00", "03/28/2025 07:10:00", "03/28/25", "03-28-25 07:10:00",
        ] {
            #expect(WallTime(american: text) == nil, "\(text)")
        }
    }

    @Test("A time that clocks skip is none, one that they repeat is the first; a day begins where it does")
    func clocks() throws {
        let zone = try #require(TimeZone(identifier: "Europe/Zurich"))
        func time(_ text: String) throws -> (seconds: Double, isRepeated: Bool)? {
            try #require(WallTime.iso(text)).time.time(in: zone)
        }
        #expect(try time("2025-03-30T02:30:00") == nil)
        let utc = { (text: String) in WallTime.iso(text)?.time.seconds }
        #expect(try time("2025-03-30T03:00:00")?.seconds == utc("2025-03-30T01:00:00"))
        let repeated = try #require(try time("2025-10-26T02:30:00"))
        #expect(repeated.isRepeated && repeated.seconds == utc("2025-10-26T00:30:00"))
        #expect(try time("2025-10-26T03:00:00")?.isRepeated == false)
        // In Beirut the clocks of that day went from midnight to one.
        let beirut = try #require(TimeZone(identifier: "Asia/Beirut"))
        let day = try #require(WallTime.iso("2022-03-27T12:00:00")).time
        #expect(day.dayStart(in: beirut) == utc("2022-03-26T22:00:00"))
    }
}

/// When there were workouts.
@Suite struct WorkoutTimesTests {
    @Test("A span counts as covered where workouts fill half of it, also several that overlap")
    func cover() {
        var times = WorkoutTimes()
        let isCoveredByNone = times.cover(from: 0, to: 10)
        #expect(!isCoveredByNone)
        for span in [(100.0, 200.0), (150, 250), (400, 500), (90, 110)] { times.add(from: span.0, to: span.1) }
        for (start, end, isCovered) in [
            (100.0, 250.0, true), (90, 410, true), (240, 260, true), (241, 260, false), (251, 399, false),
            (0, 1_000, false), (450, 450, true), (300, 300, false), (500, 600, false), (0, 320, true),
        ] {
            let found = times.cover(from: start, to: end)
            #expect(found == isCovered, "\(start) \(end)")
        }
        times.add(from: 250, to: 400)
        let isCoveredNow = times.cover(from: 251, to: 399)
        #expect(isCoveredNow)
    }
}
