import ArgumentParser
import Foundation
import HealthKit

/// Starts apps for a service, in the session in which it runs.
struct LauncherCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "launcher",
        abstract: "Start apps in your session when the service says that data changed; keep its store in step.",
        discussion: """
            The service that has the store open (healthtui serve) can't start programs in your session; this does. It \
            starts the apps that you allowed with healthtui wakes --allow, and nothing else. It waits for a service, and \
            connects again when one is restarted. Start it with your session:
              healthtui launcher &
            Where that service can't reach your folders and its store is in a group of machines, it also reads and writes \
            the group's files for it, as healthtui sync --watch does.
            After healthtui lock --on-screen-lock yes it locks the store whenever the screen is locked.
            What apps write to their output is kept in ~/.local/state/healthtui/wakes, the last 64 KiB of each.
            """
    )

    @Option(
        name: .long,
        help: ArgumentHelp(
            "The owner's socket of the service. By default the one beside the apps' socket.",
            valueName: "path"
        )
    )
    var socket: String?

    func validate() throws {
        if let socket, socket.isEmpty { throw ValidationError("--socket: the path is empty") }
    }

    func run() throws {
        let path = URL(fileURLWithPath: socket ?? ServicePlaces.ownerPath(beside: ServicePlaces.standardPath))
            .standardizedFileURL.path
        var surroundings = ProgramLauncher.Surroundings()
        surroundings.report = { line in
            // A launcher continues even if its output is closed.
            try? StandardOutput.shared.line(line)
            try? StandardOutput.shared.flush()
        }
        let report = surroundings.report
        ScreenLocking.start(at: path, report)
        EndingWork.set {}
        SyncWatcher.start(carryingFor: HKHealthStore.person(location: .service(path)).person)
        ProgramLauncher(surroundings).serve(at: path)
    }
}
