import Foundation

/// The key of a device's firmware version, for predicates.
public let HKDevicePropertyKeyFirmwareVersion: String = "HKDevicePropertyFirmwareVersion"

/// The key of a device's hardware version, for predicates.
public let HKDevicePropertyKeyHardwareVersion: String = "HKDevicePropertyHardwareVersion"

/// The key of a device's local identifier, for predicates.
public let HKDevicePropertyKeyLocalIdentifier: String = "HKDevicePropertyLocalIdentifier"

/// The key of a device's manufacturer, for predicates.
public let HKDevicePropertyKeyManufacturer: String = "HKDevicePropertyManufacturer"

/// The key of a device's model, for predicates.
public let HKDevicePropertyKeyModel: String = "HKDevicePropertyModel"

/// The key of a device's name, for predicates.
public let HKDevicePropertyKeyName: String = "HKDevicePropertyName"

/// The key of a device's software version, for predicates.
public let HKDevicePropertyKeySoftwareVersion: String = "HKDevicePropertySoftwareVersion"

/// The key of a device's UDI device identifier, for predicates.
public let HKDevicePropertyKeyUDIDeviceIdentifier: String = "HKDevicePropertyUDIDeviceIdentifier"
