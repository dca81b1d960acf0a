import Foundation
import HealthKitStore

/// The samples of a workout that a builder made.
struct WorkoutMembers: Sendable {
    /// The stored samples that may be added.
    var known: [UUID] = []
    /// The samples that aren't stored yet; they are added if they are the saver's own.
    var own: [UUID] = []
}

extension ObjectWriter {
    /// Adds samples and routes to a workout that was just saved, and computes its statistics and totals (R7.3, R7.5).
    func complete(_ workout: UUID, _ members: WorkoutMembers, routes: [UUID], bundle: String) throws {
        guard try store.record(uuid: workout) != nil else { return }
        let role = LinkRole.workoutSample.rawValue
        for member in members.known { try writer.link(parent: workout, child: member, role: role) }
        for member in members.own {
            guard let stored = try ownObject(member, of: bundle) else { continue }
            try writer.link(parent: workout, child: stored.uuid, role: role)
        }
        for route in routes where try store.record(uuid: route) != nil {
            try writer.link(parent: workout, child: route, role: role)
        }
        try refreshStatistics(ofWorkout: workout)
        guard let stored = try sample(uuid: workout) as? HKWorkout else { return }
        let content = stored.content.withTotalsOfStatistics
        if content != stored.content { try writer.update(record: workout, payload: content.json) }
    }

    // MARK: Sessions

    /// Stores a session of an app.
    func keep(_ session: WorkoutSessionContent, app: String) throws {
        try setValue(session, StoreNamespace.workoutSessions, WorkoutKey.session(session.identifier, app))
    }

    /// Stores a piece of the contents of a session's builder.
    func keep(_ part: WorkoutPart, of session: UUID, app: String) throws {
        try writer.setValue([UInt8](part.bytes), StoreNamespace.workoutParts, WorkoutKey.part(part, session, app))
    }

    /// Sets whether a session is the primary one of the store; unsetting it leaves the store without one.
    func setPrimary(_ isPrimary: Bool, _ session: UUID, app: String) throws {
        let key = WorkoutKey.session(session, app)
        if isPrimary {
            try setValue(key, StoreNamespace.workoutSessions, WorkoutKey.primary)
        } else if try primarySession() == key {
            try writer.setValue(nil, StoreNamespace.workoutSessions, WorkoutKey.primary)
        }
    }

    /// Removes the contents of a session's builder.
    func forgetParts(of session: UUID, app: String) throws {
        for entry in try store.values(StoreNamespace.workoutParts, prefix: WorkoutKey.parts(session, app)) {
            try writer.setValue(nil, StoreNamespace.workoutParts, entry.key)
        }
    }

    /// Removes a session of an app.
    func forgetSession(_ session: UUID, app: String) throws {
        try setPrimary(false, session, app: app)
        try forgetParts(of: session, app: app)
        try forgetMessages(of: session, owner: app)
        try writer.setValue(nil, StoreNamespace.workoutSessions, WorkoutKey.session(session, app))
    }
}

extension ObjectReader {
    /// The key of the primary session; `nil` if there is none.
    fileprivate func primarySession() throws -> String? {
        try value(String.self, StoreNamespace.workoutSessions, WorkoutKey.primary)
    }

    func isPrimary(_ session: UUID, app: String) throws -> Bool {
        try primarySession() == WorkoutKey.session(session, app)
    }

    /// The stored sessions of an app, the most recently changed first.
    func sessions(app: String, withParts wanted: UUID?) throws -> [KeptSession] {
        try values(WorkoutSessionContent.self, StoreNamespace.workoutSessions, prefix: WorkoutKey.sessions(app))
            .map(\.value)
            .sorted { ($0.lastChange ?? .distantPast) > ($1.lastChange ?? .distantPast) }
            .map { content in
                let isWanted = content.identifier == wanted
                return KeptSession(
                    content: content,
                    parts: isWanted ? try parts(of: content.identifier, app: app) : [],
                    isPrimary: try isPrimary(content.identifier, app: app)
                )
            }
    }

    private func parts(of session: UUID, app: String) throws -> [WorkoutPart] {
        try store.values(StoreNamespace.workoutParts, prefix: WorkoutKey.parts(session, app))
            .compactMap { entry in
                let words = entry.key.split(separator: "\u{1F}")
                guard words.count == 4, let kind = WorkoutPart.Kind(rawValue: String(words[2])),
                    let number = Int(words[3])
                else { return nil }
                return WorkoutPart(kind, number, Data(entry.bytes))
            }
    }
}

/// The keys of sessions and their pieces.
private enum WorkoutKey {
    /// No bundle identifier begins with this.
    static let primary = "\u{1}primary"

    static func sessions(_ app: String) -> String { "\(app)\u{1F}" }

    static func session(_ session: UUID, _ app: String) -> String { sessions(app) + session.uuidString }

    static func parts(_ session: UUID, _ app: String) -> String { self.session(session, app) + "\u{1F}" }

    static func part(_ part: WorkoutPart, _ session: UUID, _ app: String) -> String {
        let digits = String(part.number)
        return parts(session, app) + part.kind.rawValue + "\u{1F}"
            + String(repeating: "0", count: max(0, 9 - digits.count)) + digits
    }
}
