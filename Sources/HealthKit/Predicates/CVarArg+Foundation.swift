import Foundation

// On Apple's platforms every object can be an argument of a format, and the values that are bridged to objects as well.
// Foundation on Linux leaves that to strings. What clients give to `NSPredicate(format:)` is added here.

extension NSObject: @retroactive CVarArg {
    /// The object's address.
    public var _cVarArgEncoding: [Int] { [Int(bitPattern: Unmanaged.passUnretained(self).toOpaque())] }
}

extension Date: @retroactive CVarArg {
    /// The address of the date as an object.
    public var _cVarArgEncoding: [Int] { ArgumentObjects.encoding(self as NSDate) }
}

extension UUID: @retroactive CVarArg {
    /// The address of the UUID as an object.
    public var _cVarArgEncoding: [Int] { ArgumentObjects.encoding(self as NSUUID) }
}

extension DateComponents: @retroactive CVarArg {
    /// The address of the components as an object.
    public var _cVarArgEncoding: [Int] { ArgumentObjects.encoding(self as NSDateComponents) }
}

extension Array: @retroactive CVarArg {
    /// The address of the array as an object.
    public var _cVarArgEncoding: [Int] { ArgumentObjects.encoding(NSArray(array: self)) }
}

extension Set: @retroactive CVarArg {
    /// The address of the set as an object.
    public var _cVarArgEncoding: [Int] { ArgumentObjects.encoding(NSSet(array: Array(self))) }
}

/// The objects that were made for the C functions that take such arguments.
///
/// Apple's platforms keep them until the autorelease pool drains. Here the latest are kept, more than a format has arguments.
private final class ArgumentObjects: @unchecked Sendable {
    private static let shared = ArgumentObjects()
    private static let capacity = 256

    private let lock = NSLock()
    private var objects: [NSObject] = []
    private var next = 0

    static func encoding(_ object: NSObject) -> [Int] {
        shared.lock.withLock { shared.keep(object) }
        return object._cVarArgEncoding
    }

    private func keep(_ object: NSObject) {
        guard objects.count == Self.capacity else {
            objects.append(object)
            return
        }
        objects[next] = object
        next = (next + 1) % Self.capacity
    }
}
