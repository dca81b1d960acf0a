import HealthtuiExchange

/// Asks a person at a terminal the open questions about a file.
enum ReaderDialog {
    /// Asks until there is an answer.
    ///
    /// - Parameter question: What is open.
    /// - Returns: The answer.
    /// - Throws: ``CommandFailure`` when the person ends it instead.
    static func answer(_ question: ReaderQuestion) throws -> ReaderQuestion.Answer {
        StandardError.line(question.text)
        for (index, choice) in question.choices.enumerated() {
            let option = choice.answer.option
            StandardError.line("  \(index + 1)  \(choice.meaning)  (\(option))")
        }
        if let hint = question.hint { StandardError.line("  or: \(hint)") }
        let numbers = question.choices.isEmpty ? "" : "1-\(question.choices.count)"
        let role = question.column == nil ? "" : "what the column is, such as bodyMass:kg"
        let zone = question.isOfZone ? "a time zone such as Europe/Berlin" : ""
        let words = [numbers, role, zone, "q to quit"].filter { !$0.isEmpty }.joined(separator: ", ")
        while true {
            StandardError.write("[\(words)] ")
            guard let line = readLine() else {
                StandardError.line("")
                throw CommandFailure("no answer", "nothing was changed", status: ExitStatus.badData)
            }
            let text = line.drop { $0.isWhitespace }.trimmingSuffix { $0.isWhitespace }
            if text == "q" { throw CommandFailure("no answer", "nothing was changed", status: ExitStatus.badData) }
            if let number = Int(text), question.choices.indices.contains(number - 1) {
                return question.choices[number - 1].answer
            }
            if question.isOfZone, !text.isEmpty, Int(text) == nil {
                do {
                    return .zone(try ZonePhrase.zone(text))
                } catch {
                    StandardError.line("\(error)")
                    continue
                }
            }
            guard let column = question.column, !text.isEmpty, Int(text) == nil else { continue }
            do {
                _ = try TableRoles.role(text)
                return .column(column, role: text)
            } catch {
                StandardError.line("\(error)")
            }
        }
    }
}

extension Substring {
    /// The text without the letters at its end that match.
    fileprivate func trimmingSuffix(while matches: (Character) -> Bool) -> String {
        var rest = self
        while let last = rest.last, matches(last) { rest = rest.dropLast() }
        return String(rest)
    }
}
