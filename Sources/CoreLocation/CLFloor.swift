import Foundation

/// The floor of a building.
///
/// Apple's system makes floors, apps do not.
open class CLFloor: NSObject, NSSecureCoding, NSCopying, @unchecked Sendable {
    private let number: Int

    /// The floor: 0 is the ground floor, floors below it are negative.
    open var level: Int { number }

    /// Makes a floor.
    package init(level: Int) {
        number = level
    }

    /// Whether secure coding is supported: it is.
    open class var supportsSecureCoding: Bool { true }

    /// Makes a floor from an archive.
    ///
    /// - Parameter coder: The archive to read.
    public required init?(coder: NSCoder) {
        guard coder.containsValue(forKey: "level") else { return nil }
        number = coder.decodeInteger(forKey: "level")
    }

    /// Writes the floor to an archive.
    ///
    /// - Parameter coder: The archive to write.
    open func encode(with coder: NSCoder) {
        coder.encode(number, forKey: "level")
    }

    /// The same floor: floors are immutable.
    ///
    /// - Parameter zone: Not used.
    /// - Returns: The receiver.
    open func copy(with zone: NSZone? = nil) -> Any { self }
}
