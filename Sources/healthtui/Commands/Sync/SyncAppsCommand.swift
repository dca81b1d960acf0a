import ArgumentParser
import Foundation
import HealthKit
import HealthtuiFacts
import HealthtuiSync

/// Lists the apps that saved data on other machines.
struct SyncAppsCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "apps",
        abstract: "List the apps whose samples came from other machines, and whether they are the same apps here.",
        discussion: """
            What an app saved on another machine belongs to another source here, APP@MACHINE, until you approve it: an \
            app with the same identifier on this machine can't change or delete it, and reads it only if it may read \
            everything of the type.
            """
    )

    @OptionGroup var store: StoreArguments
    @OptionGroup var format: ListFormatArguments

    func run() throws {
        let sync = try SyncWork.open(store)
        try SyncAppList.print(try SyncWork.reporting { try sync.arrivedApps() }, format.format)
    }
}

/// Makes an app of another machine the same app here.
struct SyncApproveCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "approve",
        abstract: "Let an app own what the app with its identifier saved on another machine.",
        discussion: """
            The app can then read, change and delete those samples as its own. healthtui sync revoke takes that back.
            """
    )

    @OptionGroup var chosen: SyncAppArguments

    func run() throws { try chosen.approve(true) }
}

/// Makes an app of another machine another source again.
struct SyncRevokeCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "revoke",
        abstract: "Take back that an app owns what the app with its identifier saved on another machine."
    )

    @OptionGroup var chosen: SyncAppArguments

    func run() throws { try chosen.approve(false) }
}

/// The app, and its machines.
struct SyncAppArguments: ParsableArguments {
    @Argument(help: "The app's bundle identifier.")
    var app: String

    @Option(
        name: .long,
        help: ArgumentHelp(
            "Only what it saved on this machine: its name, or the beginning of its identifier.",
            valueName: "machine"
        )
    )
    var on: String?

    @OptionGroup var store: StoreArguments
    @OptionGroup var format: ListFormatArguments

    func approve(_ isApproved: Bool) throws {
        let sync = try SyncWork.open(store)
        let apps = try SyncWork.reporting { try sync.approve(app, of: on, isApproved) }
        try SyncAppList.print(apps, format.format)
    }
}

/// Prints apps of other machines.
private enum SyncAppList {
    static func print(_ apps: [DeviceSync.ArrivedApp], _ format: OutputFormat) throws {
        var writer = ListWriter(
            format,
            keys: ["app", "name", "machine", "machineId", "samples", "approved"],
            columns: [.flexible("App"), .flexible("Name"), .flexible("Machine"), .right("Samples"), .left("")],
            emptyText: "No app of another machine has samples here."
        )
        for app in apps {
            // Identifiers distinguish machines with the same name.
            let beginning = String(app.device.prefix(8))
            let isShared = apps.contains { $0.deviceName == app.deviceName && $0.device != app.device }
            let machine = app.deviceName.map { isShared ? "\($0) (\(beginning))" : $0 } ?? beginning
            try writer.append(
                ListRow(
                    fields: [
                        ("app", .text(app.app)), ("name", .text(app.name)),
                        ("machine", app.deviceName.map { .text($0) } ?? .null), ("machineId", .text(app.device)),
                        ("samples", .integer(app.count)), ("approved", .bool(app.isApproved)),
                    ],
                    cells: [
                        app.app, app.name, machine, app.count.grouped,
                        app.isApproved ? "the same app here" : "another source",
                    ]
                )
            )
        }
        try writer.finish()
    }
}
