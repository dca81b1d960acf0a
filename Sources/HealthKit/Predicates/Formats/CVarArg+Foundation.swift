import Foundation

// On Apple's platforms every object can be an argument of a format, and the values that are bridged to objects as well.
// Foundation on Linux leaves that to strings. What clients give to `NSPredicate(format:)` is added here; a string format
// prints these arguments by their descriptions, as `%@` does.

extension NSObject: @retroactive CVarArg {
    /// The address of the object's description.
    public var _cVarArgEncoding: [Int] { ArgumentStrings.encoding(description) }
}

extension Date: @retroactive CVarArg {
    /// The address of the date's description.
    public var _cVarArgEncoding: [Int] { ArgumentStrings.encoding(description) }
}

extension UUID: @retroactive CVarArg {
    /// The address of the UUID's description.
    public var _cVarArgEncoding: [Int] { ArgumentStrings.encoding(description) }
}

extension DateComponents: @retroactive CVarArg {
    /// The address of the components' description.
    public var _cVarArgEncoding: [Int] { ArgumentStrings.encoding(description) }
}

extension Array: @retroactive CVarArg {
    /// The address of the array's description.
    public var _cVarArgEncoding: [Int] { ArgumentStrings.encoding(description) }
}

extension Set: @retroactive CVarArg {
    /// The address of the set's description.
    public var _cVarArgEncoding: [Int] { ArgumentStrings.encoding(description) }
}

/// The texts that were made for the C functions that take such arguments.
///
/// The C functions of Foundation on Linux know strings only. Apple's platforms keep what was made for them until the
/// autorelease pool drains; here the latest texts are kept, more than a format has arguments.
private final class ArgumentStrings: @unchecked Sendable {
    private static let shared = ArgumentStrings()
    private static let capacity = 1024

    private let lock = NSLock()
    private var texts: [NSString] = []
    private var next = 0

    static func encoding(_ text: String) -> [Int] {
        let text = NSString(string: text)
        shared.lock.withLock { shared.keep(text) }
        return [Int(bitPattern: Unmanaged.passUnretained(text).toOpaque())]
    }

    private func keep(_ text: NSString) {
        guard texts.count == Self.capacity else {
            texts.append(text)
            return
        }
        texts[next] = text
        next = (next + 1) % Self.capacity
    }
}
