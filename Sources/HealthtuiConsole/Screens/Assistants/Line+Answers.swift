import HealthtuiTerminalUI

extension Line {
    /// The answers to a question with their keys: `[ y  Allow ]   [ n  Don’t allow ]`.
    static func answers(_ answers: [(key: String, text: String)], _ theme: Theme) -> Line {
        answers.enumerated()
            .reduce(Line("")) { line, each in
                let (key, text) = (each.element.key, each.element.text)
                return line + Line(each.offset == 0 ? "[ " : "   [ ") + Line(key, theme.key) + Line("  \(text) ]")
            }
    }
}
