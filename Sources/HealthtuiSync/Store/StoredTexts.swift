import HealthKit

/// The texts of samples that apps saved on other devices.
///
/// Devices tell each other the app's own identifier. A store calls the source after the app and the device, so that an app of
/// the same identifier here doesn't own it.
enum StoredTexts {
    /// The places of the source and of its revision among the texts of a sample; the first field of each is the identifier.
    private static let places = [2, 3]

    /// The texts as a store has them.
    ///
    /// - Parameters:
    ///   - texts: The texts as devices tell them.
    ///   - device: The device where the sample was saved.
    /// - Returns: The same texts for a source that is no app's.
    static func stored(_ texts: [[UInt8]], of device: SyncID) -> [[UInt8]] {
        named(texts) { DeviceSource(app: $0, device: device.description)?.bundleIdentifier }
    }

    /// The texts as devices tell them.
    static func shared(_ texts: [[UInt8]]) -> [[UInt8]] { named(texts) { DeviceSource(bundleIdentifier: $0)?.app } }

    private static func named(_ texts: [[UInt8]], _ name: (String) -> String?) -> [[UInt8]] {
        var texts = texts
        for place in places {
            guard var fields = DictionaryCoding.fields(texts[place]), let bundle = fields.first ?? nil,
                let other = name(bundle)
            else {
                continue
            }
            fields[0] = other
            texts[place] = DictionaryCoding.bytes(fields: fields)
        }
        return texts
    }
}
