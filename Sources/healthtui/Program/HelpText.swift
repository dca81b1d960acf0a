import ArgumentParser

/// The help of commands as it is printed.
enum HelpText {
    /// The help with plain headings of groups, and with each example on a separate line.
    ///
    /// - Parameter help: The help as ArgumentParser writes it, wrapped at the terminal's width.
    /// - Returns: The same text.
    static func plain(_ help: String) -> String {
        let suffix = " SUBCOMMANDS:"
        let lines = help.split(separator: "\n", omittingEmptySubsequences: false)
            .map { $0.hasSuffix(suffix) && $0.first != " " ? $0.dropLast(suffix.count) + ":" : $0 }
        return unbroken(lines).joined(separator: "\n")
    }

    /// Joins the lines of examples that were wrapped: a person copies them whole.
    private static func unbroken(_ lines: [Substring]) -> [Substring] {
        let examples = examples(of: Healthtui.self)
        var result: [Substring] = []
        for line in lines {
            if let begun = result.last, begun.hasPrefix(indent) {
                let joined = begun + " " + line
                if examples.contains(where: { $0 == joined || $0.hasPrefix(joined + " ") }) {
                    result[result.count - 1] = joined
                    continue
                }
            }
            result.append(line)
        }
        return result
    }

    private static let indent = "  healthtui "

    /// The examples in the help of a command and of its subcommands.
    private static func examples(of command: any ParsableCommand.Type) -> [Substring] {
        let own = command.configuration.discussion.split(separator: "\n").filter { $0.hasPrefix(indent) }
        return own + command.configuration.subcommands.flatMap { examples(of: $0) }
    }
}
