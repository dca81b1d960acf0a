import Foundation
import Glibc

/// The users that a service serves, and how it distinguishes them.
package struct ServicePeople: Sendable {
    /// The user who owns the health data.
    package var owner: uid_t
    /// The users whose programs may call as apps, besides apps with a dedicated user.
    package var apps: Set<uid_t>
    /// The list of apps with a dedicated user or group.
    package var list: String
    /// The user that runs the service.
    package var service: uid_t
    /// The group that proves the console to a service with its own user, or `nil` if the machine has none without members.
    package var consoleGroup: gid_t? = UserNames.group(named: Self.consoleGroupName)
        .flatMap { $0.hasMembers ? nil : $0.number }
    /// Identifies the program that a process runs.
    package var program: @Sendable (pid_t) throws -> ProgramIdentity = { try ProgramReader.read($0) }

    /// - Parameters:
    ///   - owner: The user who owns the health data; `nil` for the user that runs the service.
    ///   - apps: The users whose programs may call as apps; `nil` for the owner alone.
    ///   - list: The list of apps with a dedicated user or group.
    package init(owner: uid_t? = nil, apps: Set<uid_t>? = nil, list: String = InstalledApps.standardPath) {
        service = geteuid()
        self.owner = owner ?? service
        self.apps = apps ?? [self.owner]
        self.list = list
    }

    /// All users who can run any program.
    package var users: Set<uid_t> { apps.union([owner]) }

    /// The protection of the store.
    package var level: AccessLevel { users.contains(service) ? .sameUser : .ownUser }

    /// Checks that a user is served at all.
    ///
    /// - Throws: `errorAuthorizationDenied` for one that isn't; any error in the list of apps.
    package func check(_ peer: ServicePeer) throws {
        if users.contains(peer.user) { return }
        guard try !InstalledApps(path: list, people: users).entries(user: peer.user).isEmpty else {
            throw HKError.error(
                .errorAuthorizationDenied,
                "The service serves \(UserNames.user(owner)); \(UserNames.user(peer.user)) isn't served"
            )
        }
    }

    /// Whether the system proves which app a program is; false if the list of apps can't be read, which the hello reports.
    func isVerified(_ peer: ServicePeer) -> Bool {
        do {
            let installed = try InstalledApps(path: list, people: users)
            let ofGroup = users.contains(peer.user) ? installed.entries(group: peer.group) : []
            return !ofGroup.isEmpty || !installed.entries(user: peer.user).isEmpty
        } catch {
            HealthLog.debug("service", ["process": "\(peer.process)", "problem": "\(error)"])
            return false
        }
    }

    /// The name of the group of the console's file.
    package static let consoleGroupName = "_healthkit-console"

    /// Checks that a user is served at the door where it connected.
    ///
    /// - Throws: `errorAuthorizationDenied` for one that isn't; any error in the list of apps.
    package func check(_ peer: ServicePeer, at door: ServiceDoor) throws {
        guard door == .owner else { return try check(peer) }
        // The service's own user can read the file itself.
        if peer.user == service { return }
        // Root is served too; it gives the secret as everyone does, and may end the wait after wrong ones.
        if peer.user == 0 { return }
        guard peer.user == owner else {
            throw HKError.error(
                .errorAuthorizationDenied,
                "Only \(UserNames.user(owner)) speaks for the owner; \(UserNames.user(peer.user)) isn't served"
            )
        }
        guard level == .ownUser else { return }
        guard let consoleGroup, peer.group == consoleGroup else {
            throw HKError.error(
                .errorAuthorizationDenied,
                "Only healthtui speaks for the owner, as make install-service installs it: with the group "
                    + Self.consoleGroupName
            )
        }
    }

    /// Identifies the app that a program is.
    ///
    /// - Parameters:
    ///   - claim: The program's own claim.
    ///   - peer: The system's information about its connection.
    /// - Returns: The app, which is verified if the system proves it.
    /// - Throws: `errorAuthorizationDenied` if the two don't agree, or the program can't be distinguished.
    package func identify(_ claim: AppClaim, _ peer: ServicePeer?) throws -> AppIdentity {
        guard let peer else { throw Self.refusal("the system doesn't say whose program it is") }
        try check(peer)
        try claim.checkTexts()
        let installed = try InstalledApps(path: list, people: users)
        var app = claim.identity
        app.level = level
        let isPersons = users.contains(peer.user)
        let proven = installed.entries(user: peer.user) + (isPersons ? installed.entries(group: peer.group) : [])
        if !proven.isEmpty {
            guard let entry = proven.first(where: { $0.bundleIdentifier == app.bundleIdentifier }) else {
                let names = proven.map(\.bundleIdentifier).joined(separator: ", ")
                throw Self.refusal("it is installed as \(names), and says that it is \(app.bundleIdentifier.shown)")
            }
            app.verification = entry.verification
            return app
        }
        if installed.entries.contains(where: { $0.bundleIdentifier == app.bundleIdentifier }) {
            throw Self.takenIdentifier(app)
        }
        let program = try identity(of: peer.process, claim)
        app.program = program.path
        app.programIdentity = program
        return app
    }

    /// The program's identity from the system or, failing that, from its own claim.
    private func identity(of process: pid_t, _ claim: AppClaim) throws -> ProgramIdentity {
        do {
            return try program(process)
        } catch ProgramReader.Problem.notReported {
            return try claimed(claim, nil)
        } catch ProgramReader.Problem.sandbox(let name) {
            return try claimed(claim, name)
        } catch {
            throw Self.refusal("which program it is can't be found out: \(error)")
        }
    }

    private func claimed(_ claim: AppClaim, _ sandbox: String?) throws -> ProgramIdentity {
        guard let digest = claim.digest, digest.utf8.count == 64, digest.allSatisfy(\.isHexDigit),
            claim.program.hasPrefix("/")
        else { throw Self.refusal("it doesn't say which program it is; build it with a later version of the library") }
        return ProgramIdentity(path: claim.program, digest: digest, interpreter: claim.interpreter ?? sandbox)
    }

    private static func refusal(_ reason: String) -> HKError {
        .error(.errorAuthorizationDenied, "The service doesn't serve this program: \(reason)")
    }

    /// The error for a program that uses the identifier of an app that the system can distinguish from it.
    static func takenIdentifier(_ app: AppIdentity) -> HKError {
        refusal("\(app.bundleIdentifier.shown) is a verified app, and this program isn't it")
    }
}

