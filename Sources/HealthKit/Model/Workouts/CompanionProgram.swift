import Foundation

/// Another program of the caller's app.
package struct CompanionProgram: Codable, Hashable, Sendable {
    package var bundleIdentifier: String
    /// The path of its executable; `nil` when it is not known.
    package var program: String?
    /// Whether it takes mirrored sessions.
    package var mirrors: Bool

    /// The variable that tells a program that was started for which workout.
    package static let configurationVariable = "HEALTHKIT_WORKOUT_CONFIGURATION"

    /// Whether two bundle identifiers may be those of two programs of one app: one extends the other after a dot.
    ///
    /// Anybody can choose such an identifier: the person has to approve the pair.
    package static func areRelated(_ one: String, _ other: String) -> Bool {
        one.hasPrefix(other + ".") || other.hasPrefix(one + ".")
    }

    /// The mark that says that a program that takes mirrored sessions runs.
    package static func mark(of bundleIdentifier: String) -> UUID {
        var halves: [UInt64] = [0xcbf2_9ce4_8422_2325, 0x6c62_272e_07bb_0142]
        for byte in bundleIdentifier.utf8 {
            for index in halves.indices { halves[index] = (halves[index] ^ UInt64(byte)) &* 0x100_0000_01b3 }
        }
        return halves.withUnsafeBytes { UUID(uuid: $0.loadUnaligned(as: uuid_t.self)) }
    }
}

/// Two programs that share workout sessions and may start each other, as far as the person decided.
package struct CompanionPair: Codable, Hashable, Sendable {
    /// The paths of the two executables that were approved, by bundle identifier.
    package var programs: [String: String]
    package var isAllowed: Bool
    /// When the person decided, in seconds since the reference date.
    package var decided: Double

    package init(programs: [String: String], isAllowed: Bool, decided: Double) {
        self.programs = programs
        self.isAllowed = isAllowed
        self.decided = decided
    }

    /// The other program of the pair; `nil` where there is none.
    package func companion(of bundleIdentifier: String) -> String? {
        programs.keys.first { $0 != bundleIdentifier }
    }

    static func key(_ one: String, _ other: String) -> String { [one, other].sorted().joined(separator: "\u{1F}") }
}
