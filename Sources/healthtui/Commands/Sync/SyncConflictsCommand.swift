import ArgumentParser
import Foundation
import HealthKit
import HealthtuiEntry
import HealthtuiFacts
import HealthtuiSync

/// Lists edits that lost to later ones of other machines, and takes them back.
struct SyncConflictsCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "conflicts",
        abstract: "List samples that two machines edited at once, with the edit that isn't shown.",
        discussion: """
            Where two machines edit a sample before they sync, both show the later edit. --take shows the other one, as \
            a new edit that healthtui undo takes back; --keep leaves what is shown, and the edit off this list.
            """
    )

    @Option(name: .long, help: ArgumentHelp("Show this edit instead: the beginning of its UUID.", valueName: "uuid"))
    var take: String?

    @Option(name: .long, help: ArgumentHelp("Keep what is shown instead of this edit.", valueName: "uuid"))
    var keep: String?

    @OptionGroup var store: StoreArguments
    @OptionGroup var zone: TimeZoneArguments
    @OptionGroup var format: ListFormatArguments

    func validate() throws {
        if take != nil, keep != nil { throw ValidationError("--take and --keep can't be combined") }
    }

    func run() throws {
        let sync = try SyncWork.open(store)
        let conflicts = try SyncWork.reporting {
            guard let version = take ?? keep else { return try sync.conflicts() }
            return [try sync.settle(version, takes: take != nil)]
        }
        try print(conflicts)
    }

    private func print(_ conflicts: [DeviceSync.Conflict]) throws {
        let times = zone.timestamps
        var writer = ListWriter(
            format.format,
            keys: [
                "uuid", "type", "start", "edited", "machine", "value", "shownUUID", "shownMachine", "shownValue",
            ],
            columns: [
                .left("UUID"), .flexible("Type"), .left("Start"), .flexible("Not shown"), .flexible("Shown"),
            ],
            emptyText: "No sample was edited on two machines at once."
        )
        for conflict in conflicts {
            let (text, shown) = (ValueText().sample(conflict.sample), ValueText().sample(conflict.shown))
            try writer.append(
                ListRow(
                    fields: [
                        ("uuid", .text(conflict.version.uuidString)),
                        ("type", .text(conflict.sample.sampleType.identifier)),
                        ("start", times.json(conflict.sample.startDate)), ("edited", times.json(conflict.edited)),
                        ("machine", .text(conflict.device)), ("value", .text(text)),
                        ("shownUUID", .text(conflict.shown.uuid.uuidString)),
                        ("shownMachine", .text(conflict.shownDevice)), ("shownValue", .text(shown)),
                    ],
                    cells: [
                        String(conflict.version.uuidString.prefix(8)), conflict.sample.sampleType.entry.name,
                        times.minute(conflict.sample.startDate), "\(text), by \(conflict.device)",
                        "\(shown), by \(conflict.shownDevice)",
                    ]
                )
            )
        }
        try writer.finish()
    }
}
