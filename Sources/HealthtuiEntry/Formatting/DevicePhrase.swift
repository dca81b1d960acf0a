import HealthKit

/// A device in words.
package enum DevicePhrase {
    /// The shortest name that tells devices apart in a list.
    package static func name(_ device: HKDevice?) -> String {
        guard let device else { return "" }
        return product(device) ?? device.name ?? device.model ?? device.hardwareVersion ?? device.manufacturer
            ?? device.localIdentifier ?? ValueStrings.unnamedDevice
    }

    /// The hardware version where it names a product, as `Watch6,1` does and `5` does not.
    private static func product(_ device: HKDevice) -> String? {
        device.hardwareVersion.flatMap { $0.contains(where: \.isLetter) ? $0 : nil }
    }

    /// The user's name for a device, regardless of version: `Apple Watch`, `iPhone`, `H10`.
    package static func kind(_ device: HKDevice) -> String {
        let hardware = (device.hardwareVersion ?? "").drop { !$0.isLetter }
        let families = ["Watch": ValueStrings.appleWatch, "iPhone": "iPhone", "iPad": "iPad", "iPod": "iPod"]
        if let known = families.first(where: { hardware.hasPrefix($0.key) }) { return known.value }
        return device.name ?? device.model ?? device.hardwareVersion ?? device.manufacturer
            ?? ValueStrings.unnamedDevice
    }

    /// The details that distinguish a device from others of its kind: `Watch6,1, software 11.1`.
    package static func version(_ device: HKDevice) -> String {
        let named = product(device)
        let parts: [String?] = [
            named ?? (device.model == kind(device) ? nil : device.model),
            named == nil ? device.hardwareVersion.map { ValueStrings.hardware($0) } : nil,
            device.softwareVersion.map { ValueStrings.software($0) },
            device.firmwareVersion.map { ValueStrings.firmware($0) },
        ]
        let version = parts.compactMap { $0 }.joined(separator: ", ")
        return version.isEmpty ? name(device) : version
    }

    /// The known details of a device besides its kind and version, such as its maker.
    package static func rest(_ device: HKDevice) -> String {
        let reported = [kind(device), product(device), device.model].compactMap { $0 }
        let parts = [
            device.name, device.manufacturer, device.localIdentifier.map { ValueStrings.identifier($0) },
            device.udiDeviceIdentifier.map { ValueStrings.udi($0) },
        ]
        return parts.compactMap { $0 }.filter { !$0.isEmpty && !reported.contains($0) }.joined(separator: " · ")
    }

    /// Everything that is known of a device: `Apple Watch · Apple Inc. · Watch6,1 · software 11.1`.
    package static func full(_ device: HKDevice) -> String {
        let parts: [String?] = [
            device.name, device.manufacturer, device.model, device.hardwareVersion,
            device.firmwareVersion.map { ValueStrings.firmware($0) },
            device.softwareVersion.map { ValueStrings.software($0) },
            device.localIdentifier.map { ValueStrings.identifier($0) },
            device.udiDeviceIdentifier.map { ValueStrings.udi($0) },
        ]
        var seen: Set<String> = []
        return parts.compactMap { $0 }.filter { !$0.isEmpty && seen.insert($0).inserted }.joined(separator: " · ")
    }
}
