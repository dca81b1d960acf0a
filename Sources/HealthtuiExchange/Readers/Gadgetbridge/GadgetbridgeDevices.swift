import HealthKit
import HealthKitStore

/// The devices of Gadgetbridge's database, each of which is a source.
struct GadgetbridgeDevices {
    private var sources: [Int64: ReadSource] = [:]
    private var devices: [Int64: HKDevice] = [:]

    static let table = "DEVICE"
    static let needed = ["_id", "IDENTIFIER"]

    /// The source of measurements that name no device that there is.
    private static let unknownSource = ReadSource(identifier: "gadgetbridge", name: "Gadgetbridge")

    /// Reads the devices.
    ///
    /// - Parameter database: The database, which has ``needed`` in ``table``.
    /// - Throws: `ForeignDatabaseError` and `CancellationError`.
    init(_ database: ForeignDatabase) throws {
        guard let table = try database.table(Self.table) else { return }
        let optional = ["NAME", "ALIAS", "MANUFACTURER", "MODEL"]
        let columns = Self.needed + optional.filter { table.columns.contains($0) }
        try database.forEachRow(of: Self.table, columns) { rows in
            func text(_ name: String) throws -> String? {
                guard let index = columns.firstIndex(of: name), let text = try rows.optionalText(index) else {
                    return nil
                }
                return text.isEmpty ? nil : text
            }
            do {
                guard let number = try rows.optionalInteger(0), let identifier = try text("IDENTIFIER") else { return }
                let name = try text("NAME")
                sources[number] = ReadSource(
                    identifier: "gadgetbridge:\(identifier)",
                    name: try text("ALIAS") ?? name ?? Self.unknownSource.name
                )
                devices[number] = HKDevice(
                    name: name,
                    manufacturer: try text("MANUFACTURER"),
                    model: try text("MODEL"),
                    hardwareVersion: nil,
                    firmwareVersion: nil,
                    softwareVersion: nil,
                    localIdentifier: identifier,
                    udiDeviceIdentifier: nil
                )
            } catch let error as ForeignDatabaseError where error.code == .cell {
                // Its measurements are those of an unknown device.
            }
        }
    }

    func source(_ device: Int64?) -> ReadSource { device.flatMap { sources[$0] } ?? Self.unknownSource }

    func device(_ device: Int64?) -> HKDevice? { device.flatMap { devices[$0] } }
}
