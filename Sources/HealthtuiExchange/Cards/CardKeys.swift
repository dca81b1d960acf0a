import Foundation

/// The keys of issuers that the person trusts.
package struct CardKeys: Hashable, Sendable {
    /// The reason a text holds no keys.
    package struct Flaw: Error, Hashable, CustomStringConvertible {
        package let description: String
    }

    /// The keys in the order they were added.
    package private(set) var keys: [CardKey] = []

    package init() {}

    /// The outcome of adding a text's keys.
    package struct Addition: Hashable, Sendable {
        package var added = 0
        /// The number of keys that were there already.
        package var known = 0
        /// The keys that couldn't be added, with their place.
        package var problems: [String] = []
    }

    /// Adds the keys of a text: a JSON web key, a set of them, or a directory of issuers with their keys.
    ///
    /// A known key without an issuer gets the one given now.
    ///
    /// - Parameters:
    ///   - text: The JSON.
    ///   - issuer: The issuer of keys that don't name one.
    /// - Returns: The outcome.
    /// - Throws: ``Flaw`` for a text that holds no keys.
    package mutating func add(_ text: Data, issuer: String? = nil) throws -> Addition {
        let root: Any
        do {
            root = try JSONSerialization.jsonObject(with: text)
        } catch {
            throw Flaw(description: "line \(FHIRReader.line(of: error, in: text)): invalid JSON")
        }
        guard let object = root as? [String: Any] else { throw Flaw(description: "line 1: not a JSON object") }
        var addition = Addition()
        if let issuers = object["issuerInfo"] as? [Any] {
            for (index, entry) in issuers.enumerated() {
                let entry = entry as? [String: Any]
                let address = (entry?["issuer"] as? [String: Any])?["iss"] as? String
                add(entry?["keys"] as? [Any] ?? [], "issuerInfo[\(index)].keys", address ?? issuer, &addition)
            }
        } else if let set = object["keys"] as? [Any] {
            add(set, "keys", issuer, &addition)
        } else if object["kty"] != nil {
            add(object, "the key", issuer, &addition)
        } else {
            throw Flaw(description: "it is neither a JSON web key nor a set of them (\"keys\")")
        }
        return addition
    }

    private mutating func add(_ set: [Any], _ place: String, _ issuer: String?, _ addition: inout Addition) {
        for (index, value) in set.enumerated() { add(value, "\(place)[\(index)]", issuer, &addition) }
    }

    private mutating func add(_ value: Any, _ place: String, _ issuer: String?, _ addition: inout Addition) {
        guard let object = value as? [String: Any] else {
            addition.problems.append("\(place): not a JSON object")
            return
        }
        let key: CardKey
        do { key = try CardKey(object, issuer: issuer) } catch {
            addition.problems.append("\(place): \((error as? CardKey.Flaw)?.reason ?? "not a key")")
            return
        }
        if keys.contains(key) || key.issuer == nil && keys.contains(where: { $0.isSame(as: key) }) {
            addition.known += 1
            return
        }
        keys.removeAll { $0.issuer == nil && $0.isSame(as: key) }
        keys.append(key)
        addition.added += 1
    }

    /// Removes keys.
    ///
    /// - Parameter identifier: The name of the keys, or the beginning of it.
    /// - Returns: The number of keys removed.
    package mutating func remove(_ identifier: String) -> Int {
        let count = keys.count
        keys.removeAll { $0.identifier.hasPrefix(identifier) }
        return count - keys.count
    }

    /// A set of JSON web keys that ``add(_:issuer:)`` can read again.
    package var data: Data {
        get throws {
            try JSONSerialization.data(
                withJSONObject: ["keys": keys.map(\.object)],
                options: [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
            )
        }
    }
}

extension CardKey {
    /// Whether both are the same key, regardless of their issuers.
    fileprivate func isSame(as other: CardKey) -> Bool {
        var (own, others) = (object, other.object)
        own["iss"] = nil
        others["iss"] = nil
        return own == others
    }
}
