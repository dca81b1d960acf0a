import HealthKit

/// Asks a person at a terminal.
enum Confirmation {
    /// Asks until the answer is yes or no.
    ///
    /// - Parameter text: The question.
    /// - Returns: Whether the answer is yes.
    /// - Throws: ``CommandFailure`` when the terminal was closed instead.
    static func ask(_ text: String) throws -> Bool {
        while true {
            StandardError.write("\(text.printable) [y/n] ")
            guard let answer = readLine() else {
                StandardError.line("")
                throw CommandFailure("no answer", "nothing was changed")
            }
            switch answer.lowercased().filter({ !$0.isWhitespace }) {
            case "y", "yes": return true
            case "n", "no": return false
            default: continue
            }
        }
    }
}
