import Foundation
import Synchronization

/// A person's decision about one app and one type: two independent values, each undecided at first (R1.1).
package struct Grant: Codable, Sendable, Hashable {
    /// Whether the app may read; `nil` if undecided.
    package var read: Bool?
    /// Whether the app may save; `nil` if undecided.
    package var share: Bool?
    /// The earliest end of samples that the app may read, in seconds since the reference date.
    ///
    /// `nil` for all (R1.21). It restricts read access, and has no effect without it.
    package var since: Double?

    package init(read: Bool? = nil, share: Bool? = nil, since: Double? = nil) {
        self.read = read
        self.share = share
        self.since = since
    }
}

extension HKObjectType {
    /// Whether the person can limit an app's read access to the type by date (R1.21).
    ///
    /// Data without a time can't be limited: characteristics and the list of medications.
    package var canBeLimitedInTime: Bool { self is HKSampleType || self is HKActivitySummaryType }
}

extension Grant {
    /// Caches the few encoded grants: every save and every query of an app needs some, so each is decoded once.
    private static let known = Mutex<[[UInt8]: Grant]>([:])

    /// The maximum number of cached grants; a store has nine of them, and more with date limits.
    private static let knownLimit = 64

    /// Decodes the stored JSON of a grant; `nil` if it is invalid.
    package static func decoded(_ bytes: [UInt8]) -> Grant? {
        if let grant = known.withLock({ $0[bytes] }) { return grant }
        // The caller decides how to handle an invalid one.
        guard let grant = try? JSONDecoder().decode(Grant.self, from: Data(bytes)) else { return nil }
        known.withLock { known in
            if known.count < knownLimit { known[bytes] = grant }
        }
        return grant
    }
}

/// An app that has requested access.
package struct AppRecord: Codable, Sendable, Hashable {
    package var bundleIdentifier: String
    package var name: String
    package var version: String?
    package var readUsage: String?
    package var shareUsage: String?
    /// Seconds since the reference date.
    package var firstRequest: Double
    /// Seconds since the reference date.
    package var lastRequest: Double
    /// The program that requested access last; `nil` if an older version recorded the app.
    package var program: String?
    /// Other programs that requested access with this identifier before, the latest last; `nil` for none.
    package var formerPrograms: [String]?
    /// The identity of the program that requested access last, if a service determined it.
    package var identity: ProgramIdentity?
    /// The proof of the app's identity; `nil` if it is only claimed.
    package var verification: AppVerification?
    /// The way in which it reached the store at its last request; `nil` for the library alone.
    package var level: AccessLevel?
    /// The program that replaced the approved one; it has no access until the person decides.
    package var changed: ProgramIdentity?

    /// The name under which its rights are kept.
    package var account: String { AppAccount.name(bundleIdentifier, verification) }

    /// The maximum number of programs remembered.
    private static let mostPrograms = 5

    /// Records the program that requested access before this one, if it was a different one.
    mutating func note(before: AppRecord?) {
        var former = before?.formerPrograms ?? []
        if let earlier = before?.program, earlier != program { former.append(earlier) }
        var seen: Set<String> = program.map { [$0] } ?? []
        // Only the last request of a recurring program counts.
        let others = former.reversed().filter { seen.insert($0).inserted }.prefix(Self.mostPrograms)
        formerPrograms = others.isEmpty ? nil : others.reversed()
    }
}

/// A request for access that a person decides; it contains only undecided types.
package struct AuthorizationRequest: Codable, Sendable, Hashable, Identifiable {
    /// The state of a request.
    package enum State: String, Codable, Sendable { case pending, answered, cancelled }

    /// The reason that a request ended without being answered or withdrawn.
    package enum Ending: String, Codable, Sendable {
        /// It waited for ``RequestLimits/seconds``.
        case expired
        /// Too many wait, of its program or in all.
        case displaced
    }

    package var id: Int
    package var app: AppRecord
    /// The identifiers of the types that the app wants to read.
    package var read: [String]
    /// The identifiers of the types that the app wants to save.
    package var share: [String]
    /// Seconds since the reference date.
    package var created: Double
    package var state: State
    /// The objects that the app wants to read, in a request about single objects of the one type in `read`.
    package var objects: [RequestedObject]?
    /// The other program that used the app's identifier before, or this one before it changed; `nil` for neither.
    package var takenFrom: String?
    /// The identifiers of the types that the app requires; `nil` for none.
    package var required: [String]?
    /// The later request that includes this one's types; `nil` for none.
    package var successor: Int?
    /// Why it was ended; `nil` for one that waits, was answered or withdrawn.
    package var ending: Ending?
    /// The bytes that those who wait for the answer hold locked; `nil` where it is not known who waits.
    package var callers: [Int]?
    /// The other program, in a request to share workout sessions with it.
    package var companion: CompanionProgram?

    // These names appear in stores and never change.
    private enum CodingKeys: String, CodingKey {
        case id, app, read, share, created, state, objects, takenFrom, required, successor, ending
        case callers = "askers"
        case companion
    }

    /// The prefix of a companion's identifier in ``read``; no type begins with it.
    package static let companionPrefix = "companion:"

    /// All types of the request, in order of first appearance.
    package var types: [String] {
        var seen: Set<String> = []
        return (share + read).filter { seen.insert($0).inserted }
    }
}

/// An object that a person may let an app read.
package struct RequestedObject: Codable, Sendable, Hashable, Identifiable {
    package var id: UUID
    /// The object's source.
    package var source: String
    /// Seconds since the reference date.
    package var start: Double
    /// Whether the app may read it until the person decides.
    package var isAllowed: Bool
}
