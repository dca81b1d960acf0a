import Foundation
import HealthKit

/// The app or device that recorded a file's contents.
package struct ReadSource: Hashable, Sendable {
    /// The bundle identifier, or `nil` for a source that only has a name.
    private let bundleIdentifier: String?
    package var name: String
    /// The version of its software.
    package var version: String?
    /// The product, such as `Edge 530`.
    package var productType: String?
    /// Whether another app computed or copied the values of the source.
    var isRelayed = false
    /// Whether its values are sums that name no sources.
    var isOfSums = false

    /// Makes a source that a file gives only a name of, as an Apple Health export does.
    ///
    /// - Parameters:
    ///   - name: Its name.
    ///   - version: The version of its software.
    package init(name: String, version: String? = nil) {
        bundleIdentifier = nil
        self.name = name
        self.version = version
    }

    /// Makes a source that a file identifies.
    ///
    /// - Parameters:
    ///   - identifier: A value from the file, never from a table of names that may grow: `fit:1:4314` for a maker and a
    ///     product.
    ///   - name: Its name for people, which may change.
    ///   - version: The version of its software.
    ///   - productType: The product.
    package init(identifier: String, name: String, version: String? = nil, productType: String? = nil) {
        bundleIdentifier = HKSource.filePrefix + identifier
        self.name = name
        self.version = version
        self.productType = productType
    }

    /// The name or identifier in the lasting forms of objects.
    var lastingName: String { bundleIdentifier ?? name }

    /// The source as the store has it.
    var revision: HKSourceRevision {
        if isOfSums {
            let identifier = HKSource.sumPrefix + lastingName
            return HKSourceRevision(source: HKSource(name: name, bundleIdentifier: identifier), version: version)
        }
        if isRelayed { return ImportDefinitions.relayed(name: name) }
        guard let bundleIdentifier else { return ImportDefinitions.revision(name: name, version: version) }
        let source = HKSource(name: name, bundleIdentifier: bundleIdentifier)
        guard let productType else { return HKSourceRevision(source: source, version: version) }
        return HKSourceRevision(
            source: source,
            version: version,
            productType: productType,
            operatingSystemVersion: HKSourceRevisionAnyOperatingSystem
        )
    }
}
