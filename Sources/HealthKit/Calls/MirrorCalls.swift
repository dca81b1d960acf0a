import Foundation

/// Announces that the caller's program accepts mirrored sessions.
package struct AnnounceCompanionCall: StoreCall {
    package typealias Answer = Void
    package static let name = "announceCompanion"
}

extension AnnounceCompanionCall: AnsweredCall, AuditedCall {
    // The app's own data.
    var audit: AuditSubject? { nil }
}

/// Finds the programs that the person approved for mirroring the caller's sessions or being started for a workout.
package struct CompanionsCall: StoreCall {
    package typealias Answer = [CompanionProgram]
    package static let name = "companions"
}

extension CompanionsCall: AnsweredCall, AuditedCall {
    // It reveals no data.
    var audit: AuditSubject? { nil }
}

/// Asks the person about the programs that the caller may share workout sessions with, if there are any.
///
/// The caller doesn't learn whether there are any.
package struct AskForCompanionsCall: StoreCall {
    package typealias Answer = Void
    package static let name = "askForCompanions"

    /// Whether only programs that accept mirrored sessions are meant.
    package var mirrors: Bool
}

extension AskForCompanionsCall: AnsweredCall, AuditedCall {
    // The app's own data.
    var audit: AuditSubject? { nil }
}

/// Notes that the caller shares its session with an approved program, or starts it.
package struct TakeCompanionCall: StoreCall {
    package typealias Answer = Void
    package static let name = "takeCompanion"

    package var companion: String
    /// Whether the program is started.
    package var starts: Bool
}

extension TakeCompanionCall: AnsweredCall, AuditedCall {
    var audit: AuditSubject? { AuditSubject(starts ? .launch : .mirror, companion: companion) }
}

/// Reads the sessions that are mirrored to the caller.
package struct MirroredSessionsCall: StoreCall {
    package typealias Answer = [MirroredSession]
    package static let name = "mirroredSessions"
}

/// A session of another program, without its builder's data, as seen by the mirroring program.
package struct MirroredSession: Sendable {
    /// The bundle identifier of the session's program.
    package var owner: String
    package var content: WorkoutSessionContent
}

extension MirroredSessionsCall: AnsweredCall, AuditedCall {
    private struct Form: Codable {
        var owner: String
        var content: WorkoutSessionContent
    }

    package static func value(of answer: [MirroredSession]) throws -> CallValue {
        try CallEncoder.value(of: answer.map { Form(owner: $0.owner, content: $0.content) })
    }

    package static func answer(from value: CallValue) throws -> [MirroredSession] {
        try CallDecoder.value([Form].self, from: value).map { MirroredSession(owner: $0.owner, content: $0.content) }
    }

    // It reveals no data.
    var audit: AuditSubject? { nil }
}

/// A message between the two sides of a mirrored session.
package struct WorkoutMessage: Codable, Hashable, Sendable {
    /// Data of the app; `nil` for a command.
    package var data: Data?
    /// Raw value of the requested event of the session.
    package var event: Int?
    /// The date of the event.
    package var date: Date?

    /// The maximum number of data bytes in ten seconds.
    package static let limit = 100_000
    /// The maximum number of messages waiting for the other side.
    package static let waitingLimit = 1_000

    /// The mirroring side's message that it knows of the session's end.
    package static let farewell = WorkoutMessage()

    package var isFarewell: Bool { self == .farewell }

    private init() {}

    package init(data: Data) { self.data = data }

    package init(event: WorkoutSessionMachine.Event, date: Date?) {
        self.event = event.rawValue
        self.date = date
    }
}

/// Sends a message to the other side of a mirrored session.
package struct ReportSessionCall: StoreCall {
    package typealias Answer = Void
    package static let name = "tellSession"

    package var session: UUID
    /// The bundle identifier of the session's program.
    package var owner: String
    /// Whether the message is for the mirroring program, rather than the owner.
    package var toCompanion: Bool
    package var message: WorkoutMessage

    package func check() throws {
        guard (message.data?.count ?? 0) <= WorkoutMessage.limit else { throw HKError.tooMuchData }
    }
}

extension ReportSessionCall: AnsweredCall, AuditedCall {
    // The app's own data.
    var audit: AuditSubject? { nil }
}

/// Receives the messages of the other side of a mirrored session, in order.
package struct HearSessionCall: StoreCall {
    package typealias Answer = [WorkoutMessage]
    package static let name = "hearSession"

    package var session: UUID
    package var owner: String
    package var fromCompanion: Bool
}

extension HearSessionCall: AnsweredCall, AuditedCall {
    // The app's own data.
    var audit: AuditSubject? { nil }
}

extension HKError {
    /// The error for more data than a mirrored session can carry.
    package static var tooMuchData: HKError {
        error(
            .errorDataSizeExceeded,
            "A mirrored workout session sends at most \(WorkoutMessage.limit) bytes in 10 seconds"
        )
    }

    /// The error if the person approved no other program of an app, whether there is one or not.
    package static func noCompanion(_ bundleIdentifier: String) -> HKError {
        invalid("No companion of \(bundleIdentifier) is approved. Approve one with: healthtui companions")
    }

    /// The error if a session is not mirrored.
    package static var notMirroring: HKError { invalid("The workout session is not mirrored") }
}
