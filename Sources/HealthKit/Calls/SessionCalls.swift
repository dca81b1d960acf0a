import Foundation

/// Keeps a session's state and further data of its builder.
package struct KeepSessionCall: StoreCall {
    package typealias Answer = Void
    package static let name = "keepSession"

    package var session: WorkoutSessionContent
    package var parts: [WorkoutPart]
    /// Whether it becomes the store's primary session or stops being it; `nil` to leave it.
    package var takesPlace: Bool?

    package func check() throws {
        try CallBounds.check(parts.count, CallBounds.types, "parts of a session")
        try CallBounds.check(parts.reduce(0) { $0 + $1.bytes.count }, CallBounds.bytes, "bytes of parts of a session")
    }
}

extension KeepSessionCall: AnsweredCall, AuditedCall {
    // The app's own data.
    var audit: AuditSubject? { nil }
}

/// Finds the caller's kept sessions, the latest change first, with their parts on request.
package struct SessionsCall: StoreCall {
    package typealias Answer = [KeptSession]
    package static let name = "sessions"

    /// The session whose parts are requested.
    package var withParts: UUID?
}

/// A session that is kept.
package struct KeptSession: Sendable {
    package var content: WorkoutSessionContent
    package var parts: [WorkoutPart]
    /// Whether it is the store's primary session.
    package var isPrimary: Bool
}

extension SessionsCall: AnsweredCall, AuditedCall {
    private struct Form: Codable {
        var content: WorkoutSessionContent
        var parts: [WorkoutPart]
        var isPrimary: Bool
    }

    package static func value(of answer: [KeptSession]) throws -> CallValue {
        try CallEncoder.value(
            of: answer.map { Form(content: $0.content, parts: $0.parts, isPrimary: $0.isPrimary) }
        )
    }

    package static func answer(from value: CallValue) throws -> [KeptSession] {
        try CallDecoder.value([Form].self, from: value)
            .map { KeptSession(content: $0.content, parts: $0.parts, isPrimary: $0.isPrimary) }
    }

    // It reveals no data.
    var audit: AuditSubject? { nil }
}

/// Returns whether a session of the caller is the store's primary one.
package struct SessionPlaceCall: StoreCall {
    package typealias Answer = Bool
    package static let name = "sessionPlace"

    package var session: UUID
}

extension SessionPlaceCall: AnsweredCall, AuditedCall {
    // It reveals no data.
    var audit: AuditSubject? { nil }
}

/// Forgets a session of the caller, and its builder's data.
package struct ForgetSessionCall: StoreCall {
    package typealias Answer = Void
    package static let name = "forgetSession"

    package var session: UUID
}

extension ForgetSessionCall: AnsweredCall, AuditedCall {
    // The app's own data.
    var audit: AuditSubject? { nil }
}
