import Foundation

/// A version of the FHIR standard.
open class HKFHIRVersion: NSObject, NSSecureCoding, HKArchivedObject, NSCopying, @unchecked Sendable {
    let content: FHIRVersionContent

    init(_ content: FHIRVersionContent) { self.content = content }

    /// Reads a version such as `4.0.1`.
    ///
    /// - Parameter versionString: Three numbers with dots between them.
    /// - Throws: `HKError.errorInvalidArgument` for another text.
    public convenience init(fromVersionString versionString: String) throws {
        self.init(try FHIRVersionContent(text: versionString))
    }

    /// The version of the second draft standard that HealthKit uses, 1.0.2.
    ///
    /// - Returns: The version.
    open class func primaryDSTU2() -> HKFHIRVersion { HKFHIRVersion(FHIRVersionContent(major: 1, minor: 0, patch: 2)) }

    /// The version of release 4 that HealthKit uses, 4.0.1.
    ///
    /// - Returns: The version.
    open class func primaryR4() -> HKFHIRVersion { HKFHIRVersion(FHIRVersionContent(major: 4, minor: 0, patch: 1)) }

    /// The first number.
    open var majorVersion: Int { content.major }

    /// The second number.
    open var minorVersion: Int { content.minor }

    /// The third number.
    open var patchVersion: Int { content.patch }

    /// The release that the version belongs to: version 1.0 to DSTU2, version 4.0 to R4, others to none that is known.
    open var fhirRelease: HKFHIRRelease {
        switch (content.major, content.minor) {
        case (1, 0): .dstu2
        case (4, 0): .r4
        default: .unknown
        }
    }

    /// The three numbers with dots between them.
    open var stringRepresentation: String { "\(content.major).\(content.minor).\(content.patch)" }

    /// The three numbers with dots between them.
    open override var description: String { stringRepresentation }

    /// Whether versions can be archived securely: they can.
    open class var supportsSecureCoding: Bool { true }

    /// Makes a version from an archive.
    ///
    /// - Parameter coder: The archive to read. The result is `nil` when it holds no version.
    public required init?(coder: NSCoder) {
        guard let content = coder.decodedContent(FHIRVersionContent.self) else { return nil }
        self.content = content
        super.init()
    }

    /// Writes the version to an archive.
    ///
    /// - Parameter coder: The archive to write.
    open func encode(with coder: NSCoder) { coder.encodeContent(content) }

    /// The version itself, which never changes.
    ///
    /// - Parameter zone: Ignored.
    /// - Returns: This version.
    open func copy(with zone: NSZone? = nil) -> Any { self }

    /// Whether another object is an equal version.
    ///
    /// - Parameter object: What to compare with.
    /// - Returns: Whether both say the same.
    open override func isEqual(_ object: Any?) -> Bool {
        (object as? HKFHIRVersion)?.content == content
    }

    /// A hash of what the version says.
    open override var hash: Int { content.hashValue }
}
