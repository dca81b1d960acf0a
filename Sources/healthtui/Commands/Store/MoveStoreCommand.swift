import ArgumentParser
import Foundation
import Glibc
import HealthKit

/// Moves a person's store into the service, or back.
struct MoveStoreCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "move-store",
        abstract: "Move a person's store to the service that runs as a user of its own, or back. As root.",
        discussion: """
            The store is copied, the copy is compared, a note is left, and then the store is removed where it was. You can \
            stop it at any time, even by a power failure: run it again, and it goes on. Close all programs that use the \
            store, and stop the service, first.

              sudo healthtui move-store --to-service --user ada
              sudo healthtui move-store --back --user ada
            """
    )

    @Flag(name: .long, help: "Move the person's file to the service.")
    var toService = false

    @Flag(name: .long, help: "Move the service's store to the person's file.")
    var back = false

    @Option(name: .long, help: ArgumentHelp("Whose store. By default who called sudo.", valueName: "name"))
    var user: String?

    @Option(
        name: .long,
        help: ArgumentHelp(
            "The person's file. By default .local/share/healthtui/health.store in the person's home folder.",
            valueName: "path"
        )
    )
    var file: String?

    func validate() throws {
        guard toService != back else { throw ValidationError("say --to-service or --back") }
        if let file, !file.hasPrefix("/") { throw ValidationError("--file: a whole path is needed, from / on") }
    }

    func run() throws {
        let name = user ?? ProcessInfo.processInfo.environment["SUDO_USER"] ?? ""
        guard let person = UserNames.user(named: name) else {
            throw CommandFailure.usage(name, name.isEmpty ? "say whose store with --user" : "--user: user not found")
        }
        guard geteuid() == 0 else {
            throw CommandFailure("move-store", "only root can move a store to another user; run it with sudo")
        }
        guard person != 0 else { throw CommandFailure.usage(name, "root's store isn't kept by a service") }
        // The person may not read files that belong to root's groups.
        guard setgroups(0, nil) == 0 else { throw CommandFailure("move-store", String(cString: strerror(errno))) }
        guard let path = file ?? UserNames.home(of: person).map({ $0 + "/.local/share/healthtui/health.store" }) else {
            throw CommandFailure(name, "has no home folder; name the file with --file")
        }
        let service = InstalledService()
        let line = ProgressLine()
        defer { line.clear() }
        try service.move(path, of: person, isBack: back) { copied, total in
            line.show("\(copied / 1_000_000) of \(total / 1_000_000) MB copied")
        }
        line.clear()
        let place = back ? path.printable : service.store(of: person)
        try StandardOutput.shared.line("\(place): moved here, and compared")
        guard toService else { return }
        let unit = "healthkit@\(person).socket healthkit-owner@\(person).socket"
        try StandardOutput.shared.line("Start the service with: systemctl enable --now \(unit)")
    }
}
