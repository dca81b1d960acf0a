import Foundation

/// A version of the FHIR standard.
open class HKFHIRVersion: NSObject, NSSecureCoding, HKArchivedObject, NSCopying, @unchecked Sendable {
    let content: FHIRVersionContent

    init(_ content: FHIRVersionContent) { self.content = content }

    /// Reads a version such as `4.0.1`.
    ///
    /// - Parameter versionString: Three numbers separated by dots.
    /// - Throws: `HKError.errorInvalidArgument` for other texts.
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

    /// The release that the version belongs to: DSTU2 for version 1.0, R4 for version 4.0, otherwise unknown.
    open var fhirRelease: HKFHIRRelease {
        switch (content.major, content.minor) {
        case (1, 0): .dstu2
        case (4, 0): .r4
        default: .unknown
        }
    }

    /// The three numbers separated by dots.
    open var stringRepresentation: String { "\(content.major).\(content.minor).\(content.patch)" }

    /// The three numbers separated by dots.
    open override var description: String { stringRepresentation }

    /// Whether versions support secure coding; always true.
    open class var supportsSecureCoding: Bool { true }

    /// Creates a version from an archive.
    ///
    /// - Parameter coder: The archive to read. The result is `nil` if it contains no version.
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
    /// - Parameter object: The object to compare with.
    /// - Returns: Whether both have the same contents.
    open override func isEqual(_ object: Any?) -> Bool {
        (object as? HKFHIRVersion)?.content == content
    }

    /// A hash of the version's contents.
    open override var hash: Int { content.hashValue }
}
