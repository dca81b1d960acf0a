import Foundation

/// The program that is started to wake an app.
package struct WakeProgram: Codable, Hashable, Sendable {
    /// The path of the executable.
    package var path: String
    package var arguments: [String]

    /// The most arguments.
    package static let mostArguments = 32
    /// The maximum number of bytes of all arguments together.
    package static let mostBytes = 4_096

    package init(path: String, arguments: [String] = []) {
        self.path = path
        self.arguments = arguments
    }

    /// Checks the program that an app wants to be started with.
    ///
    /// - Throws: `errorInvalidArgument` with a description of the problem.
    package func check() throws {
        guard arguments.count <= Self.mostArguments else {
            throw HKError.invalid(
                "A program is started with at most \(Self.mostArguments) arguments, not \(arguments.count)"
            )
        }
        let bytes = arguments.reduce(0) { $0 + $1.utf8.count }
        guard bytes <= Self.mostBytes else {
            throw HKError.invalid("The arguments of a program have at most \(Self.mostBytes) bytes, not \(bytes)")
        }
        for (index, argument) in arguments.enumerated() {
            guard !argument.unicodeScalars.contains(where: Self.isHidden) else {
                throw HKError.invalid("Argument \(index + 1) has control characters, or others that don't show")
            }
        }
        guard path.utf8.count <= 4_096, !path.utf8.contains(0) else {
            throw HKError.invalid("The program's path has at most 4,096 bytes and no NUL")
        }
    }

    /// Whether a person who approves the argument would not see the character, or would see others moved by it.
    private static func isHidden(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate, .unassigned, .privateUse: true
        default: false
        }
    }

    /// The program and its arguments as a shell would take them.
    package var commandLine: String { ([path] + arguments).map(Self.quoted).joined(separator: " ") }

    private static func quoted(_ word: String) -> String {
        let plain = word.unicodeScalars.allSatisfy { scalar in
            scalar.properties.isAlphabetic || scalar.properties.numericType != nil
                || "-_./=:,+@%".unicodeScalars.contains(scalar)
        }
        return plain && !word.isEmpty ? word : "'" + word.replacingOccurrences(of: "'", with: "'\\''") + "'"
    }
}

/// The person's decision about starting an app.
package struct WakeDecision: Codable, Hashable, Sendable {
    package var isAllowed: Bool
    /// The program that was shown.
    package var program: WakeProgram
    /// The SHA-256 of its file in hexadecimal; `nil` if it wasn't allowed.
    package var hash: String?
    /// The time of the decision, in seconds since the reference date.
    package var decided: Double
    /// Whether the launcher has found a different file at its path since.
    package var isChanged: Bool

    package init(isAllowed: Bool, program: WakeProgram, hash: String?, decided: Double, isChanged: Bool = false) {
        self.isAllowed = isAllowed
        self.program = program
        self.hash = hash
        self.decided = decided
        self.isChanged = isChanged
    }
}

/// A start of an app.
package struct WakeStart: Codable, Hashable, Sendable {
    /// Counts the starts of all apps.
    package var number: UInt64
    /// When, in seconds since the reference date.
    package var time: Double
    /// The identifiers of the types for which it was started.
    package var types: [String]
    package var outcome: WakeOutcome
    /// The launcher's message, if any.
    package var problem: String?
    /// The exit status, or 128 and the number of the signal that ended the program; `nil` while it runs.
    package var status: Int32?

    package init(number: UInt64, time: Double, types: [String]) {
        self.number = number
        self.time = time
        self.types = types
        outcome = .underWay
    }
}
