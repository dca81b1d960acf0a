import Foundation

/// The calls that only a connection to the service needs, as what they say a process knows by itself: see <doc:CallCoding>.
package enum ServiceCalls {
    /// The versions of the conversation that this version speaks.
    package static let versions: ClosedRange<UInt64> = 1...2

    /// The version from which on a long answer to a call may come in pieces: see ``AnsweredCall/pieces(of:)``.
    static let versionOfPieces: UInt64 = 2

    /// All kinds of calls after the hello.
    package static let kinds: [any StoreCall.Type] = [
        EarliestSampleDateCall.self, MarkSessionCall.self, SessionMarkedCall.self, MarkCompanionCall.self,
        CompanionMarkedCall.self, StartCompanionCall.self,
    ]

    /// Finds the version that both sides of a hello speak, before anything else of it is read.
    ///
    /// - Returns: The highest of them.
    /// - Throws: `errorDatabaseInaccessible` with both versions.
    static func version(_ message: CallMessage) throws -> UInt64 {
        guard case .fields(let fields) = message.value, message.name == HelloCall.name else {
            throw CallCodingError.damaged("no hello")
        }
        let known = fields.fields.filter { ["lowest", "highest"].contains($0.name) }
        let hello = try CallDecoder.value(HelloVersions.self, from: .fields(CallFields(known)))
        guard hello.lowest <= versions.upperBound, hello.highest >= versions.lowerBound else {
            let own = "\(versions.lowerBound) to \(versions.upperBound)"
            let way =
                hello.highest < versions.lowerBound
                ? "Build the program with the library of the service’s version"
                : "Restart the service with the newer healthtui"
            throw HKError.error(
                .errorDatabaseInaccessible,
                "The service speaks versions \(own) of the protocol, and this program \(hello.lowest) to \(hello.highest). \(way)"
            )
        }
        return min(hello.highest, versions.upperBound)
    }
}

/// What a connection is for; the socket says which of them may be.
package enum ServiceRole: String, Codable, Hashable, Sendable {
    /// The calls of an app.
    case app
    /// The person's own calls.
    case owner
    /// The service tells it which apps to start, and it makes no calls.
    case launcher
}

/// Which versions of the conversation a program speaks, in a hello of whatever version.
package struct HelloVersions: Codable, Hashable {
    package var lowest: UInt64
    package var highest: UInt64
}

/// Who a program says it is, and which versions of the conversation it speaks.
package struct HelloCall: AnsweredCall, Hashable {
    package typealias Answer = HelloAnswer
    package static let name = "hello"

    package var lowest: UInt64
    package var highest: UInt64
    package var app: AppClaim
    package var role: ServiceRole
}

/// What an app says of itself.
package struct AppClaim: Codable, Hashable, Sendable {
    package var bundleIdentifier: String
    package var name: String
    package var version: String?
    package var readUsage: String?
    package var shareUsage: String?
    package var requiredReadTypes: [String]
    package var hasInfoPlist: Bool
    package var program: String
    /// The SHA-256 of the program, where the service can't find that out by itself.
    package var digest: String?
    /// What runs the program, where it is a script.
    package var interpreter: String?

    package init(_ identity: AppIdentity) {
        bundleIdentifier = identity.bundleIdentifier
        name = identity.name
        version = identity.version
        readUsage = identity.readUsage
        shareUsage = identity.shareUsage
        requiredReadTypes = identity.requiredReadTypes.sorted()
        hasInfoPlist = identity.hasInfoPlist
        program = identity.program
    }

    /// The identity, as far as it is believed.
    package var identity: AppIdentity {
        AppIdentity(
            bundleIdentifier: bundleIdentifier,
            name: name,
            version: version,
            readUsage: readUsage,
            shareUsage: shareUsage,
            requiredReadTypes: Set(requiredReadTypes),
            hasInfoPlist: hasInfoPlist,
            program: program
        )
    }
}

/// What the service says of itself.
package struct HelloAnswer: Codable, Hashable, Sendable {
    /// The version of the conversation from here on.
    package var version: UInt64
    /// Differs after each start of the service.
    package var instance: UUID
    /// The path of the store; `nil` for one in memory.
    package var storePath: String?
    /// By what the store is kept; `nil` from a service that doesn't say.
    package var level: AccessLevel?
}

/// Says the end date before which a program neither saves nor finds samples.
package struct EarliestSampleDateCall: AnsweredCall {
    package typealias Answer = Date
    package static let name = "earliestSampleDate"

    package init() {}
}

/// Marks a session as one whose process lives, for as long as the call isn't cancelled and the connection lasts.
package struct MarkSessionCall: AnsweredCall {
    /// Whether no other process has marked it.
    package typealias Answer = Bool
    package static let name = "markSession"

    package var session: UUID
}

/// Says whether the process of a session lives.
package struct SessionMarkedCall: AnsweredCall {
    package typealias Answer = Bool
    package static let name = "sessionMarked"

    package var session: UUID
}

/// Says that a program takes mirrored sessions, for as long as the call isn't cancelled and the connection lasts.
package struct MarkCompanionCall: AnsweredCall {
    package typealias Answer = Bool
    package static let name = "markCompanion"
}

/// Says whether a program that takes mirrored sessions runs.
package struct CompanionMarkedCall: AnsweredCall {
    package typealias Answer = Bool
    package static let name = "companionMarked"

    package var bundleIdentifier: String
}

/// Which changes a program wants to hear of.
package struct ListenCall: AnsweredCall {
    package typealias Answer = Void
    package static let name = "listen"

    package var types: Set<String>
    package var namespaces: Set<String>
    package var whenReopened: Bool
    /// Whether it is every change, each told with what changed; only the owner hears of them.
    package var isEverything = false
}

/// What became of a request that a program brought before the person.
package struct PromptReplyCall: AnsweredCall {
    package typealias Answer = Void
    package static let name = "promptReply"

    /// Whether the person closed it without an answer.
    package var isClosed: Bool
    /// Why nobody could be asked; `nil` where somebody was.
    package var problem: String?
    package var problemCode: Int?
}
