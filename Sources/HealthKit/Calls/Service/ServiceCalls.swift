import Foundation

/// The calls needed only over a connection to the service, as a process knows their answers itself: see <doc:CallCoding>.
package enum ServiceCalls {
    /// The protocol versions that this version supports.
    package static let versions: ClosedRange<UInt64> = 1...2

    /// The first protocol version in which a long answer may be sent in pieces: see ``AnsweredCall/pieces(of:)``.
    static let versionOfPieces: UInt64 = 2

    /// All kinds of calls after the hello.
    package static let kinds: [any StoreCall.Type] = [
        EarliestSampleDateCall.self, MarkSessionCall.self, SessionMarkedCall.self, MarkCompanionCall.self,
        CompanionMarkedCall.self, StartCompanionCall.self,
    ]

    /// Finds the protocol version that both sides of a hello support, before anything else of it is read.
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

/// The purpose of a connection; the socket determines the permitted ones.
package enum ServiceRole: String, Codable, Hashable, Sendable {
    /// The calls of an app.
    case app
    /// The owner's own calls.
    case owner
    /// A launcher, which starts apps for the service and makes no calls.
    case launcher
}

/// The protocol versions that a program supports, in a hello of any version.
package struct HelloVersions: Codable, Hashable {
    package var lowest: UInt64
    package var highest: UInt64
}

/// The identity that a program claims, and the protocol versions that it supports.
package struct HelloCall: AnsweredCall, Hashable {
    package typealias Answer = HelloAnswer
    package static let name = "hello"

    package var lowest: UInt64
    package var highest: UInt64
    package var app: AppClaim
    package var role: ServiceRole
}

/// An app's claim about itself.
package struct AppClaim: Codable, Hashable, Sendable {
    package var bundleIdentifier: String
    package var name: String
    package var version: String?
    package var readUsage: String?
    package var shareUsage: String?
    package var requiredReadTypes: [String]
    package var hasInfoPlist: Bool
    package var program: String
    /// The SHA-256 of the program, if the service can't determine it itself.
    package var digest: String?
    /// The interpreter of the program, if it is a script.
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

    /// The identity, as far as it is trusted.
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

/// The service's description of itself.
package struct HelloAnswer: Codable, Hashable, Sendable {
    /// The protocol version from here on.
    package var version: UInt64
    /// The identifier of the service's run, which differs after each start.
    package var instance: UUID
    /// The path of the store; `nil` for one in memory.
    package var storePath: String?
    /// The protection of the store, or `nil` from a service that doesn't report it.
    package var level: AccessLevel?
}

/// Returns the end date before which a program can neither save nor find samples.
package struct EarliestSampleDateCall: AnsweredCall {
    package typealias Answer = Date
    package static let name = "earliestSampleDate"

    package init() {}
}

/// Marks a session's process as alive, as long as the call isn't cancelled and the connection lasts.
package struct MarkSessionCall: AnsweredCall {
    /// Whether no other process has marked it.
    package typealias Answer = Bool
    package static let name = "markSession"

    package var session: UUID
}

/// Returns whether a session's process is alive.
package struct SessionMarkedCall: AnsweredCall {
    package typealias Answer = Bool
    package static let name = "sessionMarked"

    package var session: UUID
}

/// Marks a program as accepting mirrored sessions, as long as the call isn't cancelled and the connection lasts.
package struct MarkCompanionCall: AnsweredCall {
    package typealias Answer = Bool
    package static let name = "markCompanion"
}

/// Returns whether a program that accepts mirrored sessions is running.
package struct CompanionMarkedCall: AnsweredCall {
    package typealias Answer = Bool
    package static let name = "companionMarked"

    package var bundleIdentifier: String
}

/// Observes changes for a program.
package struct ListenCall: AnsweredCall {
    package typealias Answer = Void
    package static let name = "listen"

    package var types: Set<String>
    package var namespaces: Set<String>
    package var whenReopened: Bool
    /// Whether to report every change with its contents, which is for the owner only.
    package var isEverything = false
}

/// The outcome of a request that a program presented to the person.
package struct PromptReplyCall: AnsweredCall {
    package typealias Answer = Void
    package static let name = "promptReply"

    /// Whether the person closed it without an answer.
    package var isClosed: Bool
    /// The reason that the person couldn't be asked, or `nil` if the person was.
    package var problem: String?
    package var problemCode: Int?
}
