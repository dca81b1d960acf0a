import Foundation
import HealthKitStore
import Testing

@testable import HealthKit

/// Marks on days in the store.
@Suite("Marks on days") struct DayMarkTests {
    private let test = TestStore()

    private static func day(_ text: String) throws -> CalendarDay { try #require(CalendarDay(text: text)) }

    private static func mark(_ text: String, _ first: String, _ last: String? = nil) throws -> DayMark {
        DayMark(text, try day(first), try last.map(day))
    }

    @Test("A mark is added and removed, and all of it is undone and redone")
    func kept() throws {
        let trip = try Self.mark("Lisbon", "2026-05-03", "2026-05-10")
        let change = try Self.mark("stopped drinking", "2025-09-01")
        try test.person.add(trip)
        try test.person.add(change)
        try test.person.add(change)
        #expect(try test.person.marks() == [change, trip], "in the order of their days")
        #expect(try test.person.removeMark(trip.id))
        #expect(try !test.person.removeMark(trip.id))
        #expect(try test.person.marks() == [change])
        let steps = try test.person.steps()
        #expect(steps.map(\.kind) == [.removeMark, .addMark, .addMark], "what changes nothing is no step")
        #expect(steps.map(\.note) == ["Lisbon", "stopped drinking", "Lisbon"])
        _ = try test.person.undo()
        #expect(try test.person.marks() == [change, trip])
        _ = try test.person.undo()
        #expect(try test.person.marks() == [trip])
        _ = try test.person.undo()
        #expect(try test.person.marks().isEmpty)
        for _ in 0..<3 { _ = try test.person.redo() }
        #expect(try test.person.marks() == [change])
    }

    @Test("Marks of one name and of the same days stay apart, and each is removed by its identity")
    func sameName() throws {
        let marks = try (0..<3).map { _ in try Self.mark("migraine", "2026-01-01") }
        for mark in marks { try test.person.add(mark) }
        #expect(try Set(test.person.marks()) == Set(marks))
        try test.person.removeMark(marks[1].id)
        #expect(try Set(test.person.marks()) == [marks[0], marks[2]])
        #expect(throws: HKError.self) {
            try test.person.add(DayMark(id: marks[0].id, try Self.mark("else", "2026-01-01").content))
        }
        #expect(try Set(test.person.marks()) == [marks[0], marks[2]])
    }

    @Test(
        "What can't be a mark is refused, and nothing changes",
        arguments: [
            ("", "2026-01-01", nil), (" \t", "2026-01-01", nil), (String(repeating: "a", count: 61), "2026-01-01", nil),
            ("a" + String(repeating: "\u{301}", count: 1_100), "2026-01-01", nil), ("one\ntwo", "2026-01-01", nil),
            ("a\u{202E}b", "2026-01-01", nil), ("a\u{2066}b", "2026-01-01", nil), ("a\u{200F}", "2026-01-01", nil),
            ("\u{1B}[31mred", "2026-01-01", nil), ("late", "2026-01-02", "2026-01-01"), ("no day", "2026-02-29", nil),
            ("no day", "2026-04-01", "2026-04-31"), ("long ago", "1899-12-31", nil),
            ("long ago", "1899-12-31", "2026-01-01"), ("far away", "2201-01-01", nil),
            ("far away", "2026-01-01", "9999-12-31"),
        ] as [(String, String, String?)]
    )
    func refused(text: String, first: String, last: String?) throws {
        let mark = try Self.mark(text, first, last)
        #expect(throws: HKError.self) { try test.person.add(mark) }
        #expect(try test.person.marks().isEmpty && test.person.steps().isEmpty)
    }

    @Test("Sixty characters are as a person counts them, in any writing")
    func characters() throws {
        let texts = [
            String(repeating: "a", count: 60),
            String(repeating: "\u{1F468}\u{200D}\u{1F469}\u{200D}\u{1F467}", count: 60),
            String(repeating: "क्षि", count: 30), "توقفت عن التدخين", "ברלין", "می‌روم", "cafe\u{301}",
        ]
        for text in texts { try test.person.add(Self.mark(text, "2024-02-29", "2200-12-31")) }
        #expect(try Set(test.person.marks().map(\.text)) == Set(texts))
        #expect(try test.person.marks().allSatisfy { try $0.covers(Self.day("2024-02-29")) })
        #expect(try test.person.marks().allSatisfy { try !$0.covers(Self.day("2024-02-28")) })
    }

    @Test("No app can read, add or remove them, and no call of an app is about them")
    func apps() throws {
        let mark = try Self.mark("Lisbon", "2026-05-03")
        try test.person.add(mark)
        let mine = PersonAccess(test.app("mine"))
        #expect(throws: HKError.self) { try mine.marks() }
        #expect(throws: HKError.self) { try mine.add(mark) }
        #expect(throws: HKError.self) { try mine.removeMark(mark.id) }
        for bytes in [try AppCall.bytes(of: OwnerMarksCall()), try AppCall.bytes(of: OwnerCall.addMark(mark))] {
            #expect(throws: HKError.self) { _ = try AppCall.call(bytes) }
        }
        #expect(try test.person.marks() == [mark])
    }

    @Test("Ten thousand are read in order, unreadable ones are left out and found by the check, and there is a limit")
    func many() throws {
        let first = try Self.day("1900-01-01")
        try test.store.database()
            .write { writer in
                for number in 0..<DayMark.most {
                    let day = CalendarDay(year: first.year + number % 300, month: 1 + number % 12, day: 1 + number % 28)
                    let json = #"{"first":"\#(day.text)","last":"\#(day.text)","text":"mark"}"#
                    try writer.writer.setValue(Array(json.utf8), StoreNamespace.dayMarks, UUID().uuidString)
                }
            }
        let marks = try test.person.marks()
        #expect(marks.count == DayMark.most)
        #expect(zip(marks, marks.dropFirst()).allSatisfy { $0.first <= $1.first })
        #expect(throws: HKError.self) { try test.person.add(DayMark("one more", first)) }
        try test.person.removeMark(marks[0].id)
        try test.person.add(DayMark("one more", first))
        let damaged: [(key: String, json: String)] = [
            (UUID().uuidString, "{"), (UUID().uuidString, #"{"text":"a","first":"2026-02-30","last":"2026-03-01"}"#),
            (UUID().uuidString, #"{"text":"a","first":"2026-03-02","last":"2026-03-01"}"#),
            (UUID().uuidString, #"{"text":"a\u202eb","first":"2026-03-01","last":"2026-03-01"}"#),
            (UUID().uuidString, #"{"text":" ","first":"2026-03-01","last":"2026-03-01"}"#),
            (UUID().uuidString, #"{"text":"a","first":"0001-03-01","last":"2026-03-01"}"#),
        ]
        for (_, json) in damaged {
            #expect(
                SharedContentCheck.flaw(setting: Array(json.utf8), in: StoreNamespace.dayMarks) == .setting,
                "\(json)"
            )
        }
        try test.store.database()
            .write { writer in
                for (key, json) in damaged {
                    try writer.writer.setValue(Array(json.utf8), StoreNamespace.dayMarks, key)
                }
            }
        #expect(try test.person.marks().count == DayMark.most)
        let problems = try test.store.database().read { try StoreDoctor.unreadableValues($0) }
        #expect(problems.map(\.text) == ["\(damaged.count) marks of days can't be decoded"])
    }
}
