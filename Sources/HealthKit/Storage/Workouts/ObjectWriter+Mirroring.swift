import Foundation
import HealthKitStore

extension ObjectReader {
    /// The programs that may be companions of an app: those that accept mirrored sessions, and those that requested access.
    package func companionCandidates(of app: String) throws -> [CompanionProgram] {
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

    /// The approved companions of an app, as long as they are the same programs that were approved.
    func companions(of app: AppIdentity) throws -> [CompanionProgram] {
        try companionCandidates(of: app.bundleIdentifier)
            .filter { try isApproved(app, $0.bundleIdentifier) && approvedProgram(app.bundleIdentifier, $0) }
    }

    /// The person's decision about two programs; `nil` for none.
    package func companionPair(_ one: String, _ other: String) throws -> CompanionPair? {
        try value(CompanionPair.self, StoreNamespace.companionPairs, CompanionPair.key(one, other))
    }

    /// All pairs that the person decided about.
    package func companionPairs() throws -> [CompanionPair] {
        try values(CompanionPair.self, StoreNamespace.companionPairs).map(\.value)
    }

    /// All decided pairs, and pairs of programs that may belong to one app.
    func knownPairs() throws -> [KnownPair] {
        var programs: [String: String] = [:]
        for app in try apps() { programs[app.bundleIdentifier] = app.program ?? "" }
        for companion in try values(CompanionProgram.self, StoreNamespace.workoutCompanions).map(\.value) {
            programs[companion.bundleIdentifier] = companion.program ?? programs[companion.bundleIdentifier] ?? ""
        }
        func known(_ names: [String], _ former: [String: String] = [:]) -> [String: String] {
            names.reduce(into: [:]) { known, name in
                if let path = programs[name] ?? former[name], !path.isEmpty { known[name] = path }
            }
        }
        var found: [[String]: KnownPair] = [:]
        for pair in try companionPairs() {
            let names = pair.programs.keys.sorted()
            let now = known(names, pair.programs)
            let state: KnownPair.State = pair.isAllowed ? (now == pair.programs ? .allowed : .changed) : .refused
            found[names] = KnownPair(apps: names, programs: now, state: state, decided: pair.decided)
        }
        let all = programs.keys.sorted()
        for (index, one) in all.enumerated() {
            for other in all[(index + 1)...]
            where CompanionProgram.areRelated(one, other) && found[[one, other]] == nil {
                let names = [one, other]
                found[names] = KnownPair(apps: names, programs: known(names), state: .undecided)
            }
        }
        return found.values.sorted { $0.apps.lexicographicallyPrecedes($1.apps) }
    }

    /// Whether the person lets an app's current program share sessions with another.
    func isApproved(_ app: AppIdentity, _ other: String) throws -> Bool {
        guard makes(.companions) else { return CompanionProgram.areRelated(app.bundleIdentifier, other) }
        guard let pair = try companionPair(app.bundleIdentifier, other), pair.isAllowed else { return false }
        return pair.programs[app.bundleIdentifier] == app.programMark
    }

    /// Whether a companion is still the program that the person approved.
    private func approvedProgram(_ app: String, _ companion: CompanionProgram) throws -> Bool {
        guard makes(.companions) else { return true }
        let pair = try companionPair(app, companion.bundleIdentifier)
        return companion.program != nil && pair?.programs[companion.bundleIdentifier] == companion.program
    }

    /// The programs to which the person's own console may mirror its sessions: those that accept sessions and may read
    /// workouts.
    func companionsOfPerson() throws -> [CompanionProgram] {
        try values(CompanionProgram.self, StoreNamespace.workoutCompanions).map(\.value)
            .filter { try mayMirrorOwner($0.bundleIdentifier) }
            .sorted { $0.bundleIdentifier < $1.bundleIdentifier }
    }

    /// Whether the owner's console may mirror sessions to a program: one that may read workouts.
    private func mayMirrorOwner(_ program: String) throws -> Bool {
        try grant(app: program, type: HKWorkoutTypeIdentifier).read == true
    }

    /// Whether a caller, one side of a session, may share it with the other side.
    private func mayShare(_ caller: AppIdentity?, owner: String, companion: String) throws -> Bool {
        if owner == Principal.person.revision.source.bundleIdentifier {
            let isCompanion = caller?.bundleIdentifier == companion
            return try mayMirrorOwner(isCompanion ? caller?.account ?? companion : companion)
        }
        guard let caller else { return false }
        return try isApproved(caller, caller.bundleIdentifier == owner ? companion : owner)
    }

    /// The sessions that are mirrored to an app's program.
    func mirroredSessions(to caller: AppIdentity?) throws -> [MirroredSession] {
        guard let app = caller?.bundleIdentifier else { return [] }
        return try values(WorkoutSessionContent.self, StoreNamespace.workoutSessions)
            .compactMap { key, content in
                guard content.mirroredBy == app, let owner = key.split(separator: "\u{1F}").first.map(String.init),
                    try mayShare(caller, owner: owner, companion: app)
                else { return nil }
                var shown = content
                shown.builder = nil
                return MirroredSession(owner: owner, content: shown)
            }
    }

    /// Whether a caller is the side of a session that it claims to be.
    func isSide(_ caller: AppIdentity?, ofSession session: UUID, owner: String, isCompanion: Bool) throws -> Bool {
        let key = "\(owner)\u{1F}\(session.uuidString)"
        guard let content = try value(WorkoutSessionContent.self, StoreNamespace.workoutSessions, key) else {
            return false
        }
        let name = caller?.bundleIdentifier ?? Principal.person.revision.source.bundleIdentifier
        guard let companion = content.mirroredBy, name == (isCompanion ? companion : owner) else { return false }
        return try mayShare(caller, owner: owner, companion: companion)
    }
}

extension ObjectWriter {
    /// The maximum number of programs that the person is asked about at once.
    private static let askedLimit = RequestLimits.ofProgram

