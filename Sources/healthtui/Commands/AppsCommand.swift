import ArgumentParser
import Foundation
import HealthKit

/// Lists the apps that asked for access.
struct AppsCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "apps",
        abstract: "List the apps that asked for access to health data."
    )

    @OptionGroup var store: StoreArguments
    @OptionGroup var format: ListFormatArguments
    @OptionGroup var zone: TimeZoneArguments

    func run() throws {
        let person = try store.openForReading()
        let samples = Dictionary(
            try person.sources().map { ($0.source.bundleIdentifier, $0.count) },
            uniquingKeysWith: +
        )
        var writer = ListWriter(
            format.format,
            keys: [
                "name", "bundle", "version", "readUsage", "shareUsage", "firstRequest", "lastRequest", "types", "read",
                "share", "samples", "formerPrograms",
            ],
            columns: [
                .flexible("App"), .flexible("Bundle"), .left("Last request"), .right("May read"), .right("May save"),
                .right("Samples"),
            ],
            emptyText: "No app has asked for access yet."
        )
        for app in try person.apps() {
            let grants = try person.grants(app: app.bundleIdentifier)
            try writer.append(row(app, grants, samples[app.bundleIdentifier] ?? 0))
        }
        try writer.finish()
    }

    private func row(_ app: AppRecord, _ grants: [String: Grant], _ samples: Int) -> ListRow {
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
            ],
            cells: [
                app.name, app.bundleIdentifier, times.minute(last), read.of("type"), share.of("type"), samples.grouped,
            ]
        )
    }
}
