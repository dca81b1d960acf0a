import ArgumentParser
import Foundation
import Glibc
import HealthKit

/// Starts an app with a separate connection to the service.
struct RunCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "run",
        abstract: "Start an app with a connection of its own to the service.",
        discussion: """
            The app finds the connection as descriptor 3, with HEALTHKIT_STORE=fd:3.

              healthtui run stepdemo
              healthtui run --sandbox --keep ~/walks stepdemo

            With --sandbox the app sees the system's programs, itself, and the folders you name: neither your files nor \
            your other programs, and no network. That keeps the app in. It doesn't keep your other programs from taking \
            the app's connection.
            """
    )

    @Flag(name: .long, help: "Start it in a sandbox, by bubblewrap.")
    var sandbox = false

    @Option(
        name: .long,
        parsing: .singleValue,
        help: ArgumentHelp("A folder that the app may read and write in the sandbox.", valueName: "folder")
    )
    var keep: [String] = []

    @Flag(name: .long, help: "Let the app use the network, and with it sockets such as those of X11, in the sandbox.")
    var network = false

    @Option(
        name: .long,
        help: ArgumentHelp("The service's socket. By default that of your service.", valueName: "path")
    )
    var socket: String?

    @Argument(help: "The app: a path, or a name on the search path.")
    var app: String

    @Argument(parsing: .captureForPassthrough, help: "The app's own arguments.")
    var arguments: [String] = []

    func validate() throws {
        if !sandbox, network || !keep.isEmpty { throw ValidationError("--network and --keep need --sandbox") }
        if let socket, socket.isEmpty { throw ValidationError("--socket: the path is empty") }
    }

    func run() throws {
        if sandbox, geteuid() == 0 {
            throw CommandFailure("--sandbox", "root can leave any sandbox; run this as another user")
        }
        let program = try ProgramStart.find(app)
        var environment = ProcessInfo.processInfo.environment
        let plan = sandbox ? try Sandbox(program, arguments, keep: keep, hasNetwork: network, environment) : nil
        let connection = try ServiceAddress.connection(named: socket)
        environment["HEALTHKIT_STORE"] = "fd:3"
        if let plan {
            if network {
                StandardError.line(
                    "healthtui: --network also opens sockets without a file: X11, and some programs of your session."
                )
            }
            try ProgramStart.become(plan.path, plan.arguments, connection: connection, environment: plan.environment)
        }
        try ProgramStart.become(program, arguments, connection: connection, environment: environment)
    }
}
