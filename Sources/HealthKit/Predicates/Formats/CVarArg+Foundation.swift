import Foundation
import Synchronization

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
/// The C functions of Foundation on Linux support only strings. Apple's platforms keep temporary objects until the
/// autorelease pool drains; here the latest texts are kept, more than a format has arguments.
private struct ArgumentStrings {
    private static let shared = Mutex(ArgumentStrings())
    private static let capacity = 1024

    private var texts: [NSString] = []
    private var next = 0

    static func encoding(_ text: String) -> [Int] { [shared.withLock { $0.keep(text) }] }

    /// Keeps a text.
    ///
    /// - Returns: Its address, which is good until as many others were kept.
    private mutating func keep(_ text: String) -> Int {
        let text = NSString(string: text)
        if texts.count < Self.capacity {
            texts.append(text)
        } else {
            texts[next] = text
            next = (next + 1) % Self.capacity
        }
        return Int(bitPattern: Unmanaged.passUnretained(text).toOpaque())
    }
}
