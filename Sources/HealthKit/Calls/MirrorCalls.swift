import Foundation

/// Says that the caller's program takes sessions that are mirrored to it.
package struct AnnounceCompanionCall: StoreCall {
    package typealias Answer = Void
    package static let name = "announceCompanion"
}

/// Finds the programs that may mirror the caller's sessions or be started for a workout: those that the person approved.
package struct CompanionsCall: StoreCall {
    package typealias Answer = [CompanionProgram]
    package static let name = "companions"
}

/// Asks the person for the programs that the caller may share workout sessions with, where there are any.
///
/// Whether there are any the caller does not learn.
package struct AskForCompanionsCall: StoreCall {
    package typealias Answer = Void
    package static let name = "askForCompanions"

    /// Whether only programs that take mirrored sessions are meant.
    package var mirrors: Bool
}

/// Notes that the caller shares its session with an approved program, or starts it.
package struct TakeCompanionCall: StoreCall {
    package typealias Answer = Void
    package static let name = "takeCompanion"

    package var companion: String
    /// Whether the program is started.
    package var starts: Bool
}

/// Reads the sessions that are mirrored to the caller.
package struct MirroredSessionsCall: StoreCall {
    package typealias Answer = [MirroredSession]
    package static let name = "mirroredSessions"
}

/// A session of another program as the one that mirrors it sees it: without what its builder holds.
package struct MirroredSession: Sendable {
    /// The bundle identifier of the program whose session it is.
    package var owner: String
    package var content: WorkoutSessionContent
}

/// What one side of a mirrored session tells the other.
package struct WorkoutMessage: Codable, Hashable, Sendable {
    /// Data of the app; `nil` for a command.
    package var data: Data?
    /// Raw value of what should happen to the session.
    package var event: Int?
    /// When it should.
    package var date: Date?

    /// The most bytes of data in ten seconds.
    package static let limit = 100_000
    /// The most messages that wait for the other side.
    package static let waitingLimit = 1_000

    /// What the side that mirrors says when it knows of the session's end.
    package static let farewell = WorkoutMessage()

    package var isFarewell: Bool { self == .farewell }

    private init() {}

    package init(data: Data) { self.data = data }

    package init(event: WorkoutSessionMachine.Event, date: Date?) {
        self.event = event.rawValue
        self.date = date
    }
}

/// Tells the other side of a mirrored session something.
package struct ReportSessionCall: StoreCall {
    package typealias Answer = Void
    package static let name = "tellSession"

    package var session: UUID
    /// The bundle identifier of the program whose session it is.
    package var owner: String
    /// Whether the program that mirrors it is told, rather than the owner.
    package var toCompanion: Bool
    package var message: WorkoutMessage

    package func check() throws {
        guard (message.data?.count ?? 0) <= WorkoutMessage.limit else { throw HKError.tooMuchData }
    }
}

/// Takes what the other side of a mirrored session told the caller, in the order in which it did.
package struct HearSessionCall: StoreCall {
    package typealias Answer = [WorkoutMessage]
    package static let name = "hearSession"

    package var session: UUID
    package var owner: String
    package var fromCompanion: Bool
}

extension HKError {
    /// The error for more data than a mirrored session carries.
    package static var tooMuchData: HKError {
        error(
            .errorDataSizeExceeded,
            "A mirrored workout session sends at most \(WorkoutMessage.limit) bytes in 10 seconds"
        )
    }

    /// The error where the person approved no other program of an app, whether there is one or not.
    package static func noCompanion(_ bundleIdentifier: String) -> HKError {
        invalid("No companion of \(bundleIdentifier) is approved. Approve one with: healthtui companions")
    }

    /// The error where a session is not mirrored.
    package static var notMirroring: HKError { invalid("The workout session is not mirrored") }
}