extension AppClaim {
    /// Checks that a program's claimed texts are safe to show to a person.
    ///
    /// - Throws: `errorInvalidArgument` with the problem.
    func checkTexts() throws {
        let texts: [(name: String, text: String?, limit: Int)] = [
            ("name", name, 200), ("version", version, 200), ("path", program, 4_096), ("interpreter", interpreter, 200),
            ("NSHealthShareUsageDescription", readUsage, 4_000),
            ("NSHealthUpdateUsageDescription", shareUsage, 4_000),
        ]
        for (field, text, limit) in texts {
            guard let text else { continue }
            guard text.utf8.count <= limit else {
                throw HKError.invalid("The app's \(field) has more than \(limit) bytes")
            }
            let isUsage = field.hasPrefix("NS")
            guard !text.unicodeScalars.contains(where: { $0.hides && !(isUsage && $0 == "\n") }) else {
                throw HKError.invalid("The app's \(field) has characters that don't show")
            }
        }
        guard !name.trimmingCharacters(in: .whitespaces).isEmpty else { throw HKError.invalid("The app has no name") }
    }
}

extension String {
    /// A program's text in the form shown in errors.
    fileprivate var shown: String {
        String(unicodeScalars.prefix(160).map { $0.hides ? "\u{FFFD}" : Character($0) })
    }
}
