import Foundation
import HealthKit
import HealthKitLocalization
import HealthtuiConsole
import HealthtuiTerminalUI
import HealthtuiTerminalUITesting
import Testing

/// What a person sets in `config.toml`.
@Suite struct SettingsTests {
    private func environment(_ text: String, isReadOnly: Bool = false) throws -> ConsoleEnvironment {
        var environment = try TestStore.filled().environment(isReadOnly: isReadOnly)
        environment.settings = ConsoleSettings(text)
        return environment
    }

    @Test("Keys, first screen, theme, mouse and units are as the file says")
    func everything() async throws {
        let text = """
            # What I like.
            start = "browse"   # not the summary
            theme = 'light'
            mouse = false
            ascii = true

            [keys]
            list.down = [";", "down"]
            "sample.delete" = [
              "D",  # as in vi
              "del",
            ]

            [colors]
            accent = "bright-red"
            resting-heart = "#5fafff"
            series = ["red", "blue"]

            [units]
            weight = "lb"
            """
        let settings = ConsoleSettings(text)
        #expect(settings.problems == [])
        #expect(settings.start == .browse)
        #expect(settings.mouse == false)
        #expect(settings.ascii == true)
        #expect(settings.palette.own == [.accent: .brightRed, .restingHeart: .indexed(75)])
        #expect(settings.palette.series == [.red, .blue])
        #expect(settings.palette.ground == .light)
        let console = try await Console.start(environment(text))
        console.expectRow("2 Browse")
        let before = console.cursorRow
        try await console.press(";")
        #expect(console.cursorRow != before)
        try await console.press("j")
        console.expectRow("j does nothing here")
        try await console.press(":").type("weight").press(.enter)
        console.expectRow("lb")
        console.expectNone("kg")
        try await console.press("L", "D")
        console.expectRow("Delete Weight 155.1 lb")
    }

    @Test(
        "An error names its line and says what would do; the rest is in force",
        arguments: [
            ("start = browse", 1, "put text in quotes"), ("start = \"kitchen\"", 1, "there are summary, browse"),
            ("start = \"browse", 1, "a quote is not closed"), ("start \"browse\"", 1, "start = value"),
            ("mouse = \"no\"", 1, "true or false"), ("colour = true", 1, "there is no setting colour"),
            ("[kees]\nx = \"y\"", 2, "there is no table [kees]"), ("[keys", 1, "a table is written as [keys]"),
            ("[keys]\nsample.eat = \"e\"", 2, "no command named sample.eat"),
            ("[keys]\nsample.delete = \"hyper+d\"", 2, "hyper+d is not the name of a key"),
            ("[keys]\nsample.delete = \"y\"", 2, "y means more than one thing"),
            ("[keys]\ninterrupt = []", 2, "the way out"), ("[keys]\nquit = 3", 2, "the keys of a command are texts"),
            ("[keys]\nquit = [\"Z\"\nhelp = \"H\"", 2, "the list of quit has no end"),
            ("[colors]\naccent = \"mauve\"", 2, "unknown colour mauve"),
            ("[units]\nweight = \"bpm\"", 2, "bpm"), ("[units]\nnonsense = \"kg\"", 2, "no quantity called nonsense"),
            ("[region]\nlocale = \"klingon\"", 2, "there is no locale klingon"),
            ("[region]\nclock = 13", 2, "12 or 24"),
            ("[region]\nlocale = \"de\"", 2, "a language and a region"), ("[region]\ndecimal = \";\"", 2, "decimal is"),
            ("[region]\ngrouping = 3", 2, "grouping is"), ("[region]\ndates = \"dmy\"", 2, "day-month-year"),
            ("[region]\nweek = \"someday\"", 2, "first day of the week"), ("[region]\nweek = 1", 2, "text in quotes"),
            ("[region]\nunits = \"us\"", 2, "there are locale, decimal"),
            ("mouse = true\nmouse = false", 2, "set twice"), ("mouse = true true", 1, "stands behind the value"),
            ("= 3", 1, "name = value"), ("\u{0}\u{1B}[31m", 1, "name = value"),
        ]
    )
    func errors(text: String, line: Int, what: String) throws {
        let settings = ConsoleSettings(text + "\n[units]\nheight = \"in\"\n")
        let problem = try #require(settings.problems.first)
        #expect(settings.problems.count == 1, "\(settings.problems)")
        #expect(problem.line == line, "\(problem)")
        #expect(problem.text.contains(what), "\(problem)")
        #expect(settings.units[HKQuantityType(.height).identifier] == .inch())
    }

