import ArgumentParser
import Foundation
import HealthKit
import HealthtuiFacts

/// Lists the apps that requested access.
struct AppsCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "apps",
        abstract: "List the apps that asked for access; forget one, or delete its data.",
        discussion: """
            Forgetting an app removes its permissions; it can ask again, and its data stays. healthtui undo reverses \
            both:
              healthtui apps --forget stepdemo
              healthtui apps --delete-data stepdemo
            """
    )

    @Option(name: .long, help: ArgumentHelp("Forget this app's permissions.", valueName: "app"))
    var forget: String?

    @Option(name: .long, help: ArgumentHelp("Delete all data from this app.", valueName: "app"))
    var deleteData: String?

    @OptionGroup var consent: ConsentArguments

    @OptionGroup var store: StoreArguments
    @OptionGroup var format: ListFormatArguments
    @OptionGroup var zone: TimeZoneArguments

    func validate() throws {
        guard forget != nil || deleteData != nil else { return }
        if format.csv { throw ValidationError("--csv works only for the list of apps") }
    }

    func run() throws {
        if forget != nil || deleteData != nil { return try change() }
        let person = try store.openForReading()
        let samples = Dictionary(
            try person.sources().map { ($0.source.bundleIdentifier, $0.count) },
            uniquingKeysWith: +
        )
        var writer = ListWriter(
            format.format,
            keys: [
                "name", "bundle", "version", "readUsage", "shareUsage", "firstRequest", "lastRequest", "types", "read",
                "share", "samples", "formerPrograms", "program", "sha256", "interpreter", "level", "verified",
                "verifiedBy", "changedProgram", "trustsPath",
            ],
            columns: [
                .flexible("App"), .flexible("Bundle"), .left("Last request"), .right("May read"), .right("May save"),
                .right("Samples"),
            ],
            emptyText: "No app has asked for access yet."
        )
        for app in try person.apps() {
            let grants = try grants(of: app, person)
            let approved = try person.approvedProgram(app: app.account)
            try writer.append(row(app, grants, samples[app.bundleIdentifier] ?? 0, approved))
        }
        try writer.finish()
    }

    /// An app's permissions; for an assistant, the number of types that it may read and draft.
    private func grants(of app: AppRecord, _ person: PersonAccess) throws -> [String: Grant] {
        guard app.isAssistant else { return try person.grants(app: app.account) }
        let types = try person.assistant(app.account)?.types ?? [:]
        return types.mapValues { Grant(read: $0.level != nil, share: $0.adds) }
    }

    private func change() throws {
        let person = store.open()
        let apps = try person.apps()
        let forgotten = try forget.map { try Names.app($0, among: apps) }
        let emptied = try deleteData.map { try Names.app($0, among: apps) }
        let questions = [
            emptied.map { "Delete all data that \($0.name) (\($0.bundleIdentifier)) brought?" },
            forgotten.map { "Forget what \($0.name) (\($0.bundleIdentifier)) may read and save?" },
        ]
        for question in questions.compactMap({ $0 }) { try consent.check(question) }
        let count = try emptied.map { try person.deleteData(ofApp: $0.bundleIdentifier) }
        if let forgotten { try person.forgetApp(forgotten.account) }
        guard format.format == .table else {
            let fields: JSONValue.Fields = [
                ("forgotten", .text(forgotten?.bundleIdentifier)), ("emptied", .text(emptied?.bundleIdentifier)),
                ("deleted", .integer(count ?? 0)),
            ]
            return try StandardOutput.shared.line(JSONValue.object(fields).line)
        }
        if let emptied, let count {
            try StandardOutput.shared.line("Deleted \(count.of("sample")) of \(emptied.name).")
        }
        if let forgotten { try StandardOutput.shared.line("Forgot \(forgotten.name).") }
    }

    private func row(_ app: AppRecord, _ grants: [String: Grant], _ samples: Int, _ approved: ApprovedProgram?)
        -> ListRow
    {
        let times = zone.timestamps
        let first = Date(timeIntervalSinceReferenceDate: app.firstRequest)
        let last = Date(timeIntervalSinceReferenceDate: app.lastRequest)
        let read = grants.values.count { $0.read == true }
        let share = grants.values.count { $0.share == true }
        return ListRow(
            fields: [
                ("name", .text(app.name)), ("bundle", .text(app.bundleIdentifier)), ("version", .text(app.version)),
                ("readUsage", .text(app.readUsage)), ("shareUsage", .text(app.shareUsage)),
                ("firstRequest", times.json(first)), ("lastRequest", times.json(last)),
                ("types", .integer(grants.count)), ("read", .integer(read)), ("share", .integer(share)),
                ("samples", .integer(samples)), ("formerPrograms", .texts(app.formerPrograms ?? [])),
                ("program", .text(app.program)), ("sha256", .text((approved?.program ?? app.identity)?.digest)),
                ("interpreter", .text((approved?.program ?? app.identity)?.interpreter)),
                ("level", .text((app.level ?? .library).rawValue)), ("verified", .bool(app.verification != nil)),
                ("verifiedBy", .text(app.verification?.text)), ("changedProgram", .text(app.changed?.path)),
                ("trustsPath", .bool(approved?.trustsPath ?? false)),
            ],
            cells: [
                app.name, app.bundleIdentifier, times.minute(last), read.of("type"), share.of("type"), samples.grouped,
            ]
        )
    }
}
