import Foundation

extension AppIdentity {
    /// The longest identifier that an app can have.
    package static let longestIdentifier = 155

    /// Identifier prefixes reserved for the system and the console; no app may use them.
    private static let reserved = ["com.apple.", "local.healthtui."]

    /// Checks the identifier: names of letters, digits, `-` and `_`, at least two of them, with dots between.
    ///
    /// - Throws: `errorInvalidArgument` with a message that explains the problem.
    package func checkIdentifier() throws {
        guard let problem = Self.problem(with: bundleIdentifier) else { return }
        let shown = String(bundleIdentifier.unicodeScalars.prefix(80)).printable
        throw HKError.invalid("The bundle identifier “\(shown)” \(problem)")
    }

    /// The problem with an identifier, or `nil` if it is valid.
    package static func problem(with identifier: String) -> String? {
        let bytes = Array(identifier.utf8)
        guard bytes.count <= longestIdentifier else { return "is longer than \(longestIdentifier) characters" }
        let isAllowed = { (byte: UInt8) in
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"): true
            case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"), UInt8(ascii: "."): true
            default: false
            }
        }
        guard bytes.allSatisfy(isAllowed) else { return "has other characters than letters, digits, “.”, “-” and “_”" }
        let parts = identifier.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count > 1, parts.allSatisfy({ !$0.isEmpty }) else {
            return "is not in the form of a reversed domain, such as org.example.app"
        }
        let name = identifier.lowercased() + "."
        return reserved.contains { name.hasPrefix($0) } ? "is reserved" : nil
    }

    /// An identifier made from a file's name, whatever its characters.
    static func identifier(ofExecutable name: String) -> String {
        let kept = name.utf8.map { byte -> Character in
            let character = Character(UnicodeScalar(byte))
            return character.isASCII && (character.isLetter || character.isNumber || character == "_")
                ? character : "-"
        }
        let text = String(kept.prefix(100))
        return "local." + (text.isEmpty ? "app" : text == "healthtui" ? "healthtui-app" : text)
    }
}
