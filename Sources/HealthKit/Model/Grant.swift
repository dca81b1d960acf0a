import Foundation
import Synchronization

/// What a person decided about one app and one type: two independent bits, each undecided at first (R1.1).
package struct Grant: Codable, Sendable, Hashable {
    /// Whether the app may read; `nil` when that was never decided.
    package var read: Bool?
    /// Whether the app may save; `nil` when that was never decided.
    package var share: Bool?
    /// The app reads only samples that ended at this time or later, in seconds since the reference date.
    ///
    /// `nil` for all (R1.21). It limits reading, and says nothing where the app may not read.
    package var since: Double?

    package init(read: Bool? = nil, share: Bool? = nil, since: Double? = nil) {
        self.read = read
        self.share = share
        self.since = since
    }
}

extension HKObjectType {
    /// Whether the person can limit in time what an app reads of the type (R1.21).
    ///
    /// What has no time cannot be limited: characteristics and the list of medications.
    package var canBeLimitedInTime: Bool { self is HKSampleType || self is HKActivitySummaryType }
}

extension Grant {
    /// The few texts that grants have: each is decoded once, since every save and every query of an app asks for some.
    private static let known = Mutex<[[UInt8]: Grant]>([:])

    /// The most texts that are remembered; a store has nine of them, and more with limits of time.
    private static let knownLimit = 64

    /// The grant that stands in the store as JSON; `nil` when it is none.
    package static func decoded(_ bytes: [UInt8]) -> Grant? {
        if let grant = known.withLock({ $0[bytes] }) { return grant }
        // Whoever asks says what becomes of one that is none.
        guard let grant = try? JSONDecoder().decode(Grant.self, from: Data(bytes)) else { return nil }
        known.withLock { known in
            if known.count < knownLimit { known[bytes] = grant }
        }
        return grant
    }
}

/// An app that asked for access at some time.
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
    /// The program that asked last; `nil` when an older version noted the app.
    package var program: String?
    /// Other programs that asked under the identifier before, the latest last; `nil` for none.
    package var formerPrograms: [String]?
    /// Which program asked last, where a service found that out.
    package var identity: ProgramIdentity?
    /// What proves which app it is; `nil` for what it says of itself.
    package var verification: AppVerification?
    /// By what the store was kept when it asked last; `nil` for the library alone.
    package var level: AccessLevel?
    /// The program that came in the place of the approved one: until the person answers, it may do nothing.
    package var changed: ProgramIdentity?

    /// Under which name its rights are kept.
    package var account: String { AppAccount.name(bundleIdentifier, verification) }

    /// The most programs that are remembered.
    private static let mostPrograms = 5

    /// Notes which program asked before this one, where it was another.
    mutating func note(before: AppRecord?) {
        var former = before?.formerPrograms ?? []
        if let earlier = before?.program, earlier != program { former.append(earlier) }
        var seen: Set<String> = program.map { [$0] } ?? []
        // Of a program that comes again and again, the last time counts.
        let others = former.reversed().filter { seen.insert($0).inserted }.prefix(Self.mostPrograms)
        formerPrograms = others.isEmpty ? nil : others.reversed()
    }
}

/// A request for access that a person answers: the types are those not decided yet.
package struct AuthorizationRequest: Codable, Sendable, Hashable, Identifiable {
    /// What became of a request.
    package enum State: String, Codable, Sendable { case pending, answered, cancelled }

    /// Why a request ended that nobody answered or withdrew.
    package enum Ending: String, Codable, Sendable {
        /// It waited for ``RequestLimits/seconds``.
        case expired
        /// Too many wait, of its program or in all.
        case displaced
    }

    package var id: Int
    package var app: AppRecord
    /// Identifiers of types that the app wants to read.
    package var read: [String]
    /// Identifiers of types that the app wants to save.
    package var share: [String]
    /// Seconds since the reference date.
    package var created: Double
    package var state: State
    /// The objects that the app wants to read, for a request about single objects of the one type in `read`.
    package var objects: [RequestedObject]?
    /// The other program that used the app's identifier before, or the same before it changed; `nil` for neither.
    package var takenFrom: String?
    /// Identifiers of the types without which the app cannot work; `nil` for none.
    package var required: [String]?
    /// The later request that asks for this one's types too; `nil` for none.
    package var successor: Int?
    /// Why it was ended; `nil` for one that waits, was answered or withdrawn.
    package var ending: Ending?
    /// The bytes that those who wait for the answer hold locked; `nil` where it is not known who waits.
    package var callers: [Int]?
    /// The other program, for a request to share workout sessions with it.
    package var companion: CompanionProgram?

    // The names in stores, which never change.
    private enum CodingKeys: String, CodingKey {
        case id, app, read, share, created, state, objects, takenFrom, required, successor, ending
        case callers = "askers"
        case companion
    }

    /// What stands before a companion's identifier in ``read``: no type begins so.
    package static let companionPrefix = "companion:"

    /// All types of the request, in order of first mention.
    package var types: [String] {
        var seen: Set<String> = []
        return (share + read).filter { seen.insert($0).inserted }
    }
}

/// An object that a person lets an app read, or not.
package struct RequestedObject: Codable, Sendable, Hashable, Identifiable {
    package var id: UUID
    /// Where it came from.
    package var source: String
    /// Seconds since the reference date.
    package var start: Double
    /// Whether the app may read it as long as the person does not answer.
    package var isAllowed: Bool
}
