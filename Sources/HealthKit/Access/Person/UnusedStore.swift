import Foundation
import HealthKitStore

/// The sources and devices of a store that no program has open, for what may neither wait, nor ask, nor change anything, such as
/// the completion of shells.
package struct UnusedStore: Sendable {
    /// The sources that have data, by name.
    package let sources: [SourceSummary]
    /// The devices that have data, by name.
    package let devices: [DeviceSummary]

    /// Reads them without locks and without a file beside the store.
    ///
    /// - Parameter path: The file.
    /// - Throws: `errorDatabaseInaccessible` without a file, and where the store is in use, encrypted, of an earlier format or
    ///   damaged.
    package init(_ path: String) throws {
        var options = StoreOptions()
        options.isReadOnly = true
        options.readsOnlyUnused = true
        options.busyTimeout = 0
        (sources, devices) = try HKError.translating {
            let store = try SampleStore(at: .file(path), options: options)
            return try store.read { reader in
                let reader = ObjectReader(reader)
                return (try OwnerSourcesCall().answer(reader), try OwnerDevicesCall().answer(reader))
            }
        }
    }
}
