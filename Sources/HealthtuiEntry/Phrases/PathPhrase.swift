import Foundation

/// The path of a file as a person types it.
package enum PathPhrase {
    /// The path that a typed one means: `~` and `~/…` are in `$HOME`, as in a shell.
    ///
    /// Foundation takes the folder of the password database instead, in some of its calls, and in others neither.
    ///
    /// - Parameters:
    ///   - typed: The path.
    ///   - environment: The variables of the process.
    /// - Returns: The path without a leading `~`; other paths, `~name` among them, as they are.
    package static func expanded(
        _ typed: String,
        environment: [String: String] = ProcessInfo.processInfo.environment
    ) -> String {
        guard typed == "~" || typed.hasPrefix("~/") else { return typed }
        let home = environment["HOME"].flatMap { $0.isEmpty ? nil : $0 } ?? NSHomeDirectory()
        return home + typed.dropFirst()
    }

    /// A word of a command line with its path expanded, also behind `--option=`, where shells leave it as it is.
    ///
    /// - Parameter word: The word.
    /// - Returns: The word, without a leading `~/` of its own or of its value.
    package static func expanded(word: String) -> String {
        guard word.hasPrefix("--"), let sign = word.firstIndex(of: "=") else {
            return word.hasPrefix("~/") ? expanded(word) : word
        }
        let value = word[word.index(after: sign)...]
        return value.hasPrefix("~/") ? word[...sign] + expanded(String(value)) : word
    }
}