    @Test("The region is the locale's, with what is set in its place")
    func region() {
        let (german, american) = (Locale(identifier: "de_DE"), Locale(identifier: "en_US"))
        func region(_ text: String) -> RegionSettings { ConsoleSettings("[region]\n" + text).region }
        #expect(region("").format(numbers: german, times: american).hasTwelveHours)
        #expect(region("").format(numbers: german, times: american).numbers.decimalSeparator == ",")
        let swiss = region("locale = \"de_CH.UTF-8\"\nclock = 12").format(numbers: american, times: american)
        #expect(swiss.numbers == NumberStyle(decimalSeparator: ".", groupSeparator: "’"))
        #expect(swiss.dateOrder == .dayMonthYear && swiss.hasTwelveHours)
        let comma = region("decimal = \",\"").format(numbers: american, times: american)
        #expect(comma.numbers == NumberStyle(decimalSeparator: ",", groupSeparator: "."))
        let bare = region("decimal = \",\"\ngrouping = \"\"").format(numbers: american, times: american)
        #expect(bare.numbers == NumberStyle(decimalSeparator: ",", groupSeparator: nil))
        let same = region("grouping = \".\"").format(numbers: american, times: american)
        #expect(same.numbers.groupSeparator == nil)
        let ordered = region("dates = \"year-month-day\"").format(numbers: german, times: german)
        #expect(ordered.numericDateOrder == .yearMonthDay && ordered.dateOrder == .yearMonthDay)
        #expect(region("").calendar(times: american, timeZone: .gmt).firstWeekday == 1)
        #expect(region("").calendar(times: german, timeZone: .gmt).firstWeekday == 2)
        #expect(region("week = \"Saturday\"").calendar(times: german, timeZone: .gmt).firstWeekday == 7)
    }

    @Test("The console opens with a notice of the first error, and works")
    func notice() async throws {
        let console = try await Console.start(environment("start = \"browse\"\ntheme = \"odd\"\nmouse = 7\n"))
        console.expectRow("config.toml, line 2: there is no theme odd")
        try await console.press("j")
        console.expectRow("2 Browse")
        console.expectNone("config.toml")
    }

    @Test("A letter that becomes a command's key can still be typed into a field")
    func lettersInFields() async throws {
        let console = try await Console.start(environment("[keys]\nlist.down = [\"e\"]\nlist.up = [\"a\"]\n"))
        try await console.press("2", "/").type("hea")
        console.expectRow("hea")
        #expect(console.cursorRow.contains("Heart Rate"))
        let before = console.cursorRow
        try await console.press(.down)
        #expect(console.cursorRow != before)
    }

    @Test("A first screen that writes is not opened by a console that only reads")
    func readOnly() async throws {
        let console = try await Console.start(environment("start = \"add\"", isReadOnly: true))
        console.expectRow("1 Summary")
    }

    @Test("No text of settings, whatever it holds, stops the program")
    func nonsense() {
        var seed: UInt64 = ProcessInfo.processInfo.environment["SETTINGS_SEED"].flatMap(UInt64.init) ?? 20_261_121
        print("settings seed \(seed)")
        let pieces = [
            "[keys]", "[", "]", "\"", "'", "=", ".", ",", "#", "\n", "\\", "\\u12", "quit", "sample.delete", "true",
            "7", " ",
            "\u{301}", "👩‍👩‍👧", "ctrl+", "\r\n", "[units]", "weight", "\"kg\"", "\u{0}",
        ]
        for _ in 0..<2_000 {
            var text = ""
            for _ in 0..<24 {
                seed = seed &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
                text += pieces[Int(seed >> 33) % pieces.count]
            }
            let settings = ConsoleSettings(text)
            #expect(settings.keyMap().conflicts().isEmpty, "\(text)")
        }
    }

    @Test("Every colour that settings know is in the guide")
    func documentedColours() throws {
        var root = URL(fileURLWithPath: #filePath)
        for _ in 0..<4 { root.deleteLastPathComponent() }
        let page = try String(contentsOf: root.appendingPathComponent("Documentation/Console.md"), encoding: .utf8)
        // Of several that are numbered the guide has the first and the last.
        for name in Hue.names where !name.contains(where: \.isNumber) || name.hasSuffix("1") {
            #expect(page.contains("`\(name)`"), "\(name)")
        }
    }

    @Test("Lines are drawn in blocks for fonts without braille, and nothing else is accepted")
    func lines() {
        #expect(ConsoleSettings("").hasBraille)
        #expect(!ConsoleSettings("lines = \"blocks\"").hasBraille)
        #expect(ConsoleSettings("lines = \"braille\"").hasBraille)
        let wrong = ConsoleSettings("lines = \"dots\"")
        #expect(wrong.hasBraille)
        #expect(wrong.problems.first?.description.contains("blocks") == true)
    }
}
