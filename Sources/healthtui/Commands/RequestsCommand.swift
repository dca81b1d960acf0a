import ArgumentParser
import Foundation
import HealthKit

/// Lists the requests for access that wait for an answer.
struct RequestsCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "requests",
        abstract: "List the requests for access that wait for an answer.",
        discussion: "Answer one with: healthtui authorize ID"
    )

    @OptionGroup var store: StoreArguments
    @OptionGroup var format: ListFormatArguments
    @OptionGroup var zone: TimeZoneArguments

    func run() throws {
        let times = zone.timestamps
        var writer = ListWriter(
            format.format,
            keys: ["id", "app", "bundle", "created", "read", "share"],
            columns: [.right("ID"), .flexible("App"), .left("Asked"), .flexible("To read"), .flexible("To save")],
            emptyText: "No request waits for an answer."
        )
        for request in try store.openForReading().requests() {
            let created = Date(timeIntervalSinceReferenceDate: request.created)
            try writer.append(
                ListRow(
                    fields: [
                        ("id", .integer(request.id)), ("app", .text(request.app.name)),
                        ("bundle", .text(request.app.bundleIdentifier)), ("created", times.json(created)),
                        ("read", .texts(request.read)), ("share", .texts(request.share)),
                    ],
                    cells: [
                        String(request.id), request.app.name, times.minute(created),
                        request.read.map(GrantRows.name).joined(separator: ", "),
                        request.share.map(GrantRows.name).joined(separator: ", "),
                    ]
                )
            )
        }
        try writer.finish()
    }
}
