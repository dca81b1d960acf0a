import Foundation
import Testing

@testable import HealthtuiStudy

@Suite("The rows of a contribution") struct RowCheckTests {
    private let world: StudyWorld

    init() throws { world = try StudyWorld(since: "2026-03-20", until: "2026-12-31") }

    /// Why a table is refused; nil when it isn't.
    private func refusal(
        _ rows: String,
        _ table: StudyTable,
        type: String = StudyWorld.steps,
        month: String = "2026-03",
        count: Int? = nil
    ) throws -> String? {
        let lines = rows.split(separator: "\n").count
        var entry = ContributionManifest.Entry(
            table: table,
            type: type,
            month: month,
            rows: count ?? lines,
            bytes: rows.utf8.count,
            digest: ""
        )
        entry.packed = 1
        var output: [UInt8] = []
        do {
            let check = try RowCheck(entry, world.study, now: StudyWorld.now, name: "file")
            try check.check(Array(rows.utf8), prefix: Array("p,1,".utf8), to: &output)
            #expect(output.count == rows.utf8.count + 4 * lines)
            return nil
        } catch let error as StudyError {
            return error.why
        }
    }

    /// Midnight of 25 March 2026 in UTC.
    private static let start: Int64 = 1_774_396_800_000_000
    private static let day = "2026-03-25,\(start),\(start + Microseconds.day),UTC,1200,,,,,3600000000,2\n"
    private static let sample = "1,\(start),\(start + 1_000_000),12.5\n"

    @Test("What a store sends passes")
    func passes() throws {
        #expect(try refusal(Self.day, .days) == nil)
        #expect(try refusal(Self.sample + Self.sample, .samples) == nil)
        let hour = "2026-03-25,3,\(Self.start),\(Self.start + Microseconds.hour),7.5,,,,,100,1\n"
        #expect(try refusal(hour, .hours) == nil)
        let measure = "2026-03-25,\(Self.start),\(Self.start + Microseconds.day),UTC,,50,90.5,70,60,,12\n"
        #expect(try refusal(measure, .days, type: StudyWorld.rate) == nil)
    }

    @Test(
        "Every zone that a machine can have passes, also those that no list of zones has",
        arguments: ["Etc/UTC", "US/Pacific", "Asia/Calcutta", "Etc/GMT+5", "America/Argentina/Buenos_Aires", "GMT"]
    )
    func zones(_ zone: String) throws {
        #expect(try refusal(Self.day.replacing(",UTC,", with: ",\(zone),"), .days) == nil)
    }

    @Test(
        "What is no row is refused with the row and the reason",
        arguments: [
            ("", "cut off"), ("2026-03-25", "cut off"), ("2026-03-25\n", "fewer than"),
            ("a,b,c,d,e,f,g,h,i,j,k,l\n", "invalid"),
            ("2026-02-30,1,2,UTC,1,,,,,1,1\n", "date: invalid"),
            ("2026-03-25,x,2,UTC,1,,,,,1,1\n", "start_us: invalid"),
            ("2026-03-25,1,2,Mars/Olympus,1,,,,,1,1\n", "zone: invalid"),
            ("2026-03-25,1,2,UTC,1e5,,,,,1,1\n", "total: invalid"),
            ("2026-03-25,1,2,UTC,NaN,,,,,1,1\n", "total: invalid"),
            ("2026-03-25,1,2,UTC,1,,,,,1,-1\n", "n: invalid"),
            ("2026-03-25,1,2,../../etc/passwd,1,,,,,1,1\n", "zone: invalid"),
            ("2026-03-25,1,2,/etc/localtime,1,,,,,1,1\n", "zone: invalid"),
            ("2026-03-25,1,2,,1,,,,,1,1\n", "zone is missing"),
            ("2026-03-25,1,2,'; DROP TABLE days; --,1,,,,,1,1\n", "zone: invalid"),
            ("2026-03-25,1,2,UTC,1,,,,,1,1\n", "don't fit"),
        ]
    )
    func refused(_ rows: String, _ reason: String) throws {
        let why = try refusal(rows, .days)
        #expect(why?.contains(reason) == true, "\(rows): \(why ?? "passes")")
        #expect(why?.contains("row 1") == true)
    }

    @Test("Days outside of the study, of another month, in the future, twice or out of order are refused")
    func dates() throws {
        func day(_ text: String) throws -> String {
            let number = try #require(StudyDay(text)).number
            let start = (Int64(number) + 11_323) * Microseconds.day
            return "\(text),\(start),\(start + Microseconds.day),UTC,1,,,,,1,1\n"
        }
        #expect(try refusal(day("2026-03-19"), .days)?.contains("outside") == true)
        #expect(try refusal(day("2026-04-01"), .days)?.contains("isn't in") == true)
        // Tomorrow is today somewhere; the day after is nowhere.
        #expect(try refusal(day("2026-11-25"), .days, month: "2026-11") == nil)
        #expect(try refusal(day("2026-11-26"), .days, month: "2026-11")?.contains("future") == true)
        #expect(try refusal(Self.day + Self.day, .days)?.contains("twice") == true)
        #expect(try refusal(day("2026-03-26") + day("2026-03-25"), .days)?.contains("order") == true)
    }

    @Test("Fields that the type or the study does not have must be empty, and those that it has filled")
    func presence() throws {
        let measured = "2026-03-25,\(Self.start),\(Self.start + Microseconds.day),UTC,,50,90,70,60,,12\n"
        #expect(try refusal(measured, .days)?.contains("is missing") == true)
        #expect(try refusal(Self.day, .days, type: StudyWorld.rate)?.contains("is missing") == true)
        let both = "2026-03-25,\(Self.start),\(Self.start + Microseconds.day),UTC,1,50,,,,1,12\n"
        #expect(try refusal(both, .days)?.contains("must be empty") == true)
    }

    @Test("Samples have a source, an end behind their start, four days at most, and a bounded value")
    func samples() throws {
        for (row, reason) in [
            ("0,1,2,3\n", "priority"), ("63,1,2,3\n", "priority"),
            ("1,\(Self.start + 1),\(Self.start),3\n", "ends before"),
            ("1,\(Self.start),\(Self.start + Microseconds.longest + 1),3\n", "four days"),
            ("1,\(Self.start),\(Self.start),1000000001\n", "value"), ("1,0,0,3\n", "outside"),
        ] {
            #expect(try refusal(row, .samples)?.contains(reason) == true, "\(row)")
        }
        let later = "1,\(Self.start + 5),\(Self.start + 9),1\n"
        #expect(try refusal(later + Self.sample, .samples)?.contains("order") == true)
    }

    @Test("More or fewer rows than the manifest says are refused")
    func counts() throws {
        #expect(try refusal(Self.day, .days, count: 2)?.contains("fewer rows") == true)
        #expect(try refusal(Self.sample + Self.sample, .samples, count: 1)?.contains("more rows") == true)
    }
}
