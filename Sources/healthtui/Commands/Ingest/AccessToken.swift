import Foundation

/// The token that a program presents for access: a text in a file that only the person can read.
struct AccessToken: Sendable {
    private let bytes: [UInt8]

    /// The default path of the token.
    static var standardPath: String { SettingsFile.folder + "/ingest-token" }

    /// The shortest token that is taken.
    private static let shortest = 16

    var text: String { String(decoding: bytes, as: UTF8.self) }

    /// Reads the token of a file, or creates a file with a new one if there is none.
    ///
    /// - Parameter path: The file.
    /// - Returns: The token, and whether it is new.
    /// - Throws: ``CommandFailure`` for a file that others can read or change, and for one that holds no token.
    static func open(_ path: String) throws -> (token: AccessToken, isNew: Bool) {
        guard let text = try PrivateFile.read(path, atMost: 4_096) else { return try make(path) }
        let line = text.prefix { $0 != UInt8(ascii: "\n") && $0 != UInt8(ascii: "\r") }
        guard line.count >= shortest, line.allSatisfy({ (0x21...0x7E).contains($0) }) else {
            throw CommandFailure(
                path,
                "the first line isn't a token: at least \(shortest) letters or digits without spaces"
            )
        }
        return (AccessToken(bytes: Array(line)), false)
    }

    private static func make(_ path: String) throws -> (token: AccessToken, isNew: Bool) {
        if path == standardPath { PrivateFile.makeFolder(SettingsFile.folder) }
        var generator = SystemRandomNumberGenerator()
        let digits = Array("0123456789abcdef".utf8)
        let text = (0..<64).map { _ in digits[Int(generator.next() & 15)] }
        guard try PrivateFile.make(path, text + [UInt8(ascii: "\n")]) else { return try open(path) }
        return (AccessToken(bytes: text), true)
    }

    /// Whether a text is the token; the time doesn't depend on which letter is wrong.
    func matches(_ given: String) -> Bool {
        let given = Array(given.utf8)
        var difference = given.count ^ bytes.count
        for (index, byte) in bytes.enumerated() {
            difference |= Int(byte ^ (given.isEmpty ? 0 : given[index % given.count]))
        }
        return difference == 0
    }
}
