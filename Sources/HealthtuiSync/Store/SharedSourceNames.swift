import Foundation
import HealthKit
import HealthKitStore

/// The names of sources in a group.
///
/// A store calls what an app of its machine saved after the app alone, and what apps of other machines saved after these too.
/// In the group all of them are called after their machines, so that an order of sources means the same ones everywhere.
struct SharedSourceNames {
    /// The time at which each source was first seen by any device, by its name in the group.
    private let times: [String: Double]
    private let device: SyncID

    /// Reads what the group knows of sources.
    ///
    /// - Parameters:
    ///   - store: The store.
    ///   - device: This machine.
    /// - Throws: ``StoreError``.
    init(_ store: StoreReader, _ device: SyncID) throws {
        times = try SharedSources.times(store)
        self.device = device
    }

    /// The names that a source of this store has in the group: two where samples of it were saved by an app here and imported
    /// too.
    private func names(of bundle: String) -> [String] {
        guard let own = DeviceSource(app: bundle, device: device.description)?.bundleIdentifier, times[own] != nil
        else {
            return [bundle]
        }
        return times[bundle] == nil ? [own] : [own, bundle]
    }

    /// The times at which sources of this store were first seen by any device, by their names in the group.
    func times(of bundles: [String]) -> [(name: String, time: Double)] {
        Set(bundles.flatMap(names)).sorted().compactMap { name in times[name].map { (name, $0) } }
    }

    /// An order of sources as the group has it.
    ///
    /// - Parameter order: The order as a store has it.
    /// - Returns: The same bytes where no source has another name.
    /// - Throws: `EncodingError`.
    func shared(_ order: [UInt8]) throws -> [UInt8] { try Self.renamed(order, names) }

    /// An order of sources as this store has it.
    ///
    /// - Parameters:
    ///   - order: The order as the group has it.
    ///   - device: This machine.
    /// - Returns: The same bytes where no source has another name.
    /// - Throws: `EncodingError`.
    static func stored(_ order: [UInt8], on device: SyncID) throws -> [UInt8] {
        try renamed(order) { name in
            guard let source = DeviceSource(bundleIdentifier: name), source.device == device.description else {
                return [name]
            }
            return [source.app]
        }
    }

    private static func renamed(_ bytes: [UInt8], _ names: (String) -> [String]) throws -> [UInt8] {
        // A value that can't be read is left out where it arrives.
        guard let old = try? JSONDecoder().decode(SourcePriority.self, from: Data(bytes)) else { return bytes }
        var seen: Set<String> = []
        let new = SourcePriority(
            order: old.order.flatMap(names).filter { seen.insert($0).inserted },
            excluded: Set(old.excluded.flatMap(names))
        )
        if new == old { return bytes }
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        return Array(try encoder.encode(SortedOrder(order: new.order, excluded: new.excluded.sorted())))
    }

    /// An order whose bytes are always the same.
    private struct SortedOrder: Encodable {
        var order: [String]
        var excluded: [String]
    }
}
