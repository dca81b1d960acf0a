import ArgumentParser
import HealthKit
import HealthtuiConsole
import HealthtuiFacts

/// Lists the devices that data came from.
struct DevicesCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "devices",
        abstract: "List the devices that recorded data, or show the year of one.",
        discussion: """
            With a name it shows the last year of a device, whatever software it ran: its days, its measures, when it \
            ran which software, and the sources whose samples name it:
              healthtui devices "Apple Watch"
            """
    )

    @Argument(help: "A device, by its name, model, hardware version or identifier.", completion: .device)
    var name: String?

    @OptionGroup var store: StoreArguments
    @OptionGroup var format: ListFormatArguments
    @OptionGroup var zone: TimeZoneArguments

    func run() throws {
        if let name { return try show(name) }
        try list()
    }

    private func show(_ name: String) throws {
        let environment = try store.environment(zone.zone)
        let device = try Names.device(name, among: environment.person.devices().map(\.device))
        try OriginLines(
            origin: .device(device),
            environment: environment,
            format: format.format,
            timestamps: zone.timestamps
        )
        .write()
    }

    private func list() throws {
        var writer = ListWriter(
            format.format,
            keys: DeviceFacts.keys,
            columns: [
                .flexible("Device"), .flexible("Manufacturer"), .left("Model"), .left("Hardware"), .left("Software"),
                .right("Samples"), .right("Types"),
            ],
            emptyText: "No data came from a device that is known."
        )
        for summary in try store.openForReading().devices() {
            let device = summary.device
            try writer.append(
                ListRow(
                    fields: DeviceFacts.fields(of: summary),
                    cells: [
                        device.name ?? "", device.manufacturer ?? "", device.model ?? "", device.hardwareVersion ?? "",
                        device.softwareVersion ?? "", summary.count.grouped, String(summary.types.count),
                    ]
                )
            )
        }
        try writer.finish()
    }
}
