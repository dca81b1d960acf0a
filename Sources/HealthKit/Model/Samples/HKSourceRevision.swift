import Foundation

/// A source at one version, on one product and operating system.
open class HKSourceRevision: NSObject, NSSecureCoding, HKArchivedObject, NSCopying, @unchecked Sendable {
    /// The app or device.
    public let source: HKSource
    /// The version of the app, or `nil`.
    public let version: String?
    /// The product the app ran on, such as `iPhone17,3`, or `nil`.
    public let productType: String?
    /// The operating system that the app ran on; ``HKSourceRevisionAnyOperatingSystem`` if unknown.
    public let operatingSystemVersion: OperatingSystemVersion

    /// Creates a revision with only a known version.
    ///
    /// - Parameters:
    ///   - source: The app or device.
    ///   - version: Its version; `nil` or ``HKSourceRevisionAnyVersion`` matches every version.
    public init(source: HKSource, version: String?) {
        self.source = source
        self.version = version
        productType = nil
        operatingSystemVersion = HKSourceRevisionAnyOperatingSystem
        super.init()
    }

    /// Makes a revision.
    ///
    /// - Parameters:
    ///   - source: The app or device.
    ///   - version: Its version.
    ///   - productType: The product it ran on.
    ///   - operatingSystemVersion: The operating system it ran on.
    public init(
        source: HKSource,
        version: String?,
        productType: String?,
        operatingSystemVersion: OperatingSystemVersion
    ) {
        self.source = source
        self.version = version
        self.productType = productType
        self.operatingSystemVersion = operatingSystemVersion
        super.init()
    }

    /// The revision of this app on this machine.
    package static var current: HKSourceRevision { AppIdentity.current.revision }

    /// The revision of an object that wasn't saved.
    static let unsaved = HKSourceRevision(source: HKSource(name: "", bundleIdentifier: ""), version: nil)

    /// Whether secure coding is supported; always true.
    open class var supportsSecureCoding: Bool { true }

    /// Creates a revision from an archive.
    ///
    /// - Parameter coder: The archive to read.
    public required init?(coder: NSCoder) {
        guard let source = coder.decoded(HKSource.self, forKey: "source") else { return nil }
        self.source = source
        version = coder.decodeText(forKey: "version")
        productType = coder.decodeText(forKey: "productType")
        operatingSystemVersion = OperatingSystemVersion(
            majorVersion: coder.decodeInteger(forKey: "osMajor"),
            minorVersion: coder.decodeInteger(forKey: "osMinor"),
            patchVersion: coder.decodeInteger(forKey: "osPatch")
        )
        super.init()
    }

    /// Writes the revision to an archive.
    ///
    /// - Parameter coder: The archive to write.
    open func encode(with coder: NSCoder) {
        coder.encode(source, forKey: "source")
        coder.encode(version as NSString?, forKey: "version")
        coder.encode(productType as NSString?, forKey: "productType")
        coder.encode(operatingSystemVersion.majorVersion, forKey: "osMajor")
        coder.encode(operatingSystemVersion.minorVersion, forKey: "osMinor")
        coder.encode(operatingSystemVersion.patchVersion, forKey: "osPatch")
    }

    /// The same revision: revisions are immutable.
    ///
    /// - Parameter zone: Not used.
    /// - Returns: The receiver.
    open func copy(with zone: NSZone? = nil) -> Any { self }

    /// Revisions are equal if source, version, product and operating system are.
    ///
    /// - Parameter object: The object to compare with.
    /// - Returns: Whether all parts are equal.
    open override func isEqual(_ object: Any?) -> Bool {
        guard let other = object as? HKSourceRevision else { return false }
        return source == other.source && version == other.version && productType == other.productType
            && operatingSystemVersion.isSame(as: other.operatingSystemVersion)
    }

    /// A hash of source, version and product.
    open override var hash: Int {
        var hasher = Hasher()
        hasher.combine(source)
        hasher.combine(version)
        hasher.combine(productType)
        return hasher.finalize()
    }

    /// Source, version, product and operating system.
    open override var description: String {
        let system = operatingSystemVersion
        return "<HKSourceRevision \(source), version:\(version ?? "nil"), product:\(productType ?? "nil"), "
            + "OS:\(system.majorVersion).\(system.minorVersion).\(system.patchVersion)>"
    }

    /// Whether this revision, which may leave parts open, describes another one.
    package func matches(_ other: HKSourceRevision) -> Bool {
        guard source == other.source else { return false }
        if let version, version != HKSourceRevisionAnyVersion, version != other.version { return false }
        if let productType, productType != HKSourceRevisionAnyProductType, productType != other.productType {
            return false
        }
        return operatingSystemVersion.isSame(as: HKSourceRevisionAnyOperatingSystem)
            || operatingSystemVersion.isSame(as: other.operatingSystemVersion)
    }
}

extension OperatingSystemVersion {
    /// Whether all three parts are equal.
    package func isSame(as other: OperatingSystemVersion) -> Bool {
        majorVersion == other.majorVersion && minorVersion == other.minorVersion && patchVersion == other.patchVersion
    }
}

extension AppIdentity {
    /// The revision of the objects that this app saves.
    package var revision: HKSourceRevision {
        HKSourceRevision(
            source: source,
            version: version,
            productType: Machine.current.architecture,
            operatingSystemVersion: Machine.current.operatingSystem
        )
    }
}
