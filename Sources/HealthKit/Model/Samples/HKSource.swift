import Foundation

/// An app or a device that saves data to the store.
///
/// Sources are equal if their bundle identifiers are.
open class HKSource: NSObject, NSSecureCoding, HKArchivedObject, NSCopying, @unchecked Sendable {
    /// The name a person sees.
    public let name: String
    /// The bundle identifier of the app, or the identifier of the device.
    public let bundleIdentifier: String

    package init(name: String, bundleIdentifier: String) {
        self.name = name
        self.bundleIdentifier = bundleIdentifier
        super.init()
    }

    /// The source of this app.
    ///
    /// - Returns: The source that objects saved by this process have; within a test store's `asDefault`, by the test's app.
    open class func `default`() -> HKSource { AppIdentity.ofRunningCode.source }

    /// Whether secure coding is supported; always true.
    open class var supportsSecureCoding: Bool { true }

    /// Creates a source from an archive.
    ///
    /// - Parameter coder: The archive to read.
    public required init?(coder: NSCoder) {
        guard let name = coder.decodeText(forKey: "name"), let bundle = coder.decodeText(forKey: "bundleIdentifier")
        else { return nil }
        self.name = name
        bundleIdentifier = bundle
        super.init()
    }

    /// Writes the source to an archive.
    ///
    /// - Parameter coder: The archive to write.
    open func encode(with coder: NSCoder) {
        coder.encode(name as NSString, forKey: "name")
        coder.encode(bundleIdentifier as NSString, forKey: "bundleIdentifier")
    }

    /// The same source: sources are immutable.
    ///
    /// - Parameter zone: Not used.
    /// - Returns: The receiver.
    open func copy(with zone: NSZone? = nil) -> Any { self }

    /// Sources are equal if their bundle identifiers are.
    ///
    /// - Parameter object: The object to compare with.
    /// - Returns: Whether both are the same source.
    open override func isEqual(_ object: Any?) -> Bool {
        (object as? HKSource)?.bundleIdentifier == bundleIdentifier
    }

    /// A hash of the bundle identifier.
    open override var hash: Int { bundleIdentifier.hashValue }

    /// Name and bundle identifier.
    open override var description: String { "<HKSource name:\"\(name)\", bundle:\"\(bundleIdentifier)\">" }
}

extension AppIdentity {
    /// The source of the objects that this app saves.
    package var source: HKSource { HKSource(name: name, bundleIdentifier: bundleIdentifier) }
}
