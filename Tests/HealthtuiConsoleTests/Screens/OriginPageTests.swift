import Foundation
import HealthKit
import HealthtuiConsole
import HealthtuiTerminalUI
import HealthtuiTerminalUITesting
import Testing

/// Reading and using the pages of sources and devices.
@Suite("Pages of sources and devices") struct OriginPageTests {
    /// The page of the watch, or of its device.
    private func page(
        _ store: TestStore,
        _ name: String,
        theme: Theme = .plain,
        width: Int = 80,
        height: Int = 24
    ) async throws -> Console {
        let console = try await Console.start(store.environment(theme: theme), width: width, height: height)
        try await console.press(":").type(name).press(.enter)
        try await console.waitFor("DAYS WITH DATA")
        console.expectNone("reading, ")
        return console
    }

    @Test("At 200x60 a source has its head, a cell a day, its measures and the chart of the one under the cursor")
    func wide() async throws {
        let console = try await page(TestStore.filled(), "my watch", width: 200, height: 60)
        let head = console.expectRow("FIRST DAY Tue 13 Oct 2026")
        #expect(head.contains("LAST today 13:30") && head.contains("DAYS WITH DATA 40 of 40"), "\(head)")
        #expect(head.contains("SAMPLES 1,148"))
        console.expectRow("com.apple.health.watch · version 11.1")
        console.expectRow("The year")
        #expect(console.expectRow("all of its 3 measures").contains("█"))
        let steps = console.expectRow("3,643")
        #expect(steps.contains("Steps") && steps.contains("40"), "\(steps)")
        console.expectRow("Dec – Nov")
        console.expectRow("Steps by My Watch")
        console.expectRow("Where it counts")
        console.expectRow("first of 2 sources")
        try await console.press("j")
        console.expectRow("Heart Rate by My Watch")
    }

    @Test("At 80x24 there is a cell for each of the forty days, and what they mean")
    func medium() async throws {
        let console = try await page(TestStore.filled(), "my watch")
        #expect(console.expectRow("DAYS WITH DATA 40 of 40").contains("SAMPLES 1,148"))
        let rows = console.screen.rows
        let year = try #require(rows.firstIndex { $0.contains("The year") })
        let cells = rows[(year + 2)..<(year + 9)]
        #expect(cells.reduce(0) { $0 + $1.count { $0 == "█" } } == 40, "\(console.text)")
        #expect(cells.first?.hasPrefix(" Mon") == true && cells.last?.hasPrefix(" Sun") == true)
        console.expectRow("· none  ░ a quarter  ▒ half  ▓ more  █ all of its 3 measures")
        #expect(console.cursorRow.contains("Steps"))
        console.expectRow("so far")
    }

    @Test("At 40x10 the measures are left, each with its latest value")
    func narrow() async throws {
        let console = try await page(TestStore.filled(), "my watch", width: 40, height: 10)
        console.expectRow("DAYS WITH DATA 40 of 40")
        #expect(console.expectRow("3,643").contains("Steps"))
        console.expectNone("The year")
        #expect(console.screen.rows.allSatisfy { $0.displayWidth <= 40 })
    }

    @Test("A shade is a share of the measures: a source of two that has one on a day is at half")
    func shades() async throws {
        let store = TestStore()
        let rate = HKUnit.count().unitDivided(by: .minute())
        try store.save(
            (1...20).map { try store.quantity(.stepCount, 100, .count(), $0, 9) }
                + [3, 4].map { try store.quantity(.heartRate, 60, rate, $0, 9) },
            from: TestStore.polar
        )
        let console = try await page(store, "polar")
        let rows = console.screen.rows
        let year = try #require(rows.firstIndex { $0.contains("The year") })
        let cells = rows[(year + 2)..<(year + 9)].joined()
        #expect(cells.count { $0 == "▒" } == 18 && cells.count { $0 == "█" } == 2, "\(console.text)")
        console.expectRow("all of its 2 measures")
    }

    @Test("Left and right read a day, up and down a measure again")
    func readsDays() async throws {
        let console = try await page(TestStore.filled(), "my watch", width: 120, height: 40)
        try await console.press(.left)
        #expect(console.expectRow("Sat 21 Nov 2026  3 of 3 measures").contains("Steps 3,643"))
        try await console.press(.left)
        console.expectRow("Fri 20 Nov 2026  3 of 3 measures")
        try await console.press(.right, .right, .right)
        console.expectRow("Sat 21 Nov 2026  3 of 3 measures")
        try await console.press("j")
        console.expectNone("Sat 21 Nov 2026  3 of 3")
        console.expectRow("40 days since 13 Oct 2026")
    }

