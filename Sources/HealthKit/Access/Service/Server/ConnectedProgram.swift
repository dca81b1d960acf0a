import Foundation
import HealthKitStore

/// The program at the other end of a connection, identified as far as the service can tell.
struct ConnectedProgram: Sendable {
    let door: ServiceDoor
    let peer: ServicePeer
    let people: ServicePeople
    /// The owner's gate to the store.
    let owner: Gate
    /// The program that a launcher was asked to start, if it is at the other end.
    let started: StartedProgram?

    /// The principal of the calls; the door decides which identities a program may claim.
    func principal(of hello: HelloCall) throws -> Principal {
        switch (hello.role, door) {
        case (.app, .apps): return .app(try identify(hello.app))
        case (.owner, .owner): return .person
        case (.app, .owner):
            throw HKError.error(
                .errorAuthorizationDenied,
                "Apps connect to the other socket of the service, beside this"
            )
        case (.owner, .apps), (.launcher, .apps):
            throw HKError.error(
                .errorAuthorizationDenied,
                "This connection is for apps; only the socket “owner” of the service takes the owner's calls"
            )
        case (.launcher, .owner): throw HKError.error(.errorAuthorizationDenied, "A launcher makes no calls")
        }
    }

    /// The holder of the connection, for the app that the program is.
    func holder(_ app: AppIdentity) -> ServiceRoom.Holder {
        if app.verification != nil { return .verified(app.bundleIdentifier) }
        return app.programIdentity.map { .program($0) } ?? .started(app.bundleIdentifier)
    }

    /// The app that the program is; a changed program is noted.
    private func identify(_ claim: AppClaim) throws -> AppIdentity {
        let app = try started.map { try startedApp($0, claim) } ?? people.identify(claim, peer)
        // Every call refuses an invalid name, and reports a store that can't be opened.
        guard app.verification == nil, AppIdentity.problem(with: app.bundleIdentifier) == nil,
            let database = try? owner.handle.database(), !database.state.isLocked
        else { return app }
        let (isTaken, isNew) = try database.read {
            (try $0.hasVerifiedApp(app.bundleIdentifier), try $0.isNewProgram(app))
        }
        if isTaken { throw ServicePeople.takenIdentifier(app) }
        if isNew { try database.write { try $0.noteProgram(app) } }
        return app
    }

    /// The app that a launcher started: its program is the one that the service named and that the launcher found there.
    private func startedApp(_ started: StartedProgram, _ claim: AppClaim) throws -> AppIdentity {
        guard claim.bundleIdentifier == started.app else {
            throw HKError.error(
                .errorAuthorizationDenied,
                "This connection is for \(started.app), and the program says that it is \(claim.bundleIdentifier)"
            )
        }
        try claim.checkTexts()
        var app = claim.identity
        app.level = people.level
        guard let digest = started.digest ?? claim.digest else { return app }
        app.program = started.path
        app.programIdentity = ProgramIdentity(path: started.path, digest: digest, interpreter: claim.interpreter)
        return app
    }
}
