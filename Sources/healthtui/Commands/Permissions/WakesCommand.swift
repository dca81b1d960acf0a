import ArgumentParser
import Foundation
import HealthKit
import HealthtuiFacts

/// Lists the apps that are started when data changes, and decides about them.
struct WakesCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "wakes",
        abstract:
            "List the apps that want to be started when data changes; allow one, refuse it, or forget the decision.",
        discussion: """
            An app that registered for background delivery is started when something changes that it may see, if a \
            service has the store open (healthtui serve), a launcher runs (healthtui launcher), and you allowed it:
              healthtui wakes --allow org.example.steps
            The decision holds for the program and the arguments that are shown. When the program's file changes, the app \
            isn't started until you allow it again. --starts lists the last 100 starts of an app.
            """
    )

    @Option(name: .long, help: ArgumentHelp("Let this app be started.", valueName: "app"))
    var allow: String?

    @Option(name: .long, help: ArgumentHelp("Don't let this app be started.", valueName: "app"))
    var refuse: String?

    @Option(name: .long, help: ArgumentHelp("Forget what was decided about this app.", valueName: "app"))
    var forget: String?

    @Option(name: .long, help: ArgumentHelp("List the last starts of this app.", valueName: "app"))
    var starts: String?

    @OptionGroup var consent: ConsentArguments
    @OptionGroup var store: StoreArguments
    @OptionGroup var format: ListFormatArguments
    @OptionGroup var zone: TimeZoneArguments

    func validate() throws {
        guard [allow, refuse, forget, starts].count(where: { $0 != nil }) <= 1 else {
            throw ValidationError("--allow, --refuse, --forget and --starts exclude each other")
        }
    }

    func run() throws {
        guard let name = allow ?? refuse ?? forget else {
            let report = try store.openForReading().wakes()
            if let starts { return try writeStarts(try self.app(starts, report, store.openForReading()), report) }
            return try write(report, report.ledger.rows)
        }
        let person = store.open()
        let report = try person.wakes()
        let app = try self.app(name, report, person)
        if forget != nil {
            try person.forgetWake(app: app)
        } else {
            guard let program = report.ledger.programs[app] else {
                throw CommandFailure(app, "its program isn't known; start the app once, so that it registers again")
            }
            let hash = allow == nil ? nil : try self.hash(of: program)
            if allow != nil { try consent.check("Start \(app) in the background? It runs: \(program.commandLine)") }
            try person.decideWake(app: app, program, hash: hash)
        }
        let new = try person.wakes()
        try write(new, new.ledger.rows.filter { $0.key.app == app })
    }

    /// The registered app that a text names.
    private func app(_ text: String, _ report: WakeReport, _ person: PersonAccess) throws -> String {
        let known = Set(report.ledger.rows.map(\.key.app)).union(report.ledger.decisions.keys)
        let folded = text.lowercased()
        if let match = known.first(where: { $0 == text }) ?? known.first(where: { $0.lowercased() == folded }) {
            return match
        }
        let named = try person.apps().filter { $0.name.lowercased() == folded && known.contains($0.bundleIdentifier) }
        if named.count == 1, let app = named.first { return app.bundleIdentifier }
        throw CommandFailure(text, "no such app registered for background delivery; healthtui wakes lists them")
    }

    private func hash(of program: WakeProgram) throws -> String {
        do {
            return try ProgramDigest.hexadecimal(ofFile: program.path)
        } catch let error as HKError {
            throw CommandFailure(program.path, error.text)
        }
    }

    // MARK: What is written

    private func write(_ report: WakeReport, _ rows: [WakeLedger.Row]) throws {
        let times = zone.timestamps
        var writer = ListWriter(
            format.format,
            keys: [
                "app", "type", "frequency", "program", "arguments", "decision", "registered", "acknowledged",
                "acknowledgedAt", "change", "changed", "started", "outcome", "attempt", "next", "state",
            ],
            columns: [
                .flexible("App"), .flexible("Type"), .left("At most"), .left("Last start"), .left("Outcome"),
                .flexible("State"),
            ],
            emptyText: "No app registered for background delivery."
        )
        for row in rows {
            let record = row.record
            let program = report.ledger.programs[row.key.app]
            let obstacle = report.obstacle(of: row)
            let decision = WakeText.decision(report.ledger.decisions[row.key.app], program)
            let date = { (seconds: Double?) in seconds.map { Date(timeIntervalSinceReferenceDate: $0) } }
            let json = { (seconds: Double?) -> JSONValue in date(seconds).map { times.json($0) } ?? .null }
            let next = report.isServed ? record.next : nil
            try writer.append(
                ListRow(
                    fields: [
                        ("app", .text(row.key.app)), ("type", .text(row.key.type)),
                        ("frequency", .text(WakeText.name(row.updateFrequency))), ("program", .text(program?.path)),
                        ("arguments", .texts(program?.arguments ?? [])), ("decision", .text(decision)),
                        ("registered", record.registered == 0 ? .null : json(record.registered)),
                        ("acknowledged", .integer(Int(record.acknowledged))),
                        ("acknowledgedAt", json(record.acknowledgedAt)),
                        ("change", record.change.map { .integer(Int($0)) } ?? .null),
                        ("changed", json(record.changed)), ("started", json(record.started)),
                        ("outcome", .text(record.outcome?.rawValue)), ("attempt", .integer(record.attempt)),
                        ("next", json(next)), ("state", .text(obstacle?.rawValue)),
                    ],
                    cells: [
                        row.key.app, HKObjectType.type(identifier: row.key.type)?.entry.name ?? row.key.type,
                        WakeText.name(row.updateFrequency), date(record.started).map { times.minute($0) } ?? "",
                        record.outcome.map { WakeText.outcome($0) } ?? "",
                        obstacle.map { WakeText.state($0, next: date(next).map { times.minute($0) }) } ?? "",
                    ]
                )
            )
        }
        try writer.finish()
    }

    private func writeStarts(_ app: String, _ report: WakeReport) throws {
        let times = zone.timestamps
        var writer = ListWriter(
            format.format,
            keys: ["number", "time", "types", "outcome", "problem", "status"],
            columns: [.left("Started"), .flexible("For"), .left("Outcome"), .flexible("Problem")],
            emptyText: "\(app) was never started."
        )
        for start in (report.ledger.starts[app] ?? []).reversed() {
            let time = Date(timeIntervalSinceReferenceDate: start.time)
            let types = start.types.map { HKObjectType.type(identifier: $0)?.entry.name ?? $0 }
            try writer.append(
                ListRow(
                    fields: [
                        ("number", .integer(Int(clamping: start.number))), ("time", times.json(time)),
                        ("types", .texts(start.types)), ("outcome", .text(start.outcome.rawValue)),
                        ("problem", .text(start.problem)),
                        ("status", start.status.map { .integer(Int($0)) } ?? .null),
                    ],
                    cells: [
                        times.minute(time), types.joined(separator: ", "), WakeText.outcome(start.outcome),
                        start.problem ?? start.status.flatMap { $0 == 0 ? nil : "exit status \($0)" } ?? "",
                    ]
                )
            )
        }
        try writer.finish()
    }
}

