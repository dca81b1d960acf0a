import ArgumentParser
import Foundation
import HealthKit

/// Has a store open for apps, which make their calls over a socket.
struct ServeCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "serve",
        abstract: "Have the store open for apps, which reach it over a socket.",
        discussion: """
            Apps that are started with HEALTHKIT_STORE=unix:PATH make their calls to this process instead of opening the \
            store's file. They are asked for access, told of changes and refused as before. The socket is yours alone: \
            programs of other users are not served. Programs of yours still can open the file; serving doesn't keep them \
            from it.

              healthtui serve &
              HEALTHKIT_STORE=unix:$XDG_RUNTIME_DIR/healthtui/service stepdemo

            A service that runs as a user of its own keeps the store from all programs of yours:

              healthtui serve --owner ada --store /var/lib/healthkit/1000/health.store

            Apps with a user or a group of their own are listed in \(InstalledApps.standardPath), a line each: the bundle \
            identifier, user or group, and its name. They are verified: no other program can pass as them.

            Where a service manager hands over a socket (LISTEN_FDS), that one is used. A signal ends the service after \
            the calls that are under way. Apps go on when it is started again within 30 seconds; a change whose answer \
            was lost is an error for the app, which can't tell whether it was made.
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

    @OptionGroup var store: StoreArguments

    func validate() throws {
        if let socket, socket.isEmpty { throw ValidationError("--socket: the path is empty") }
    }

    func run() throws {
        let people = try people()
        // What is wrong with the list is told before anybody connects.
        _ = try InstalledApps(path: people.list, people: people.users)
        let person = store.open()
        // What is wrong with the store is told before anybody connects.
        _ = try person.types()
        let listener = try socket == nil ? ServiceListener.handedOver() : nil
        let found =
            try listener
            ?? ServiceListener(
                path: absolute(socket ?? ServiceListener.standardPath),
                isForAll: people.level == .ownUser
            )
        var surroundings = StoreService.Surroundings()
        surroundings.people = people
        let service = try StoreService(person, listener: found.descriptor, surroundings: surroundings)
        EndingWork.set {
            found.remove()
            service.stopAndWait()
        }
        if let path = found.path {
            try StandardOutput.shared.line("serving \(store.path) at \(path)")
            try StandardOutput.shared.flush()
        }
        service.run()
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
