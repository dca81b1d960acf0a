import HealthKit
import HealthKitStore

/// The lists of keys that a store keeps with its files of entries.
///
/// A long list is kept in parts, by ranges of the keys' numbers: who looks for a few keys reads the parts alone that may have
/// them.
struct StoredEntryKeys {
    private let store: StoreReader
    /// The size of the lists kept in memory, in bytes.
    private let mostListBytes: Int
    /// The lists read last: whole lists by the keys of their files, parts by keys of their own.
    private var lists: [String: EntryKeyList] = [:]
    private var listBytes = 0
    /// The number of parts of each list that isn't whole.
    private var counts: [String: Int] = [:]

    /// Lists that would have fewer parts are whole.
    private static let fewestParts = 4
    /// The mark that replaces a list in parts, before their number in two bytes: no list begins like this.
    private static let mark: [UInt8] = [0x80, 0]

    /// Begins with nothing in memory.
    ///
    /// - Parameters:
    ///   - store: The store, for the duration of its transaction.
    ///   - part: How many samples are worked on at a time.
    init(_ store: StoreReader, part: Int) {
        self.store = store
        mostListBytes = part * 64
    }

    // MARK: Reading

    /// The list of a file, or a part of it that has those of some keys that the list has.
    ///
    /// - Parameters:
    ///   - key: The file's key.
    ///   - search: The keys; `nil` for all.
    /// - Returns: The list; `nil` where none is kept, or not all of it.
    /// - Throws: ``StoreError``.
    mutating func list(_ key: String, near search: EntryKeyList.Search? = nil) throws -> EntryKeyList? {
        switch try kept(key) {
        case .nothing: return nil
        case .whole(let list): return list
        case .parts(let count):
            guard let numbers = search?.parts(among: count) else {
                return try parts(key, count).map { keep(EntryKeyList(joining: $0), key) }
            }
            var parts: [EntryKeyList] = []
            for number in numbers {
                guard let part = try list(Self.key(key, part: number)) else { return nil }
                parts.append(part)
            }
            return EntryKeyList(joining: parts)
        }
    }

    /// The list of a file, in the parts that it is kept in: each has larger numbers than the one before.
    ///
    /// - Parameter key: The file's key.
    /// - Returns: The parts; `nil` where no list is kept, or not all of it.
    /// - Throws: ``StoreError``.
    mutating func parts(_ key: String) throws -> [EntryKeyList]? {
        switch try kept(key) {
        case .nothing: nil
        case .whole(let list): [list]
        case .parts(let count): try parts(key, count)
        }
    }

    private func parts(_ key: String, _ count: Int) throws -> [EntryKeyList]? {
        let parts = try store.values(StoreNamespace.deviceEntryKeys, prefix: Self.prefix(key))
        return parts.count == count ? parts.map { EntryKeyList(bytes: $0.bytes) } : nil
    }

    /// The form in which a list is kept.
    private enum Kept {
        case nothing
        case whole(EntryKeyList)
        /// In so many parts.
        case parts(Int)
    }

    private mutating func kept(_ key: String) throws -> Kept {
        if let known = lists[key] { return .whole(known) }
        if let known = counts[key] { return .parts(known) }
        guard let bytes = try store.value(StoreNamespace.deviceEntryKeys, key) else { return .nothing }
        guard let count = Self.count(bytes) else { return .whole(keep(EntryKeyList(bytes: bytes), key)) }
        // A list that was written in so few parts would be whole: the row is damaged.
        if count < Self.fewestParts { return .nothing }
        counts[key] = count
        return .parts(count)
    }

    private mutating func keep(_ list: EntryKeyList, _ key: String) -> EntryKeyList {
        if listBytes + list.bytes.count <= mostListBytes {
            listBytes += list.bytes.count
            lists[key] = list
        }
        return list
    }

    // MARK: Writing

    /// Keeps the list of a file.
    ///
    /// - Parameters:
    ///   - list: The list.
    ///   - key: The file's key.
    ///   - writer: The store.
    ///   - part: How many samples are worked on at a time.
    /// - Throws: ``StoreError``.
    static func set(_ list: EntryKeyList, _ key: String, _ writer: ObjectWriter, part: Int) throws {
        try remove(key, writer)
        // Four kilobytes usually: with what stands beside the key it fits into one more page of the store.
        let partBytes = max(part / 4, 8)
        let count = min((list.bytes.count + partBytes - 1) / partBytes, Int(UInt16.max))
        let isWhole = count < fewestParts
        let value = isWhole ? list.bytes : mark + [UInt8(count & 0xFF), UInt8(count >> 8)]
        try writer.writer.setValue(value, StoreNamespace.deviceEntryKeys, key)
        if isWhole { return }
        for (number, part) in list.parts(count).enumerated() {
            try writer.writer.setValue(
                part.bytes,
                StoreNamespace.deviceEntryKeys,
                self.key(key, part: number),
                isNoted: false
            )
        }
    }

    /// Removes the list of a file, if there is one.
    ///
    /// - Throws: ``StoreError``.
    static func remove(_ key: String, _ writer: ObjectWriter) throws {
        guard let bytes = try writer.store.value(StoreNamespace.deviceEntryKeys, key) else { return }
        try writer.writer.setValue(nil, StoreNamespace.deviceEntryKeys, key)
        if count(bytes) != nil { try writer.writer.removeValues(StoreNamespace.deviceEntryKeys, prefix: prefix(key)) }
    }

    /// The number of parts in which a list is kept; `nil` for a list that is whole.
    private static func count(_ bytes: [UInt8]) -> Int? {
        bytes.count == mark.count + 2 && bytes.starts(with: mark) ? Int(bytes[2]) | Int(bytes[3]) << 8 : nil
    }

    /// The prefix of the keys of a list's parts.
    private static func prefix(_ key: String) -> String { "\(key)#" }

    /// The key of a part: as bytes they are in the order of the parts.
    private static func key(_ key: String, part number: Int) -> String { "\(prefix(key))\(100_000 + number)" }
}
