import ArgumentParser
import Foundation
import HealthKit
import HealthtuiExchange
import HealthtuiSync

/// Has a store open for apps, which make their calls over a socket.
struct ServeCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "serve",
        abstract: "Have the store open for apps, which reach it over a socket.",
        discussion: """
            Apps that are started with HEALTHKIT_STORE=unix:PATH make their calls to this process instead of opening the \
            store's file. They are asked for access, told of changes and refused as before. The socket is yours alone: \
            programs of other users are not served. Programs of yours still can open the file; serving doesn't keep them \
            from it. Your own commands connect to the socket “owner” in the same folder.

              healthtui serve &
              HEALTHKIT_STORE=unix:$XDG_RUNTIME_DIR/healthtui/service stepdemo

            A service that runs as a user of its own keeps the store from all programs of yours:

              healthtui serve --owner ada --store /var/lib/healthkit/1000/health.store

            It asks for the passphrase of an encrypted store, or the PIN of a plain one (healthtui pin), before it shows, \
            changes or deletes anything for you, and before each change of permissions, export and backup.

            Apps with a user or a group of their own are listed in \(InstalledApps.standardPath), a line each: the bundle \
            identifier, user or group, and its name. They are verified: no other program can pass as them.

            Where a service manager hands over a socket (LISTEN_FDS), that one is used. A signal ends the service after \
            the calls that are under way. Apps go on when it is started again within 30 seconds; a change whose answer \
            was lost is asked for again and made once.
            """
    )

    @Option(
        name: .long,
        help: ArgumentHelp(
            "The socket. By default service in $XDG_RUNTIME_DIR/healthtui, else in ~/.local/state/healthtui.",
            valueName: "path"
        )
    )
    var socket: String?

    @Option(
        name: .long,
        help: ArgumentHelp("Whose health data it is, where the service runs as another user.", valueName: "user")
    )
    var owner: String?

    @Option(
        name: .long,
        parsing: .singleValue,
        help: ArgumentHelp("A user whose programs may call as apps, instead of the owner.", valueName: "user")
    )
    var apps: [String] = []

    @Option(
        name: .long,
        help: ArgumentHelp(
            "The list of apps with a user or group of their own. By default \(InstalledApps.standardPath).",
            valueName: "file"
        )
    )
    var installedApps = InstalledApps.standardPath

    @Flag(
        name: .long,
        help: ArgumentHelp(
            """
            Ask for the store's passphrase, or the PIN of a plain store, before anything is done as you. A service of \
            another user always does.
            """
        )
    )
    var requireSecret = false

    @OptionGroup var store: StoreArguments

    func validate() throws {
        if let socket, socket.isEmpty { throw ValidationError("--socket: the path is empty") }
        if let socket, ServicePlaces.ownerPath(beside: socket) == socket {
            throw ValidationError("--socket: the name “owner” is for the owner's own socket, beside that of apps")
        }
    }

    func run() throws {
        let people = try people()
        let store = store.ofService
        // Its agent and its logs are next to the store by default, since the home of the user who starts it is another.
        if people.level == .ownUser { try Self.keepOwnState(beside: store.filePath()) }
        // Problems with the list are reported before the first connection.
        _ = try InstalledApps(path: people.list, people: people.users)
        let person = store.open()
        // Problems with the store are reported before the first connection; a locked one is unlocked over the service.
        if try !person.lockState().isLocked { _ = try person.types() }
        // Before the first connection is possible.
        let room = Self.makeRoom(for: StoreService.Surroundings().mostConnections)
        let listeners = try listeners(people.level == .ownUser ? .everyone : .user)
        var surroundings = StoreService.Surroundings()
        surroundings.people = people
        surroundings.mostConnections = room
        surroundings.wakesApps = true
        if let problem = WakeMoment.problem { StandardError.line("healthtui: \(problem)") }
        surroundings.asksForSecret = requireSecret || people.level == .ownUser
        surroundings.forms = ImportForms.ofExports
        // A dedicated user can't access the folder in a person's home, so the launcher transfers the files.
        let reachesFolders = people.level != .ownUser
        surroundings.sync = GroupService(person, syncsItself: reachesFolders)
        let mark = try listeners[.apps]?.path.map { try ServiceMark(store: store.filePath(), socket: $0) }
        // The mark proves that no other service has the store, so these files are unused.
        if mark != nil { ServedFiles.removeAbandoned(beside: try store.filePath()) }
        let service = try StoreService(person, listeners: listeners.mapValues(\.descriptor), surroundings: surroundings)
        EndingWork.set {
            mark?.remove()
            for listener in listeners.values { listener.remove() }
            service.stopAndWait()
        }
        if let path = listeners[.apps]?.path {
            try StandardOutput.shared.line("serving \(store.path) at \(path)")
            try StandardOutput.shared.flush()
        }
        if reachesFolders { SyncWatcher.start(serving: person) }
        service.run()
    }

    /// Makes a service with a dedicated user keep its agent's socket, its notes and its log in the store's folder, if
    /// the environment has no folder of that user.
    static func keepOwnState(beside store: String) {
        func isOwn(_ path: String?) -> Bool {
            var status = stat()
            return path.map { $0.hasPrefix("/") && stat($0, &status) == 0 && status.st_uid == geteuid() } ?? false
        }
        let environment = ProcessInfo.processInfo.environment
        if !isOwn(environment["XDG_STATE_HOME"]) {
            setenv("XDG_STATE_HOME", (store as NSString).deletingLastPathComponent, 1)
        }
        if !isOwn(environment["XDG_RUNTIME_DIR"]) { unsetenv("XDG_RUNTIME_DIR") }
        if !isOwn(environment["HOME"]) { setenv("HOME", (store as NSString).deletingLastPathComponent, 1) }
    }

    /// The service's open files besides connections: the store, copies of it, its sockets.
    private static let otherFiles = 64

    /// Makes room for as many connections, each of which is an open file.
    ///
    /// - Parameter connections: How many there may be.
    /// - Returns: The possible number of connections; fewer, with a message, if the system doesn't allow more.
    private static func makeRoom(for connections: Int) -> Int {
        var limit = rlimit()
        guard getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0 else { return connections }
        let wanted = rlim_t(connections + otherFiles)
        if limit.rlim_cur < wanted {
            var raised = limit
            raised.rlim_cur = min(limit.rlim_max, wanted)
            if setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &raised) == 0 { limit = raised }
        }
        guard limit.rlim_cur < wanted else { return connections }
        let room = max(1, Int(limit.rlim_cur) - otherFiles)
        StandardError.line(
            "healthtui: the system lets this program have \(limit.rlim_cur) files open (ulimit -Hn), so there are at most \(room) connections"
        )
        return room
    }

    /// The sockets: those that were handed over, and new ones for the rest.
    private func listeners(_ access: ServiceListener.Access) throws -> [ServiceDoor: ServiceListener] {
        var listeners = try socket == nil ? ServiceListener.handedOver() : [:]
        let path = listeners[.apps]?.path ?? absolute(socket ?? ServicePlaces.standardPath)
        if listeners[.apps] == nil { listeners[.apps] = try ServiceListener(path: path, access: access) }
        guard listeners[.owner] == nil else { return listeners }
        do {
            listeners[.owner] = try ServiceListener(path: ServicePlaces.ownerPath(beside: path), access: access)
        } catch {
            listeners[.apps]?.remove()
            throw error
        }
        return listeners
    }

    private func people() throws -> ServicePeople {
        func number(_ name: String, _ option: String) throws -> uid_t {
            guard let user = UserNames.user(named: name) else {
                throw CommandFailure.usage(name, "\(option): user not found")
            }
            return user
        }
        let owner = try owner.map { try number($0, "--owner") }
        let users = try apps.map { try number($0, "--apps") }
        return ServicePeople(owner: owner, apps: users.isEmpty ? nil : Set(users), list: installedApps)
    }

    private func absolute(_ path: String) -> String { URL(fileURLWithPath: path).standardizedFileURL.path }
}
