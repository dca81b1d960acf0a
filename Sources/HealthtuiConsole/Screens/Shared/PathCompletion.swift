import Foundation
import HealthtuiEntry

/// Completes the path of a file, as a shell does.
package enum PathCompletion {
    /// The longest path that all matches share, and the matches when there are several.
    package struct Result: Sendable, Hashable {
        package var path: String
        package var choices: [String]
    }

    /// The most choices that are offered.
    private static let limit = 200

    /// Completes a path; `~` is the home folder.
    ///
    /// - Parameter typed: The typed text.
    /// - Returns: The completed path; the typed one when nothing matches. Folders end in a slash.
    package static func complete(_ typed: String) -> Result {
        let slash = typed.lastIndex(of: "/")
        let folder = slash.map { String(typed[...$0]) } ?? ""
        let prefix = slash.map { String(typed[typed.index(after: $0)...]) } ?? typed
        if typed == "~" { return Result(path: "~/", choices: []) }
        let directory = PathPhrase.expanded(folder.isEmpty ? "." : folder)
        // A folder that can't be listed completes nothing.
        let names = ((try? FileManager.default.contentsOfDirectory(atPath: directory)) ?? [])
            .filter { $0.hasPrefix(prefix) && (prefix.hasPrefix(".") || !$0.hasPrefix(".")) }
            .sorted().prefix(limit)
            .map { $0 + (isFolder(directory + "/" + $0) ? "/" : "") }
        guard let first = names.first else { return Result(path: typed, choices: []) }
        let shared = names.dropFirst().reduce(first) { String(zip($0, $1).prefix { $0 == $1 }.map(\.0)) }
        return Result(path: folder + shared, choices: names.count > 1 ? Array(names) : [])
    }

    private static func isFolder(_ path: String) -> Bool {
        var isFolder: ObjCBool = false
        return FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) && isFolder.boolValue
    }
}
