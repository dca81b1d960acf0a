import Foundation

/// What a person decided about one app and one type: two independent bits, each undecided at first (R1.1).
package struct Grant: Codable, Sendable, Hashable {
    /// Whether the app may read; `nil` when that was never decided.
    package var read: Bool?
    /// Whether the app may save; `nil` when that was never decided.
    package var share: Bool?

    package init(read: Bool? = nil, share: Bool? = nil) {
        self.read = read
        self.share = share
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
}

/// A request for access that a person answers: the types are those not decided yet.
package struct AuthorizationRequest: Codable, Sendable, Hashable, Identifiable {
    /// What became of a request.
    package enum State: String, Codable, Sendable { case pending, answered, cancelled }

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
