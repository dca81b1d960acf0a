import ArgumentParser
import Foundation
import HealthKit
import HealthtuiFacts

/// Lists the requests for access that wait for an answer.
struct RequestsCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "requests",
        abstract: "List the requests for access that need an answer.",
        discussion: """
            Answer one with: healthtui authorize ID
            If an app asks for single objects, --json lists them with their UUIDs.
            """
    )

    @OptionGroup var store: StoreArguments
    @OptionGroup var format: ListFormatArguments
    @OptionGroup var zone: TimeZoneArguments

    func run() throws {
        let times = zone.timestamps
        var writer = ListWriter(
            format.format,
            keys: ["id", "app", "bundle", "created", "read", "share", "objects", "takenFrom", "companion"]
                + Self.identityKeys,
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
                        ("read", .texts(request.companion == nil ? request.read : [])),
                        ("share", .texts(request.share)),
                        ("objects", .array((request.objects ?? []).map { Self.json($0, times) })),
                        ("takenFrom", .text(request.takenFrom)),
                        ("companion", .text(request.companion?.bundleIdentifier)),
                        ("program", .text(request.app.program)), ("sha256", .text(request.app.identity?.digest)),
                        ("interpreter", .text(request.app.identity?.interpreter)),
                        ("level", .text((request.app.level ?? .library).rawValue)),
                        ("verified", .bool(request.app.verification != nil)),
                        ("changed", .bool(request.app.changed != nil)),
                    ],
                    cells: [
                        String(request.id), request.app.name, times.minute(created),
                        request.companion.map { "workout sessions with \($0.bundleIdentifier)" }
                            ?? (request.app.isAssistant
                                ? "answers as an assistant"
                                : request.read.map { Self.name($0, request.objects) }.joined(separator: ", ")),
                        request.share.map(GrantRows.name).joined(separator: ", "),
                    ]
                )
            )
        }
        try writer.finish()
    }

    private static let identityKeys = ["program", "sha256", "interpreter", "level", "verified", "changed"]

    private static func json(_ object: RequestedObject, _ times: Timestamps) -> JSONValue {
        .object([
            ("uuid", .text(object.id.uuidString)), ("source", .text(object.source)),
            ("start", times.json(Date(timeIntervalSinceReferenceDate: object.start))),
            ("allowed", .bool(object.isAllowed)),
        ])
    }

    /// The name of a type, with the number of objects that are requested individually.
    private static func name(_ type: String, _ objects: [RequestedObject]?) -> String {
        let name = GrantRows.name(type)
        return objects.map { "\(name) (\($0.count) \($0.count == 1 ? "object" : "objects"))" } ?? name
    }
}
