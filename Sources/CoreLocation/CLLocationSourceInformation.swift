import Foundation

/// The source of a location.
open class CLLocationSourceInformation: NSObject, NSSecureCoding, NSCopying, @unchecked Sendable {
    private let simulated: Bool
    private let accessory: Bool

    /// Whether software on the device simulated the location.
    open var isSimulatedBySoftware: Bool { simulated }

    /// Whether an accessory told the location.
    open var isProducedByAccessory: Bool { accessory }

    /// Describes what produced a location.
    ///
    /// - Parameters:
    ///   - isSoftware: Whether software on the device simulated it.
    ///   - isAccessory: Whether an accessory told it.
    public init(softwareSimulationState isSoftware: Bool, andExternalAccessoryState isAccessory: Bool) {
        simulated = isSoftware
        accessory = isAccessory
    }

    /// Whether secure coding is supported: it is.
    open class var supportsSecureCoding: Bool { true }

    /// Makes the information from an archive.
    ///
    /// - Parameter coder: The archive to read.
    public required init?(coder: NSCoder) {
        guard coder.containsValue(forKey: "simulated"), coder.containsValue(forKey: "accessory") else { return nil }
        simulated = coder.decodeBool(forKey: "simulated")
        accessory = coder.decodeBool(forKey: "accessory")
    }

    /// Writes the information to an archive.
    ///
    /// - Parameter coder: The archive to write.
    open func encode(with coder: NSCoder) {
        coder.encode(simulated, forKey: "simulated")
        coder.encode(accessory, forKey: "accessory")
    }

    /// The same information: it is immutable.
    ///
    /// - Parameter zone: Not used.
    /// - Returns: The receiver.
    open func copy(with zone: NSZone? = nil) -> Any { self }
}
