import Foundation

/// The source of an app's samples from another device of the person's group.
///
/// Its bundle identifier consists of the app's and the device's, separated by `@`, which no app's identifier contains. So it is
/// a different source from the app with that identifier here, until the person confirms that both are the same app.
package struct DeviceSource: Hashable, Comparable, Sendable {
    /// The app's bundle identifier on that device.
    package let app: String
    /// The identifier of the device in the group.
    package let device: String

    /// The number of characters in a device identifier.
    private static let deviceCount = 26

    /// The source of an app's samples.
    ///
    /// - Returns: The source; `nil` for identifiers that no app can have: imports and the person's own entries are the same on
    ///   each device.
    package init?(app: String, device: String) {
        guard AppIdentity.problem(with: app) == nil, Self.isDevice(device) else { return nil }
        self.app = app
        self.device = device
    }

    /// Reads it from a bundle identifier; `nil` for that of another source.
    package init?(bundleIdentifier: String) {
        guard let sign = bundleIdentifier.utf8.lastIndex(of: UInt8(ascii: "@")) else { return nil }
        self.init(
            app: String(bundleIdentifier[..<sign]),
            device: String(bundleIdentifier[bundleIdentifier.index(after: sign)...])
        )
    }

    /// The bundle identifier of the source in this store.
    package var bundleIdentifier: String { "\(app)@\(device)" }

    package static func < (left: DeviceSource, right: DeviceSource) -> Bool {
        (left.app, left.device) < (right.app, right.device)
    }

    private static func isDevice(_ text: String) -> Bool {
        text.utf8.count == deviceCount
            && text.utf8.allSatisfy {
                (UInt8(ascii: "a")...UInt8(ascii: "z")).contains($0)
                    || (UInt8(ascii: "2")...UInt8(ascii: "7")).contains($0)
            }
    }
}

extension HKSource {
    /// The same source under another identifier.
    func called(_ bundleIdentifier: String) -> HKSource { HKSource(name: name, bundleIdentifier: bundleIdentifier) }
}

extension HKSourceRevision {
    /// The same revision of a source under another identifier.
    func called(_ bundleIdentifier: String) -> HKSourceRevision {
        HKSourceRevision(
            source: source.called(bundleIdentifier),
            version: version,
            productType: productType,
            operatingSystemVersion: operatingSystemVersion
        )
    }
}
