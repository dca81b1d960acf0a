import HealthtuiTerminalUI

/// The character and colour support that the user's environment announces.
package struct TerminalEnvironment: Hashable, Sendable {
    /// Environment variables.
    package var variables: [String: String]
    /// The character set of the locale, as `nl_langinfo` names it.
    package var codeset: String
    /// The number of colours in the terminal's entry.
    package var colors: Int

    package init(variables: [String: String], codeset: String, colors: Int) {
        self.variables = variables
        self.codeset = codeset
        self.colors = colors
    }

    package var isUTF8: Bool { Self.isUTF8(codeset) }

    private static func isUTF8(_ name: some StringProtocol) -> Bool {
        ["UTF-8", "UTF8"].contains(name.uppercased())
    }

    /// Whether the locale that the variables name, installed or not, is one of UTF-8.
    package static func namesUTF8(_ variables: [String: String]) -> Bool {
        let name = ["LC_ALL", "LC_CTYPE", "LANG"].lazy.compactMap { variables[$0] }.first { !$0.isEmpty }
        let codeset = name?.split(separator: "@").first?.split(separator: ".").dropFirst().first
        return codeset.map { isUTF8($0) } ?? false
    }

    /// The entries of the terminal database that describe a terminal of a type well enough, the best first, for a machine
    /// that does not have its own; none for a type that is not known to understand what xterm does.
    package static func substitutes(for type: String) -> [String] {
        let name = type.lowercased().split(separator: "-").first.map(String.init) ?? ""
        let others: [String] = ["tmux", "screen"].contains(name) ? ["screen-256color"] : []
        let isLikeXterm = name.hasPrefix("xterm") || likeXterm.contains(name)
        return isLikeXterm ? (others + ["xterm-256color"]).filter { $0 != type } : []
    }

    /// Terminals, beside those named after xterm, that understand what it does.
    private static let likeXterm: Set<String> = [
        "alacritty", "contour", "foot", "ghostty", "gnome", "iterm", "iterm2", "kitty", "konsole", "mintty", "mlterm",
        "ms", "nsterm", "putty", "rio", "rxvt", "screen", "st", "stterm", "terminator", "terminology", "tmux", "vte",
        "wezterm", "zellij",
    ]

    /// Whether colours may be used.
    ///
    /// `NO_COLOR` says no whatever else is set; then `CLICOLOR_FORCE` says yes where there are any; then a dumb
    /// terminal, `CLICOLOR=0`, or fewer than eight colours say no.
    package var colorMode: ColorMode {
        if let value = variables["NO_COLOR"], !value.isEmpty { return .none }
        guard colors >= 8 else { return .none }
        if let value = variables["CLICOLOR_FORCE"], !value.isEmpty, value != "0" { return colored }
        if variables["TERM"] == "dumb" || variables["CLICOLOR"] == "0" { return .none }
        return colored
    }

    private var colored: ColorMode { colors >= 256 ? .ansi256 : .ansi16 }

    /// Whether the terminal says in `COLORFGBG` that its background is light: `0;15`.
    private var isLight: Bool {
        variables["COLORFGBG"]?.split(separator: ";").last.flatMap { Int($0) }.map { $0 == 7 || $0 == 15 } ?? false
    }

    /// Whether it is Linux's own console, whose font has few characters beside ASCII.
    private var isConsole: Bool { variables["TERM"].map { $0 == "linux" || $0.hasPrefix("linux-") } ?? false }

    /// The look that fits: in plain ASCII when the person or the locale asks for it.
    package func theme(asciiOnly: Bool) -> Theme {
        var theme = Theme(glyphs: asciiOnly || !isUTF8 ? .ascii : isConsole ? .console : .utf8, colors: colorMode)
        theme.isLight = isLight
        return theme
    }
}
