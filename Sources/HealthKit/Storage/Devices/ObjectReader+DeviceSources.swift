import Foundation
import HealthKitStore

/// Approval of apps on other devices as the apps with their identifiers here.
extension ObjectReader {
    /// The sources of other devices that the person approved, by bundle identifier.
    func readApprovedSources() throws -> Set<String> { Set(try store.valueKeys(StoreNamespace.deviceApps)) }

    /// An app's source on another device, with the number of its samples here.
    package struct ArrivedSource: Sendable {
        package var source: DeviceSource
        package var name: String
        package var count: Int
        /// Whether it counts as the app with its identifier here.
        package var isApproved: Bool
    }

    /// The sources of apps on other devices, by app and device.
    ///
    /// - Returns: The sources that have samples or were approved.
    /// - Throws: The store's errors.
    package func arrivedSources() throws -> [ArrivedSource] {
        let approved = try readApprovedSources()
        var counts: [SourceID: Int] = [:]
        for count in try store.provenance() where count.count > 0 { counts[count.source, default: 0] += count.count }
        var found: [DeviceSource: ArrivedSource] = [:]
        for entry in try store.dictionaryEntries(.source) {
            guard let stored = DictionaryCoding.source(entry.bytes),
                let source = DeviceSource(bundleIdentifier: stored.bundleIdentifier)
            else {
                continue
            }
            let isApproved = approved.contains(stored.bundleIdentifier)
            let count = counts[entry.id] ?? 0
            guard count > 0 || isApproved else { continue }
            var known =
                found[source] ?? ArrivedSource(source: source, name: stored.name, count: 0, isApproved: isApproved)
            known.count += count
            found[source] = known
        }
        return found.values.sorted { $0.source < $1.source }
    }
}

extension ObjectWriter {
    /// Sets whether samples that an app saved on another device count as saved by the app with that identifier here.
    ///
    /// - Parameters:
    ///   - source: The app's source on the other device.
    ///   - isApproved: Whether they do.
    ///   - now: The current time.
    /// - Throws: The store's errors.
    package func approve(_ source: DeviceSource, _ isApproved: Bool, now: Date) throws {
        let value = isApproved ? SourceApproval(approved: now.timeIntervalSinceReferenceDate) : nil
        try setValue(value, StoreNamespace.deviceApps, source.bundleIdentifier)
    }

    /// Revokes the approval of an app's sources on other devices.
    func revokeDeviceSources(ofApp app: String) throws {
        for key in try store.valueKeys(StoreNamespace.deviceApps)
        where DeviceSource(bundleIdentifier: key)?.app == app {
            try writer.setValue(nil, StoreNamespace.deviceApps, key)
        }
    }
}

/// The person's approval of an app's source on another device.
private struct SourceApproval: Codable {
    /// The time of the approval, in seconds since the reference date.
    var approved: Double
}
