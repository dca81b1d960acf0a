/// A device's files of entries and their keys.
///
/// Entries are read only when they are needed.
package protocol CachedSegments: AnyObject {
    /// The device that has them.
    var device: SyncID { get }

    /// The files, in any order.
    var segments: [Segment] { get }

    /// Entries that are in no file yet.
    var pending: [Entry] { get }

    /// The keys of a file's entries.
    func entryKeys(of segment: Segment) throws -> EntryKeyList

    /// The keys of a file; those that the search doesn't have may be missing.
    func entryKeys(of segment: Segment, near search: EntryKeyList.Search) throws -> EntryKeyList

    /// The keys of a file's entries as the stored lists, each with larger numbers than the one before.
    func entryKeyParts(of segment: Segment) throws -> [EntryKeyList]

    /// The entries of a file; unedited samples may be in rows.
    func entries(of segment: Segment) throws -> [Entry]

    /// Calls a closure with each of some files and its entries.
    func read(_ files: [Segment], _ body: (Segment, [Entry]) throws -> Void) throws
}

extension CachedSegments {
    package func entryKeys(of segment: Segment, near search: EntryKeyList.Search) throws -> EntryKeyList {
        try entryKeys(of: segment)
    }

    package func entryKeyParts(of segment: Segment) throws -> [EntryKeyList] { [try entryKeys(of: segment)] }

    package func read(_ files: [Segment], _ body: (Segment, [Entry]) throws -> Void) throws {
        for segment in files { try body(segment, try entries(of: segment)) }
    }

    /// The entries of a file, each sample as one of its own.
    func expandedEntries(of segment: Segment) throws -> [Entry] { try entries(of: segment).flatMap(\.expanded) }

    /// The keys of some files that several of them have, or that another file or pending entries share.
    ///
    /// - Parameter files: The files, which may be many.
    /// - Returns: The keys, with the places of the files; `nil` where there are too many to keep them.
    /// - Throws: ``SyncError`` for a file that can't be read, ``StoreError``.
    func common(of files: [Segment]) throws -> CommonEntryKeys? {
        let own = Set(files.map(\.hash))
        var count = 0
        for segment in segments { count += try entryKeyBytes(of: segment) / EntryKeyList.bytesPerEntryKey }
        return try CommonEntryKeys(among: count) { [self] isOwn, look in
            if !isOwn, !pending.isEmpty { look(EntryKeyList(pending), nil) }
            for (place, segment) in segments.enumerated() where own.contains(segment.hash) == isOwn {
                for part in try entryKeyParts(of: segment) { look(part, place) }
            }
        }
    }

    /// The approximate size of a file's list of keys, in bytes.
    func entryKeyBytes(of segment: Segment) throws -> Int {
        try entryKeyParts(of: segment).reduce(0) { $0 + $1.bytes.count }
    }

    /// The given keys that occur more than once, or that a file or pending entries share.
    ///
    /// - Parameters:
    ///   - entryKeys: The keys.
    ///   - left: Files that aren't searched.
    /// - Returns: The keys that also occur elsewhere, with the places of the files.
    /// - Throws: ``SyncError`` for a file that can't be read, ``StoreError``.
    func common(_ entryKeys: inout EntryKeyNumbers, without left: Set<Digest> = []) throws -> CommonEntryKeys {
        if entryKeys.count == 0 { return CommonEntryKeys(repeatedIn: entryKeys) }
        let search = entryKeys.search()
        return try entryKeys.common { look in
            if !pending.isEmpty { look(EntryKeyList(pending), nil) }
            for (place, segment) in segments.enumerated() where !left.contains(segment.hash) {
                look(try self.entryKeys(of: segment, near: search), place)
            }
        }
    }
}
