extension StoreReader {
    /// A value by namespace and key, or nil.
    /// - Throws: ``StoreError``.
    package func value(_ namespace: String, _ key: String) throws -> [UInt8]? {
        let query = try connection.query(.value)
        defer { query.reset() }
        query.bind(Array(namespace.utf8), at: 1)
        query.bind(Array(key.utf8), at: 2)
        return try query.step() ? query.bytes(0) : nil
    }

    /// The values of a namespace whose keys have a prefix, in the order of the keys' bytes.
    ///
    /// - Parameters:
    ///   - namespace: where to look.
    ///   - prefix: the prefix of the keys; all keys when empty.
    ///   - limit: how many at most, or nil for all.
    ///   - descending: whether the last keys come first.
    /// - Returns: keys and their bytes.
    /// - Throws: ``StoreError``.
    package func values(
        _ namespace: String,
        prefix: String = "",
        limit: Int? = nil,
        descending: Bool = false
    ) throws -> [(key: String, bytes: [UInt8])] {
        let query = try connection.query(descending ? .valuesDescending : .valuesAscending)
        defer { query.reset() }
        let lower = Array(prefix.utf8)
        query.bind(Array(namespace.utf8), at: 1)
        query.bind(lower, at: 2)
        query.bind(StoreReader.successor(of: lower), at: 3)
        query.bind(Int64(limit ?? -1), at: 4)
        var values: [(key: String, bytes: [UInt8])] = []
        while try query.step() {
            values.append((String(decoding: query.unownedBytes(0), as: UTF8.self), query.bytes(1)))
        }
        return values
    }

    /// The smallest bytes above everything that begins with `prefix`.
    ///
    /// UTF-8 has no byte 0xFF, so none overflows.
    static func successor(of prefix: [UInt8]) -> [UInt8] {
        guard let last = prefix.last else { return [0xFF] }
        return prefix.dropLast() + [last &+ 1]
    }
}
