import ArgumentParser
import HealthKit
import HealthtuiFacts

/// Lists the devices that data came from.
struct DevicesCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "devices",
        abstract: "List the devices that recorded data."
    )

    @OptionGroup var store: StoreArguments
    @OptionGroup var format: ListFormatArguments

    func run() throws {
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
