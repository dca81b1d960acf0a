import Foundation
import Testing

/// The statistics that a person asks for by command, on real files.
@Suite("The stats command")
struct StatsCommandTests {
    private struct Row: Decodable {
        var start: String
        var partial: Bool
        var sum: Double
    }

    private func stats(_ path: String, _ arguments: String...) throws -> [Row] {
        let printed = try Program.run("healthtui", ["stats", "steps", "--json", "--store", path] + arguments)
        #expect(printed.status == 0, "\(printed.output)")
        return try JSONDecoder().decode([Row].self, from: Data(printed.output.utf8))
    }

    private func add(_ path: String, _ value: String, _ start: String, until end: String? = nil) throws {
        let arguments = ["add", "steps", value, "--start", start, "--end", end ?? start, "--time-zone", "Pacific/Apia"]
        let added = try Program.run("healthtui", arguments + ["--store", path])
        #expect(added.status == 0, "\(added.output)")
    }

    @Test("3 and 4 April 2021 are two days in Apia; an interval that the span cuts is marked in JSON and in words")
    func partial() throws {
        let folder = try ScratchFolder()
        let path = folder.path("health.store")
        for (value, day) in [("10", "2021-04-02 13:00"), ("20", "2021-04-03 13:00"), ("40", "2021-04-04 13:00")] {
            try add(path, value, day)
        }
        let span = ["--from", "2021-04-02 12:00", "--to", "2021-04-04 18:00"]
        let zone = ["--time-zone", "Pacific/Apia"]
        let rows = try stats(path, span[0], span[1], span[2], span[3], zone[0], zone[1])
        #expect(rows.map(\.sum) == [10, 20, 40])
        #expect(rows.map(\.partial) == [true, false, true])
        let table = try Program.run("healthtui", ["stats", "steps", "--store", path] + span + zone)
        #expect(table.output.contains("2021-04-02 (partial)"), "\(table.output)")
        #expect(!table.output.contains("2021-04-03 (partial)"))
        #expect(try stats(path, zone[0], zone[1]).allSatisfy { !$0.partial })
        #expect(try stats(path, "--by", "all", zone[0], zone[1]).map(\.partial) == [false])
    }

    @Test(
        "Data from year 1 to today costs no more memory than two samples do",
        arguments: [
            ["stats", "steps", "--by", "hour"], ["stats", "heartRate", "--by", "hour", "--json"],
            ["stats", "steps", "--by", "hour", "--from", "0001-01-01", "--to", "2026-12-31", "--csv"],
            ["stats", "steps", "--by", "hour", "--separate-by-source", "--explain", "--json"],
            ["chart", "steps", "--span", "all"], ["chart", "heartRate", "--span", "all"],
            ["chart", "steps", "--span", "day"], ["chart", "steps", "--span", "year", "--ending", "0001-01-05"],
            ["summary"],
        ]
    )
    func farDates(arguments: [String]) throws {
        let folder = try ScratchFolder()
        let (path, export) = (folder.path("health.store"), folder.path("export.xml"))
        func record(_ type: String, _ unit: String, _ day: String) -> String {
            "<Record type=\"HKQuantityTypeIdentifier\(type)\" sourceName=\"W\" unit=\"\(unit)\" value=\"60\" "
                + "startDate=\"\(day) 08:00:00 +0000\" endDate=\"\(day) 08:00:00 +0000\"/>\n"
        }
        let records = ["0001-01-03", "2026-01-03"]
            .flatMap { [record("StepCount", "count", $0), record("HeartRate", "count/min", $0)] }
        try Data("<HealthData>\n\(records.joined())</HealthData>\n".utf8).write(to: URL(fileURLWithPath: export))
        #expect(try Program.run("healthtui", ["import", export, "--store", path]).status == 0)
        // As an array, 17.7 million hours take more than that; it leaves room for the stacks of many threads.
        let words = (arguments + ["--store", path]).map { "'\($0)'" }.joined(separator: " ")
        let limited = "ulimit -d 786432 && exec '\(Program.path("healthtui"))' \(words)"
        let printed = try Program.run(path: "/bin/sh", ["-c", limited])
        #expect(printed.status == 0, "\(printed.output)")
        let lines = printed.output.split(whereSeparator: \.isNewline).count
        #expect((2..<100).contains(lines) || printed.output.hasPrefix("["))
        #expect(printed.output.utf8.count < 10_000)
    }

    @Test("A sample that ends as the span begins has no time in it, in any interval; an instant there has")
    func endsAsItBegins() throws {
        let folder = try ScratchFolder()
        let path = folder.path("health.store")
        try add(path, "100", "2021-04-02 11:00", until: "2021-04-02 12:00")
        try add(path, "5", "2021-04-02 12:00")
        for period in ["hour", "day", "all"] {
            let rows = try stats(path, "--by", period, "--from", "2021-04-02 12:00", "--time-zone", "Pacific/Apia")
            #expect(rows.map(\.sum) == [5], "\(period)")
        }
        #expect(try stats(path, "--by", "all", "--time-zone", "Pacific/Apia").map(\.sum) == [105])
    }

    @Test(
        "Of a sample that the span cuts the part inside counts, by whatever length",
        arguments: ["hour", "day", "week", "month", "year", "all"]
    )
    func cutSample(period: String) throws {
        let folder = try ScratchFolder()
        let path = folder.path("health.store")
        try add(path, "2400", "2021-04-02 00:00", until: "2021-04-03 00:00")
        let span = ["--from", "2021-04-02 14:00", "--to", "2021-04-02 15:00"]
        let rows = try stats(path, "--by", period, span[0], span[1], span[2], span[3], "--time-zone", "Pacific/Apia")
        #expect(rows.map { ($0.sum * 1e6).rounded() / 1e6 } == [100])
        #expect(try stats(path, "--by", period, "--time-zone", "Pacific/Apia").map(\.sum).reduce(0, +) == 2_400)
    }

    @Test("The day that is not over yet is partial")
    func today() throws {
        let folder = try ScratchFolder()
        let path = folder.path("health.store")
        try add(path, "5", "now")
        #expect(try stats(path).map(\.partial) == [true])
    }
}