    @Test("A shows all years, a row each and a cell a week, whose measures are read; Y shows one year again")
    func allYears() async throws {
        let store = TestStore()
        try store.save(
            [3, 4, 399, 398].map { try store.quantity(.stepCount, 100, .count(), $0, 9) },
            from: TestStore.polar
        )
        let console = try await page(store, "polar", width: 120, height: 40)
        console.expectRow("[Y] All")
        console.expectRow("DAYS WITH DATA 2 of ")
        try await console.press("A")
        console.expectRow("Y [All]")
        console.expectRow("DAYS WITH DATA 4 of 400")
        console.expectRow("a cell a week, a row a year")
        let rows = console.screen.rows
        #expect(rows.contains { $0.hasPrefix(" 2025") } && rows.contains { $0.hasPrefix(" 2026") }, "\(console.text)")
        console.expectNone("a cell a day")
        console.expectRow("2025 – 2026")
        try await console.press(.left)
        console.expectRow("16 Nov – 21 Nov 2026  1 of 1 measure")
        #expect(console.expectRow("1 of 1 measure").contains("Steps 200"))
        try await console.press(.left)
        console.expectRow("9 Nov – 15 Nov 2026  0 of 1 measure")
        try await console.press("Y")
        console.expectRow("[Y] All")
        console.expectRow("a cell a day")
        console.expectRow("DAYS WITH DATA 2 of ")
    }

    @Test("At 200 columns the chart of a year has a bar for each week, at 120 one for each month")
    func weeks() async throws {
        let console = try await page(TestStore.filled(), "my watch", width: 200, height: 60)
        #expect(console.expectRow("Steps by My Watch").contains("52 weeks, mean of their days"))
        try await console.resize(width: 120, height: 40)
        #expect(console.expectRow("Steps by My Watch").contains("12 months, mean of their days"))
    }

    @Test("Where it counts is told measure by measure: its place, who counts before it, its part of the year")
    func counts() async throws {
        let store = TestStore()
        for day in 1...10 {
            try store.save([try store.quantity(.stepCount, 300, .count(), day, 9)], from: TestStore.watch)
            guard day > 8 else { continue }
            try store.save([try store.quantity(.stepCount, 300, .count(), day, 12)], from: TestStore.polar)
        }
        try store.save([try store.quantity(.bodyMass, 70, .gramUnit(with: .kilo), 2, 9)], from: TestStore.polar)
        try store.person.setSourceOrder(
            HKQuantityType(.stepCount).identifier,
            order: [TestStore.watch, TestStore.polar].map(\.source.bundleIdentifier),
            excluded: []
        )
        let console = try await page(store, "polar", width: 200, height: 60)
        console.expectRow("number 2 of 2 sources, after My Watch: 17 % of the year’s are its own")
        #expect(console.expectRow("the only source").contains("Weight"))
        // With less room the part of the year goes first.
        try await console.resize(width: 120, height: 60)
        console.expectRow("number 2 of 2 sources, after My Watch")
    }

    @Test("Days without data are listed with the sources that have some")
    func gaps() async throws {
        let store = TestStore()
        for day in 1...10 where day != 4 {
            try store.save([try store.quantity(.stepCount, 100, .count(), day, 9)], from: TestStore.polar)
        }
        try store.save([try store.quantity(.stepCount, 777, .count(), 4, 9)], from: TestStore.phone)
        let console = try await page(store, "polar", width: 120, height: 40)
        #expect(console.expectRow("Without data").contains("1 of 11"))
        let gap = console.expectRow("Tue 17 Nov 2026")
        #expect(gap.contains("1 day") && gap.contains("My iPhone has 777"), "\(gap)")
    }

    @Test("Enter opens the chart by this source alone, whose bars open its samples; L has all of them")
    func chart() async throws {
        let console = try await page(TestStore.filled(), "polar")
        try await console.press(.enter)
        console.expectRow("Heart Rate by Polar Flow")
        console.expectRow("140")
        try await console.press("W")
        console.expectRow("[W]")
        try await console.press("L")
        console.expectRow("10 samples")
        console.expectNone("My Watch")
        try await console.press(.escape, .escape, "L")
        console.expectRow("10 samples")
    }

    @Test("The steps of one source are not those of all: what another counts at the same time is in neither's chart")
    func own() async throws {
        let store = TestStore()
        try store.save([try store.quantity(.stepCount, 1_000, .count(), 1, 9, length: 600)], from: TestStore.watch)
        try store.save([try store.quantity(.stepCount, 400, .count(), 1, 9, length: 600)], from: TestStore.phone)
        let console = try await page(store, "my iphone")
        try await console.press(.enter, "M")
        console.expectRow("TOTAL 400")
        console.expectNone("1,000")
    }

