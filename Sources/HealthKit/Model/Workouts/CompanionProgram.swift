import Foundation

/// Another program of the caller's app.
package struct CompanionProgram: Codable, Hashable, Sendable {
    package var bundleIdentifier: String
    /// The path of its executable; `nil` if unknown.
    package var program: String?
    /// Whether it takes mirrored sessions.
    package var mirrors: Bool

    /// The environment variable that contains the workout for which a program was started.
    package static let configurationVariable = "HEALTHKIT_WORKOUT_CONFIGURATION"

    /// Whether two bundle identifiers may belong to programs of one app: one extends the other after a dot.
    ///
    /// Anyone can choose such an identifier, so the person has to approve the pair.
    package static func areRelated(_ one: String, _ other: String) -> Bool {
        one.hasPrefix(other + ".") || other.hasPrefix(one + ".")
    }

    /// The mark of a running program that receives mirrored sessions.
    package static func mark(of bundleIdentifier: String) -> UUID {
        var halves: [UInt64] = [0xcbf2_9ce4_8422_2325, 0x6c62_272e_07bb_0142]
        for byte in bundleIdentifier.utf8 {
            for index in halves.indices { halves[index] = (halves[index] ^ UInt64(byte)) &* 0x100_0000_01b3 }
        }
        return halves.withUnsafeBytes { UUID(uuid: $0.loadUnaligned(as: uuid_t.self)) }
    }
}

/// Two programs that share workout sessions and may start each other, as the person decided.
package struct CompanionPair: Codable, Hashable, Sendable {
    /// The paths of the two executables that were approved, by bundle identifier.
    package var programs: [String: String]
    package var isAllowed: Bool
    /// The time of the decision, in seconds since the reference date.
    package var decided: Double

    package init(programs: [String: String], isAllowed: Bool, decided: Double) {
        self.programs = programs
        self.isAllowed = isAllowed
        self.decided = decided
    }

    /// The other program of the pair; `nil` if there is none.
    package func companion(of bundleIdentifier: String) -> String? {
        programs.keys.first { $0 != bundleIdentifier }
    }

    static func key(_ one: String, _ other: String) -> String { [one, other].sorted().joined(separator: "\u{1F}") }
}
