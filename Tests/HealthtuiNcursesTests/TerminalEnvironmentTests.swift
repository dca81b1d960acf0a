import HealthtuiNcurses
import HealthtuiTerminalUI
import Testing

@Suite struct TerminalEnvironmentTests {
    private func environment(
        _ variables: [String: String] = [:],
        codeset: String = "UTF-8",
        colors: Int = 256
    ) -> TerminalEnvironment {
        TerminalEnvironment(variables: variables, codeset: codeset, colors: colors)
    }

    @Test func theLocaleDecidesBetweenUTF8AndASCII() {
        #expect(environment().theme(asciiOnly: false).glyphs == .utf8)
        #expect(environment(codeset: "utf8").theme(asciiOnly: false).glyphs == .utf8)
        #expect(environment(codeset: "ANSI_X3.4-1968").theme(asciiOnly: false).glyphs == .ascii)
        #expect(environment(codeset: "ISO-8859-1").theme(asciiOnly: false).glyphs == .ascii)
        #expect(environment(codeset: "").theme(asciiOnly: false).glyphs == .ascii)
        #expect(environment().theme(asciiOnly: true).glyphs == .ascii, "the person's choice goes first")
    }

    @Test("A locale that is not installed still says whether the terminal has UTF-8")
    func namedLocale() {
        #expect(TerminalEnvironment.namesUTF8(["LANG": "de_DE.UTF-8"]))
        #expect(TerminalEnvironment.namesUTF8(["LC_ALL": "", "LC_CTYPE": "en_US.utf8@euro", "LANG": "C"]))
        #expect(!TerminalEnvironment.namesUTF8(["LC_ALL": "C", "LANG": "de_DE.UTF-8"]))
        #expect(!TerminalEnvironment.namesUTF8(["LANG": "de_DE.ISO-8859-1"]))
        #expect(!TerminalEnvironment.namesUTF8(["LANG": "POSIX"]) && !TerminalEnvironment.namesUTF8([:]))
    }

    @Test("Linux's own console gets the characters that its font has")
    func linuxConsole() {
        #expect(environment(["TERM": "linux"]).theme(asciiOnly: false).glyphs == .console)
        #expect(environment(["TERM": "linux-16color"]).theme(asciiOnly: false).glyphs == .console)
        #expect(environment(["TERM": "linux"], codeset: "").theme(asciiOnly: false).glyphs == .ascii)
        #expect(environment(["TERM": "linuxish"]).theme(asciiOnly: false).glyphs == .utf8)
    }

    @Test(arguments: [
        ([:], 256, ColorMode.ansi256), ([:], 16, .ansi16), ([:], 8, .ansi16), ([:], 2, .none), ([:], -1, .none),
        (["NO_COLOR": "1"], 256, .none), (["NO_COLOR": ""], 256, .ansi256),
        (["NO_COLOR": "1", "CLICOLOR_FORCE": "1"], 256, .none), (["TERM": "dumb"], 256, .none),
        (["CLICOLOR": "0"], 256, .none), (["CLICOLOR": "0", "CLICOLOR_FORCE": "1"], 256, .ansi256),
        (["CLICOLOR_FORCE": "0", "CLICOLOR": "0"], 256, .none), (["CLICOLOR_FORCE": "1"], 0, .none),
    ])
    func variablesAndTheTerminalDecideOnColours(variables: [String: String], colors: Int, mode: ColorMode) {
        #expect(environment(variables, colors: colors).colorMode == mode)
    }

    @Test("A terminal that brings an entry of its own is taken for xterm where the machine does not have it, no other")
    func substitutes() {
        for type in [
            "xterm-kitty", "xterm-ghostty", "alacritty", "foot-extra", "wezterm", "XTERM-made-up", "st-256color",
        ] {
            #expect(TerminalEnvironment.substitutes(for: type) == ["xterm-256color"], "\(type)")
        }
        #expect(TerminalEnvironment.substitutes(for: "tmux-256color") == ["screen-256color", "xterm-256color"])
        #expect(TerminalEnvironment.substitutes(for: "screen-256color") == ["xterm-256color"])
        for type in ["xterm-256color", "vt100", "linux", "dumb", "made-up", "", "-", "wy60"] {
            #expect(TerminalEnvironment.substitutes(for: type).isEmpty, "\(type)")
        }
    }

    @Test("A terminal that says that its background is light gets tints for one")
    func lightBackground() {
        #expect(environment(["COLORFGBG": "0;15"]).theme(asciiOnly: false).isLight)
        #expect(environment(["COLORFGBG": "0;default;7"]).theme(asciiOnly: false).isLight)
        #expect(!environment(["COLORFGBG": "15;0"]).theme(asciiOnly: false).isLight)
        #expect(!environment(["COLORFGBG": "15;default"]).theme(asciiOnly: false).isLight)
        #expect(!environment().theme(asciiOnly: false).isLight)
    }
}
