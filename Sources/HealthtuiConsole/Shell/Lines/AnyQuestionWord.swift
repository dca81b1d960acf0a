import Foundation
import Synchronization

/// A word that means the same at every question of the console line by line.
enum AnyQuestionWord: Sendable, Hashable {
    /// Leaves the question without an answer.
    case cancel
    /// Cancels the operation that asked the question.
    case back
    case quit
    /// Lists the possible answers.
    case help
    /// Repeats the question.
    case again
    /// Undoes the last operation.
    case undo

    /// The word that an answer is; nil for any other answer.
    init?(_ answer: String) {
        switch answer.lowercased() {
        case LineStrings.cancel.lowercased(), LineStrings.englishCancel: self = .cancel
        case LineStrings.back: self = .back
        case LineStrings.quit: self = .quit
        case LineStrings.helpSign, LineStrings.helpWord: self = .help
        case LineStrings.again: self = .again
        case LineStrings.undo: self = .undo
        default: return nil
        }
    }

    /// An answer without the quotation marks that make one of the words a text, such as a note that says `"back"`.
    static func unquoted(_ answer: String) -> String {
        guard answer.count > 2, let first = answer.first, let last = answer.last,
            [("\"", "\""), ("“", "”"), ("„", "“"), ("'", "'")].contains(where: { $0 == (String(first), String(last)) })
        else { return answer }
        let inside = String(answer.dropFirst().dropLast())
        return AnyQuestionWord(inside) == nil ? answer : inside
    }
}

/// The lines spoken for each question, so that they can be repeated.
final class SpokenLines: Sendable {
    private let lines = Mutex<(last: [String], now: [String])>(([], []))

    /// The lines of the last answered question, including the question itself.
    var last: [String] { lines.withLock { $0.last } }

    func add(_ line: String) { lines.withLock { $0.now.append(line) } }

    /// Begins with the next question.
    func endTurn() { lines.withLock { $0 = ($0.now, []) } }
}
