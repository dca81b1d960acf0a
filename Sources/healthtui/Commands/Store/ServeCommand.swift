import ArgumentParser
import Foundation
import HealthExchange
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
            from it. Your own commands connect to the socket “owner” in the same folder.

              healthtui serve &
              HEALTHKIT_STORE=unix:$XDG_RUNTIME_DIR/healthtui/service stepdemo

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

    @OptionGroup var store: StoreArguments

    func validate() throws {
        if let socket, socket.isEmpty { throw ValidationError("--socket: the path is empty") }
        if let socket, ServiceListener.ownerPath(beside: socket) == socket {
            throw ValidationError("--socket: the name “owner” is for the owner's own socket, beside that of apps")
        }
    }

    func run() throws {
        let person = store.open()
        // What is wrong with the store is told before anybody connects.
        _ = try person.types()
        let listeners = try listeners()
        var surroundings = StoreService.Surroundings()
        surroundings.forms = ImportForms.ofExports
        let mark = try listeners[.apps]?.path.map { try ServiceMark(store: store.filePath(), socket: $0) }
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
        service.run()
    }

    /// The sockets: those that were handed over, and what they lack.
    private func listeners() throws -> [ServiceDoor: ServiceListener] {
        var listeners = try socket == nil ? ServiceListener.handedOver() : [:]
        let path = listeners[.apps]?.path ?? absolute(socket ?? ServiceListener.standardPath)
        if listeners[.apps] == nil { listeners[.apps] = try ServiceListener(path: path) }
        guard listeners[.owner] == nil else { return listeners }
        do {
            listeners[.owner] = try ServiceListener(path: ServiceListener.ownerPath(beside: path))
        } catch {
            listeners[.apps]?.remove()
            throw error
        }
        return listeners
    }

    private func absolute(_ path: String) -> String { URL(fileURLWithPath: path).standardizedFileURL.path }
}
