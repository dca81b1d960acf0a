import ArgumentParser
import Foundation
import HealthKit
import HealthtuiEntry
import HealthtuiFacts

/// Lists the accesses of apps to the data: reads, denied reads and writes.
struct AuditCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "audit",
        abstract: "Show what each app read, looked for and saved, and how often.",
        discussion: """
              healthtui audit --app stepdemo --from today
              healthtui audit --type heartRate --calls --json
            Calls are listed by the minute for 24 hours, by the hour for 30 days, then by the day. “Looked for” \
            means the app asked for a type it may not read, and found nothing. What you do yourself isn't listed.
            """
    )

    @Option(name: .long, help: ArgumentHelp("Only this app, by name or bundle identifier.", valueName: "app"))
    var app: String?

    @Option(name: .long, help: ArgumentHelp("Only this type.", valueName: "type"))
    var type: String?

    @Option(
        name: .long,
        parsing: .unconditional,
        help: ArgumentHelp("Only from this time on; a day means its start.", valueName: "time")
    )
    var from: String?

    @Flag(name: .long, help: "List each minute, hour and day, the latest first.")
    var calls = false

    @OptionGroup var store: StoreArguments
    @OptionGroup var format: ListFormatArguments
    @OptionGroup var zone: TimeZoneArguments

    private func start(_ person: PersonAccess) throws -> Date? {
        try from.map { text in
            try TimeReading(in: zone.zone)
                .times(person) { phrase in try SpanArguments.date("--from") { try phrase.start(of: text) } }
        }
    }

    func run() throws {
        let identifier = try type.map { try Names.type($0).identifier }
        let person = try store.openForReading()
        let start = try start(person)
        let apps = try person.apps()
        let bundle = try app.map { try Self.app($0, apps, person) }
        let known = Dictionary(apps.map { ($0.account, $0) }, uniquingKeysWith: { first, _ in first })
        let studies = try person.studies().map { (AuditKey.studyPrefix + $0.key, $0.value.title) }
        let names = known.mapValues(\.name).merging(studies) { first, _ in first }
        let rows = try person.audit(app: bundle, type: identifier, from: start)
        try write(calls ? rows : Self.summedUp(rows), known, names)
    }

    /// An app that requested access, or a removed one that is still in the audit.
    private static func app(_ text: String, _ apps: [AppRecord], _ person: PersonAccess) throws -> String {
        do {
            return try Names.app(text, among: apps).account
        } catch {
            guard try !text.isEmpty && !person.audit(app: text).isEmpty else { throw error }
            return text
        }
    }

    /// The rows that differ in nothing but time as one, the latest first.
    private static func summedUp(_ rows: [AuditRow]) -> [AuditRow] {
        var sums: [AuditKey: AuditRow] = [:]
        for row in rows {
            if sums[row.key] == nil { sums[row.key] = row } else { sums[row.key]?.count.add(row.count) }
        }
        return sums.values.sorted { ($1.count.last, $0.key) < ($0.count.last, $1.key) }
    }

    private func write(_ rows: [AuditRow], _ known: [String: AppRecord], _ names: [String: String]) throws {
        let times = zone.timestamps
        let spanKeys = calls ? ["span"] : []
        var writer = ListWriter(
            format.format,
            keys: [
                "app", "bundle", "verified", "level", "type", "operation", "outcome", "calls", "objects", "first",
                "last",
            ] + spanKeys,
            columns: [
                .flexible("App"), .flexible("Type"), .left("What"), .right("Times"), .right("Objects"), .left("Last"),
            ],
            emptyText: "No app did anything."
        )
        for row in rows {
            let first = Date(timeIntervalSinceReferenceDate: row.count.first)
            let last = Date(timeIntervalSinceReferenceDate: row.count.last)
            let span: JSONValue.Fields = calls ? [("span", .text(row.span.rawValue))] : []
            let name = row.key.app.isEmpty ? "several apps" : names[row.key.app] ?? row.key.app
            try writer.append(
                ListRow(
                    fields: [
                        ("app", .text(name)), ("bundle", .text(AppAccount.bundleIdentifier(row.key.app))),
                        ("verified", .bool(AppAccount.isVerified(row.key.app))),
                        ("level", .text((known[row.key.app]?.level ?? .library).rawValue)),
                        ("type", .text(row.key.type)),
                        ("operation", .text(row.key.operation.rawValue)), ("outcome", .text(row.key.outcome.rawValue)),
                        ("calls", .integer(row.count.calls)), ("objects", .integer(row.count.objects)),
                        ("first", times.json(first)), ("last", times.json(last)),
                    ] + span,
                    cells: [
                        name, AuditText.type(row.key.type), AuditText.text(row.key.operation, row.key.outcome),
                        row.count.calls.grouped, row.count.objects == 0 ? "" : row.count.objects.grouped,
                        times.minute(last),
                    ]
                )
            )
        }
        try writer.finish()
    }
}
