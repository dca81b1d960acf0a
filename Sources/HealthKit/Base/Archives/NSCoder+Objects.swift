import Foundation

extension NSCoder {
    /// A string from an archive; `nil` when it is missing or something else.
    package func decodeText(forKey key: String) -> String? {
        decoded(NSString.self, forKey: key).map { String(describing: $0) }
    }

    /// An object from an archive; `nil` when it is missing, where some coders would stop the program.
    package func decoded<Value: NSObject & NSCoding>(_ type: Value.Type, forKey key: String) -> Value? {
        guard containsValue(forKey: key) else { return nil }
        // Foundation stops the program when an object is of another class than those that are named.
        return decodeObject(of: ArchivedClasses.all, forKey: key) as? Value
    }

    /// An array of objects from an archive; `nil` when it is missing or holds something else.
    package func decodedArray<Element: NSObject & NSCoding>(of type: Element.Type, forKey key: String) -> [Element]? {
        guard containsValue(forKey: key) else { return nil }
        return decodeObject(of: ArchivedClasses.all, forKey: key) as? [Element]
    }

    /// A date from an archive, kept bit for bit.
    package func decodeTime(forKey key: String) -> Date? {
        guard containsValue(forKey: key) else { return nil }
        let seconds = decodeDouble(forKey: key)
        return seconds.isFinite ? Date(timeIntervalSinceReferenceDate: seconds) : nil
    }

    /// Writes a date bit for bit.
    package func encodeTime(_ date: Date, forKey key: String) {
        encode(date.timeIntervalSinceReferenceDate, forKey: key)
    }
}