    @Test("A device has the versions of its software under its year, its sources, and what its samples say")
    func device() async throws {
        let console = try await Console.start(TestStore.filled().environment(), width: 200, height: 60)
        try await console.press("2", "h", .enter)
        console.expectRow("SAMPLES 474")
        console.expectRow("software 11.1")
        console.expectRow("Sources on it")
        #expect(console.expectRow("My Watch  ").contains("474 samples"))
        console.expectRow("As the samples say it")
        #expect(console.expectRow("Maker").contains("Apple Inc."))
        #expect(console.expectRow("Firmware").contains("none"))
        try await console.press("L")
        console.expectRow("474 samples")
    }

    @Test("The versions of a source's app stand under its year, and beneath the measures with their days")
    func versions() async throws {
        let store = TestStore()
        func revision(_ version: String) -> HKSourceRevision {
            HKSourceRevision(source: TestStore.polar.source, version: version)
        }
        let (old, new) = (101...170, 3...100)
        try store.save(try old.map { try store.quantity(.stepCount, 100, .count(), $0, 9) }, from: revision("5.9"))
        try store.save(try new.map { try store.quantity(.stepCount, 100, .count(), $0, 9) }, from: revision("5.10"))
        let console = try await page(store, "polar", width: 120, height: 60)
        #expect(console.expectRow(" version 5.9 ").contains(" 5.10 "), "\(console.text)")
        let rows = console.screen.rows
        let heading = try #require(rows.firstIndex { $0.contains("Versions") }, "\(console.text)")
        // The newest comes first, whatever its digits.
        #expect(rows[heading + 1].contains("5.10") && rows[heading + 1].contains("18 Nov 2026"), "\(console.text)")
        #expect(rows[heading + 2].contains("5.9") && rows[heading + 2].contains("12 Aug 2026"), "\(console.text)")
        try await console.resize(width: 40, height: 10)
        console.expectNone("version 5.9")
    }

    @Test("w says why a day's total is what it is, o the order of the sources")
    func leads() async throws {
        let console = try await page(TestStore.filled(), "my watch")
        try await console.press("w")
        console.expectRow("Why, Sat 21 Nov 2026")
        try await console.press(.escape, "o")
        console.expectRow("Sources of Steps")
    }

    @Test(
        "A name that steers terminals, is written from right to left or has no end breaks no page",
        arguments: ["a\u{1B}[31m\nb", "\u{202E}אבג\u{2066}", String(repeating: "long ", count: 400), " "]
    )
    func hostileNames(name: String) async throws {
        let store = TestStore()
        let source = HKSourceRevision(
            source: HKSource(name: name, bundleIdentifier: "evil.source"),
            version: name
        )
        let device = HKDevice(
            name: name,
            manufacturer: name,
            model: name,
            hardwareVersion: nil,
            firmwareVersion: name,
            softwareVersion: name,
            localIdentifier: name,
            udiDeviceIdentifier: nil
        )
        try store.save([try store.quantity(.stepCount, 100, .count(), 1, 9, device: device)], from: source)
        for theme in [Theme.plain, .ascii] {
            for keys in [["2", "l", .enter], ["2", "l", .enter, .enter], ["2", "l", "l", .enter]] as [[Key]] {
                let console = try await Console.start(store.environment(theme: theme), width: 120, height: 40)
                for key in keys { try await console.press(key) }
                for (width, height) in [(200, 60), (80, 24), (40, 10)] {
                    try await console.resize(width: width, height: height)
                    #expect(console.screen.rows.allSatisfy { $0.displayWidth <= width })
                    let isClean = console.text.unicodeScalars.allSatisfy { scalar in
                        scalar == "\n" || !["\u{1B}", "\u{202E}", "\u{2066}"].contains(scalar)
                    }
                    #expect(isClean, "\(keys)")
                    if theme.glyphs.isASCII { #expect(console.text.utf8.allSatisfy { $0 < 0x80 }) }
                }
            }
        }
    }

    @Test("What another program saves shows without a key")
    func follows() async throws {
        let store = try TestStore.filled()
        let console = try await page(store, "polar")
        try store.save([try store.quantity(.bodyMass, 70, .gramUnit(with: .kilo), 0, 9)], from: TestStore.polar)
        console.expectRow("Weight")
        console.expectRow("all of its 2 measures")
    }
}
