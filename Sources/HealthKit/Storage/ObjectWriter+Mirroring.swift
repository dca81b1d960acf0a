import Foundation
import HealthStore

extension ObjectReader {
    /// The other programs of an app: those that take mirrored sessions, and those that asked for access.
    func companions(of app: String) throws -> [CompanionProgram] {
        var found: [String: CompanionProgram] = [:]
        for record in try apps() where record.bundleIdentifier != app {
            guard CompanionProgram.areRelated(record.bundleIdentifier, app) else { continue }
            found[record.bundleIdentifier] = CompanionProgram(
                bundleIdentifier: record.bundleIdentifier,
                program: record.program,
                mirrors: false
            )
        }
        for companion in try values(CompanionProgram.self, StoreNamespace.workoutCompanions).map(\.value) {
            guard CompanionProgram.areRelated(companion.bundleIdentifier, app) else { continue }
            var known = found[companion.bundleIdentifier] ?? companion
            known.mirrors = true
            known.program = companion.program ?? known.program
            found[companion.bundleIdentifier] = known
        }
        return found.values.sorted { $0.bundleIdentifier < $1.bundleIdentifier }
    }

    /// The programs to which the person's own console may mirror its sessions: those that take sessions and may read workouts.
    func companionsOfPerson() throws -> [CompanionProgram] {
        try values(CompanionProgram.self, StoreNamespace.workoutCompanions).map(\.value)
            .filter { try mayMirror(Principal.person.revision.source.bundleIdentifier, $0.bundleIdentifier) }
            .sorted { $0.bundleIdentifier < $1.bundleIdentifier }
    }

    /// Whether a program may mirror the sessions of an owner: another program of its app; of the person's console, one that
    /// may read workouts.
    private func mayMirror(_ owner: String, _ program: String) throws -> Bool {
        if CompanionProgram.areRelated(owner, program) { return true }
        guard owner == Principal.person.revision.source.bundleIdentifier else { return false }
        return try grant(app: program, type: HKWorkoutTypeIdentifier).read == true
    }

    /// The sessions that are mirrored to an app's program.
    func mirroredSessions(to app: String) throws -> [MirroredSession] {
        try values(WorkoutSessionContent.self, StoreNamespace.workoutSessions)
            .compactMap { key, content in
                guard content.mirroredBy == app, let owner = key.split(separator: "\u{1F}").first.map(String.init),
                    try mayMirror(owner, app)
                else { return nil }
                var shown = content
                shown.builder = nil
                return MirroredSession(owner: owner, content: shown)
            }
    }

    /// Whether an asker is the side of a session that it says it is.
    func isSide(_ asker: String, ofSession session: UUID, owner: String, isCompanion: Bool) throws -> Bool {
        let key = "\(owner)\u{1F}\(session.uuidString)"
        guard let content = try value(WorkoutSessionContent.self, StoreNamespace.workoutSessions, key) else {
            return false
        }
        guard let companion = content.mirroredBy, asker == (isCompanion ? companion : owner) else { return false }
        return try mayMirror(owner, companion)
    }
}

extension ObjectWriter {
    /// Remembers that a program takes mirrored sessions.
    func announce(_ companion: CompanionProgram) throws {
        let known = try value(CompanionProgram.self, StoreNamespace.workoutCompanions, companion.bundleIdentifier)
        guard known != companion else { return }
        try setValue(companion, StoreNamespace.workoutCompanions, companion.bundleIdentifier)
    }

    private static func messages(_ session: UUID, _ owner: String, toCompanion: Bool) -> String {
        "\(owner)\u{1F}\(session.uuidString)\u{1F}\(toCompanion ? "c" : "p")\u{1F}"
    }

    /// Puts a message after those that wait.
    func tell(_ message: WorkoutMessage, _ session: UUID, _ owner: String, toCompanion: Bool) throws {
        let prefix = Self.messages(session, owner, toCompanion: toCompanion)
        let waiting = try store.values(StoreNamespace.workoutMessages, prefix: prefix)
        guard waiting.count < WorkoutMessage.waitingLimit else {
            throw HKError.error(.errorDataSizeExceeded, "The other side of the workout session isn't receiving data")
        }
        let last = waiting.last.flatMap { Int($0.key.dropFirst(prefix.count)) } ?? 0
        let digits = String(last + 1)
        let place = String(repeating: "0", count: max(0, 12 - digits.count)) + digits
        try setValue(message, StoreNamespace.workoutMessages, prefix + place)
    }

    /// Takes the messages that wait.
    func hear(_ session: UUID, _ owner: String, fromCompanion: Bool) throws -> [WorkoutMessage] {
        let prefix = Self.messages(session, owner, toCompanion: !fromCompanion)
        return try store.values(StoreNamespace.workoutMessages, prefix: prefix)
            .compactMap { entry in
                try writer.setValue(nil, StoreNamespace.workoutMessages, entry.key)
                return try? JSONDecoder().decode(WorkoutMessage.self, from: Data(entry.bytes))
            }
    }

    /// Forgets what was not taken.
    func forgetMessages(of session: UUID, owner: String) throws {
        for entry in try store.values(
            StoreNamespace.workoutMessages,
            prefix: "\(owner)\u{1F}\(session.uuidString)\u{1F}"
        ) {
            try writer.setValue(nil, StoreNamespace.workoutMessages, entry.key)
        }
    }
}
