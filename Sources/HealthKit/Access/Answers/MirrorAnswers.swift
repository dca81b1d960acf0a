import Foundation
import HealthKitStore

extension AnnounceCompanionCall: WriteCall {
    var condition: CallCondition { .available }

    func answer(_ writer: ScopedWriter) throws {
        let program = writer.reader.base.caller?.program ?? Machine.executablePath
        try writer.writer.announce(
            CompanionProgram(bundleIdentifier: writer.reader.sessionOwner, program: program, mirrors: true)
        )
    }
}

extension CompanionsCall: ReadCall {
    var condition: CallCondition { .available }

    func answer(_ reader: ScopedReader) throws -> [CompanionProgram] {
        let base = reader.base
        return try base.caller.map { try base.companions(of: $0) } ?? base.companionsOfPerson()
    }
}

extension AskForCompanionsCall: WriteCall {
    var condition: CallCondition { .available }

    func answer(_ writer: ScopedWriter) throws {
        guard let app = writer.reader.base.caller else { return }
        try writer.writer.askForCompanions(app, mirrors: mirrors, now: writer.now)
    }
}

extension TakeCompanionCall: WriteCall {
    var condition: CallCondition { .available }

    func answer(_ writer: ScopedWriter) throws {
        guard let app = writer.reader.base.caller else { return }
        let approved = try writer.reader.base.companions(of: app)
        guard approved.contains(where: { $0.bundleIdentifier == companion }) else {
            throw HKError.error(.errorAuthorizationDenied, HKError.noCompanion(app.bundleIdentifier).text)
        }
    }
}

extension MirroredSessionsCall: ReadCall {
    var condition: CallCondition { .available }

    func answer(_ reader: ScopedReader) throws -> [MirroredSession] {
        try reader.base.mirroredSessions(to: reader.base.caller)
    }
}

extension ReportSessionCall: WriteCall {
    var condition: CallCondition { .available }

    func answer(_ writer: ScopedWriter) throws {
        try check()
        let caller = writer.reader.base.caller
        guard
            try writer.reader.base.isSide(caller, ofSession: session, owner: owner, isCompanion: !toCompanion)
        else { throw HKError.notMirroring }
        try writer.writer.report(message, session, owner, toCompanion: toCompanion)
    }
}

extension HearSessionCall: WriteCall {
    var condition: CallCondition { .available }

    func answer(_ writer: ScopedWriter) throws -> [WorkoutMessage] {
        let caller = writer.reader.base.caller
        guard
            try writer.reader.base.isSide(caller, ofSession: session, owner: owner, isCompanion: !fromCompanion)
        else { return [] }
        return try writer.writer.hear(session, owner, fromCompanion: fromCompanion)
    }
}