    /// Asks the person about programs that an app may share sessions with, if their current versions are undecided.
    func askForCompanions(_ app: AppIdentity, mirrors: Bool, now: Date) throws {
        let own = app.bundleIdentifier
        let candidates = try companionCandidates(of: own).filter { $0.program != nil && ($0.mirrors || !mirrors) }
        var record: AppRecord?
        for candidate in candidates.prefix(Self.askedLimit) {
            let pair = try companionPair(own, candidate.bundleIdentifier)
            let programs = [own: app.programMark, candidate.bundleIdentifier: candidate.program ?? ""]
            let asked = AuthorizationRequest.companionPrefix + candidate.bundleIdentifier
            let isWaiting = try pendingRequests()
                .contains {
                    $0.app.bundleIdentifier == own && $0.app.program == app.program && $0.companion == candidate
                }
            if isWaiting { continue }
            // A refused pair stays refused, and an approved one applies to the programs that were shown.
            if let pair, !pair.isAllowed || pair.programs == programs { continue }
            let known = try record ?? note(app, now: now).record
            record = known
            _ = try makeRequest(
                known,
                read: [asked],
                share: [],
                objects: [],
                takenFrom: pair.flatMap { pair in
                    [own, candidate.bundleIdentifier].filter { pair.programs[$0] != programs[$0] }
                        .compactMap { pair.programs[$0] }.first
                },
                companion: candidate
            )
        }
    }

    /// Sets the person's decision about two programs.
    package func setPair(_ pair: CompanionPair) throws {
        let names = pair.programs.keys.sorted()
        guard names.count == 2 else { throw HKError.invalid("A pair of companions is two programs") }
        try setValue(pair, StoreNamespace.companionPairs, CompanionPair.key(names[0], names[1]))
    }

    /// Removes the decision about two programs.
    package func forgetPair(_ one: String, _ other: String) throws {
        try setValue(CompanionPair?.none, StoreNamespace.companionPairs, CompanionPair.key(one, other))
    }

    /// Removes all pairs of an app.
    func forgetPairs(of app: String) throws {
        for pair in try companionPairs() where pair.programs[app] != nil {
            if let other = pair.companion(of: app) { try forgetPair(app, other) }
        }
    }

    /// Records that a program accepts mirrored sessions.
    func announce(_ companion: CompanionProgram) throws {
        let known = try value(CompanionProgram.self, StoreNamespace.workoutCompanions, companion.bundleIdentifier)
        guard known != companion else { return }
        try setValue(companion, StoreNamespace.workoutCompanions, companion.bundleIdentifier)
    }

    private static func messages(_ session: UUID, _ owner: String, toCompanion: Bool) -> String {
        "\(owner)\u{1F}\(session.uuidString)\u{1F}\(toCompanion ? "c" : "p")\u{1F}"
    }

    /// Appends a message to those that wait.
    func report(_ message: WorkoutMessage, _ session: UUID, _ owner: String, toCompanion: Bool) throws {
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

    /// Removes and returns the waiting messages.
    func hear(_ session: UUID, _ owner: String, fromCompanion: Bool) throws -> [WorkoutMessage] {
        let prefix = Self.messages(session, owner, toCompanion: !fromCompanion)
        return try store.values(StoreNamespace.workoutMessages, prefix: prefix)
            .compactMap { entry in
                try writer.setValue(nil, StoreNamespace.workoutMessages, entry.key)
                return Self.decoded(WorkoutMessage.self, entry.bytes, StoreNamespace.workoutMessages)
            }
    }

    /// Removes the undelivered messages.
    func forgetMessages(of session: UUID, owner: String) throws {
        for entry in try store.values(
            StoreNamespace.workoutMessages,
            prefix: "\(owner)\u{1F}\(session.uuidString)\u{1F}"
        ) {
            try writer.setValue(nil, StoreNamespace.workoutMessages, entry.key)
        }
    }
}
