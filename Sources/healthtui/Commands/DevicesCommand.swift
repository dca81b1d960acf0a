import ArgumentParser
import HealthKit

/// Lists the devices that data came from.
struct DevicesCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "devices",
        abstract: "List the devices that recorded data."
    )

    @OptionGroup var store: StoreArguments
    @OptionGroup var format: ListFormatArguments

    func run() throws {
        let names = ["name", "manufacturer", "model", "hardware", "firmware", "software", "localIdentifier", "udi"]
        var writer = ListWriter(
            format.format,
            keys: names + ["samples", "types"],
            columns: [
                .flexible("Device"), .flexible("Manufacturer"), .left("Model"), .left("Hardware"), .left("Software"),
                .right("Samples"), .right("Types"),
            ],
            emptyText: "No data came from a device that is known."
        )
        for summary in try store.openForReading().devices() {
            let device = summary.device
            let fields = zip(names, device.fields).map { (key: $0, value: JSONValue.text($1)) }
            try writer.append(
                ListRow(
                    fields: fields + [("samples", .integer(summary.count)), ("types", .counts(summary.types))],
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