/// The entries of the wake ledger, as text.
private enum WakeText {
    static func name(_ frequency: HKUpdateFrequency) -> String {
        switch frequency {
        case .immediate: "immediate"
        case .hourly: "hourly"
        case .daily: "daily"
        case .weekly: "weekly"
        }
    }

    static func decision(_ decision: WakeDecision?, _ program: WakeProgram?) -> String {
        guard let decision else { return "undecided" }
        guard decision.isAllowed else { return "refused" }
        return decision.isChanged || decision.program != program ? "changed" : "allowed"
    }

    static func outcome(_ outcome: WakeOutcome) -> String {
        switch outcome {
        case .underWay: "running"
        case .acknowledged: "done"
        case .notStarted: "not started"
        case .programChanged: "program changed"
        case .noObserver: "no observer in 30 s"
        case .noCompletion: "not done in 10 min"
        case .exited: "ended too early"
        case .serviceEnded: "service ended"
        case .launcherEnded: "launcher ended"
        }
    }

    static func state(_ obstacle: WakeObstacle, next: String?) -> String {
        let next = next.map { " until \($0)" } ?? ""
        return switch obstacle {
        case .noService: "no service runs: healthtui serve"
        case .neverChanges: "changes of this type aren't reported"
        case .notApproved: "not allowed yet: healthtui wakes --allow"
        case .refused: "refused"
        case .programChanged: "program changed: allow it again"
        case .locked: "the store is locked"
        case .guest: "guest mode is on"
        case .noAccess: "the app may not read this"
        case .noChange: "waiting for a change"
        case .interval: "waiting" + next
        case .retry: "failed; waiting" + next
        case .noLauncher: "no launcher runs: healthtui launcher"
        case .busy: "waiting for other starts"
        case .underWay: "being woken"
        }
    }
}
