import TerminalUI

/// What the person's environment says about characters and colours.
package struct TerminalEnvironment: Hashable, Sendable {
    /// Environment variables.
    package var variables: [String: String]
    /// The character set of the locale, as `nl_langinfo` names it.
    package var codeset: String
    /// How many colours the terminal's entry announces.
    package var colors: Int

    package init(variables: [String: String], codeset: String, colors: Int) {
        self.variables = variables
        self.codeset = codeset
        self.colors = colors
    }

    package var isUTF8: Bool {
        let name = codeset.uppercased()
        return name == "UTF-8" || name == "UTF8"
    }

    /// Whether colours may be used.
    ///
    /// `NO_COLOR` says no whatever else is set; then `CLICOLOR_FORCE` says yes where there are any; then a dumb
    /// terminal, `CLICOLOR=0`, or fewer than eight colours say no.
    package var colorMode: ColorMode {
        if let value = variables["NO_COLOR"], !value.isEmpty { return .none }
        guard colors >= 8 else { return .none }
        if let value = variables["CLICOLOR_FORCE"], !value.isEmpty, value != "0" { return .ansi16 }
        if variables["TERM"] == "dumb" || variables["CLICOLOR"] == "0" { return .none }
        return .ansi16
    }

    /// The look that fits, in plain ASCII when the person or the locale asks for it.
    package func theme(asciiOnly: Bool) -> Theme {
        Theme(glyphs: asciiOnly || !isUTF8 ? .ascii : .utf8, colors: colorMode)
    }
}
