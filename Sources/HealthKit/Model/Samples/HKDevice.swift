import Foundation

/// The device that produced data: any of its fields may be unknown.
open class HKDevice: NSObject, NSSecureCoding, HKArchivedObject, NSCopying, @unchecked Sendable {
    /// The person's name for the device.
    public let name: String?
    /// The manufacturer.
    public let manufacturer: String?
    /// Its model.
    public let model: String?
    /// Its hardware version.
    public let hardwareVersion: String?
    /// Its firmware version.
    public let firmwareVersion: String?
    /// Its software version.
    public let softwareVersion: String?
    /// An identifier known only to this machine.
    public let localIdentifier: String?
    /// The device identifier part of its FDA UDI.
    public let udiDeviceIdentifier: String?

    /// Describes a device.
    ///
    /// - Parameters:
    ///   - name: The person's name for the device.
    ///   - manufacturer: The manufacturer.
    ///   - model: Its model.
    ///   - hardwareVersion: Its hardware version.
    ///   - firmwareVersion: Its firmware version.
    ///   - softwareVersion: Its software version.
    ///   - localIdentifier: An identifier known only to this machine.
    ///   - UDIDeviceIdentifier: The device identifier part of its FDA UDI.
    public init(
        name: String?,
        manufacturer: String?,
        model: String?,
        hardwareVersion: String?,
        firmwareVersion: String?,
        softwareVersion: String?,
        localIdentifier: String?,
        udiDeviceIdentifier UDIDeviceIdentifier: String?
    ) {
        self.name = name
        self.manufacturer = manufacturer
        self.model = model
        self.hardwareVersion = hardwareVersion
        self.firmwareVersion = firmwareVersion
        self.softwareVersion = softwareVersion
        self.localIdentifier = localIdentifier
        udiDeviceIdentifier = UDIDeviceIdentifier
        super.init()
    }

    /// This machine.
    ///
    /// - Returns: A device with the host's name, its machine architecture and its operating system.
    open class func local() -> HKDevice { Machine.current.device }

    /// Whether secure coding is supported; always true.
    open class var supportsSecureCoding: Bool { true }

    /// The fields in the order of the initializer.
    package var fields: [String?] {
        [
            name, manufacturer, model, hardwareVersion, firmwareVersion, softwareVersion, localIdentifier,
            udiDeviceIdentifier,
        ]
    }

    /// Makes a device from its fields in the order of the initializer; missing ones are `nil`.
    package convenience init(fields: [String?]) {
        let field = { (index: Int) in index < fields.count ? fields[index] : nil }
        self.init(
            name: field(0),
            manufacturer: field(1),
            model: field(2),
            hardwareVersion: field(3),
            firmwareVersion: field(4),
            softwareVersion: field(5),
            localIdentifier: field(6),
            udiDeviceIdentifier: field(7)
        )
    }

    /// Creates a device from an archive.
    ///
    /// - Parameter coder: The archive to read.
    public required convenience init?(coder: NSCoder) {
        self.init(fields: (0..<8).map { coder.decodeText(forKey: "field\($0)") })
    }

    /// Writes the device to an archive.
    ///
    /// - Parameter coder: The archive to write.
    open func encode(with coder: NSCoder) {
        for (index, field) in fields.enumerated() { coder.encode(field as NSString?, forKey: "field\(index)") }
    }

    /// The same device: devices are immutable.
    ///
    /// - Parameter zone: Not used.
    /// - Returns: The receiver.
    open func copy(with zone: NSZone? = nil) -> Any { self }

    /// Devices are equal if all their fields are.
    ///
    /// - Parameter object: The object to compare with.
    /// - Returns: Whether all fields are equal.
    open override func isEqual(_ object: Any?) -> Bool {
        (object as? HKDevice)?.fields == fields
    }

    /// A hash of the fields.
    open override var hash: Int { fields.hashValue }

    /// The known fields, as Apple's exports print them.
    open override var description: String {
        let labels = [
            "name", "manufacturer", "model", "hardware", "firmware", "software", "localIdentifier",
            "UDIDeviceIdentifier",
        ]
        let known = zip(labels, fields).compactMap { label, field in field.map { "\(label):\($0)" } }
        return "<" + (["HKDevice"] + known).joined(separator: ", ") + ">"
    }

    /// The value of a property by its `HKDevicePropertyKey…`; `nil` for another key or an unknown value.
    package func property(_ key: String) -> String? {
        switch key {
        case HKDevicePropertyKeyName: name
        case HKDevicePropertyKeyManufacturer: manufacturer
        case HKDevicePropertyKeyModel: model
        case HKDevicePropertyKeyHardwareVersion: hardwareVersion
        case HKDevicePropertyKeyFirmwareVersion: firmwareVersion
        case HKDevicePropertyKeySoftwareVersion: softwareVersion
        case HKDevicePropertyKeyLocalIdentifier: localIdentifier
        case HKDevicePropertyKeyUDIDeviceIdentifier: udiDeviceIdentifier
        default: nil
        }
    }
}

extension Machine {
    /// This machine as a device.
    package var device: HKDevice {
        let version = operatingSystem
        return HKDevice(
            name: hostName,
            manufacturer: nil,
            model: systemName,
            hardwareVersion: architecture,
            firmwareVersion: nil,
            softwareVersion: "\(version.majorVersion).\(version.minorVersion).\(version.patchVersion)",
            localIdentifier: nil,
            udiDeviceIdentifier: nil
        )
    }
}
