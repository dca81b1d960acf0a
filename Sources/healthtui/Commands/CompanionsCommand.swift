import ArgumentParser
import Foundation
import HealthKit
import HealthtuiFacts

/// Lists the programs that share workout sessions, and decides about them.
struct CompanionsCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "companions",
        abstract: "List the programs that share workout sessions; allow a pair, refuse it, or forget the decision.",
        discussion: """
            Two programs of one app, such as one for a watch, can mirror a workout session and start each other for a \
            workout. Any program can claim an identifier that looks related: a pair shares nothing before it is allowed. \
            The decision holds for the two executables that are listed:
              healthtui companions --allow org.example.run org.example.run.watch
            """
    )

    @Flag(name: .long, help: "Let the two apps share workout sessions and start each other.")
    var allow = false

    @Flag(name: .long, help: "Don't let the two apps share workout sessions.")
    var refuse = false

    @Flag(name: .long, help: "Forget what was decided about the two apps.")
    var forget = false

    @Argument(help: ArgumentHelp("The bundle identifiers of the two apps.", valueName: "app"))
    var apps: [String] = []

    @OptionGroup var consent: ConsentArguments
    @OptionGroup var store: StoreArguments
    @OptionGroup var format: ListFormatArguments
    @OptionGroup var zone: TimeZoneArguments

    func validate() throws {
        let chosen = [allow, refuse, forget].count { $0 }
        guard chosen <= 1 else { throw ValidationError("--allow, --refuse and --forget exclude each other") }
        guard apps.count == (chosen == 1 ? 2 : 0) else {
            throw ValidationError("--allow, --refuse and --forget need the identifiers of two apps")
        }
    }

    func run() throws {
        guard !apps.isEmpty else { return try write(store.openForReading().companionPairs()) }
        let person = store.open()
        let names = apps.sorted()
        guard let pair = try person.companionPairs().first(where: { $0.apps == names }) else {
            throw CommandFailure(apps.joined(separator: ", "), "no such pair; healthtui companions lists them")
        }
        if forget {
            try person.forgetPair(names[0], names[1])
        } else {
            if allow {
                let programs = names.map { "\($0) (\(pair.programs[$0] ?? "unknown program"))" }
                try consent.check("Let \(programs[0]) and \(programs[1]) share workout sessions and start each other?")
            }
            try person.decide(pair, isAllowed: allow)
        }
        try write(person.companionPairs().filter { $0.apps == names })
    }

    private func write(_ pairs: [KnownPair]) throws {
        let times = zone.timestamps
        var writer = ListWriter(
            format.format,
            keys: ["app", "companion", "appProgram", "companionProgram", "state", "decided"],
            columns: [.flexible("App"), .flexible("Companion"), .left("State"), .left("Decided")],
            emptyText: "No apps share workout sessions."
        )
        for pair in pairs {
            let decided = pair.decided.map { Date(timeIntervalSinceReferenceDate: $0) }
            try writer.append(
                ListRow(
                    fields: [
                        ("app", .text(pair.apps[0])), ("companion", .text(pair.apps[1])),
                        ("appProgram", .text(pair.programs[pair.apps[0]])),
                        ("companionProgram", .text(pair.programs[pair.apps[1]])),
                        ("state", .text(pair.state.rawValue)), ("decided", decided.map { times.json($0) } ?? .null),
                    ],
                    cells: [
                        pair.apps[0], pair.apps[1], pair.state.rawValue, decided.map { times.minute($0) } ?? "",
                    ]
                )
            )
        }
        try writer.finish()
    }
}
