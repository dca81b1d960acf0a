import Foundation
import GRDB

/// Changes to a store in one transaction: all of them are stored when it commits, or none.
///
/// Use it only inside the closure that it was given to. It reads what it has written. Once one of its methods has
/// failed half-way the whole transaction fails, whatever the closure does with the error.
package final class StoreWriter: StoreReader {
    let options: StoreOptions
    var state: StoreState
    private(set) var touchedTypes: Set<TypeID> = []
    private(set) var touchedNamespaces: Set<String> = []
    /// The largest numbers that this transaction has seen in the dictionaries.
    var newExtent = DictionaryExtent()
    /// Entries of the UUID index that wait to be written.
    var identityChanges: [IdentityIndex.Entry] = []
    /// Runs of the UUID index that this transaction made.
    var newIdentityRuns: Set<Int64> = []
    let identityFilter: IdentityFilterBox
    /// Deletions that wait to be written.
    var waitingTombstones = WaitingTombstones()
    /// Row buffers that are free for use.
    var spareRows: [BatchRows] = []
    private var newEntries: [Int64: DictionaryCache.Entry] = [:]
    private var newKeys: [UInt64: Int64] = [:]
    /// The newest entry of each dictionary that was looked for.
    private var lastNumbers: [DictionaryKind: Int32] = [:]
    private var newEntryBytes = 0
    private var isChanged = false
    private var poison: (any Error)?
    /// The parent of the last change of links, whose observers know already.
    var lastLinkedParent: UUID?
    /// Records this transaction's changes, if that is requested.
    var recorder: ChangeRecorder?
    /// Called every now and then while much is written; see ``ImportOptions/throttle``.
    var throttle: () -> Void = {}

    /// Bytes and bookkeeping of entries that are kept before all are forgotten; they can be read again.
    private static let newEntryLimit = 4 << 20

    #if DEBUG
    var ledger = WriteLedger()
    #endif

    let encoded = ByteBuffer(capacity: 16_384)
    let encodedHeader = ByteBuffer(capacity: 128)
    let scratch = ColumnScratch()

    init(
        _ database: Database,
        dictionaryCache: DictionaryCache,
        identityFilter: IdentityFilterBox,
        options: StoreOptions,
        knownIndexes: OriginIndexes.Knowledge = OriginIndexes.Knowledge()
    ) throws {
        self.options = options
        self.identityFilter = identityFilter
        state = StoreState(anchor: 0, batch: 0, run: 0, recent: 0, commits: 0)
        super
            .init(
                database,
                dictionaryCache: dictionaryCache,
                decodingPool: DecodingPool.nobody,
                knownIndexes: knownIndexes
            )
        state = try StoreState.load(connection)
        #if DEBUG
        ledger.before = state
        #endif
        state.commits += 1
    }

    package override var currentAnchor: Int64 { state.anchor }

    /// Runs a change.
    ///
    /// If it fails after it may have written something, the transaction can't commit any more.
    func change<T>(_ body: () throws -> T) throws -> T {
        if let poison { throw poison }
        try requireTransaction()
        do {
            isChanged = true
            return try body()
        } catch {
            poison = error
            throw error
        }
    }

    /// Runs a change that may find that there is nothing to do: a transaction of such changes alone writes nothing.
    func changeIfNeeded<T>(_ body: () throws -> T) throws -> T {
        let (wasChanged, before, rows) = (isChanged, state, connection.database.totalChangesCount)
        let result = try change(body)
        if state == before, connection.database.totalChangesCount == rows { isChanged = wasChanged }
        return result
    }

    /// An error of the disk rolls everything back, in a read too: later changes would be stored by themselves.
    private func requireTransaction() throws {
        guard !connection.database.isInsideTransaction else { return }
        throw StoreError(.ioError, "The disk failed in the middle of a transaction. Nothing of it was stored.")
    }

    func touch(type: TypeID) { touchedTypes.insert(type) }

    func touch(namespace: String) throws {
        if !touchedNamespaces.insert(namespace).inserted { return }
        let query = try connection.query(.replaceNamespace)
        query.bind(Array(namespace.utf8), at: 1)
        query.bind(state.commits, at: 2)
        try query.run()
    }

    /// Takes a place in the order of changes for something that is neither sample nor record.
    /// - Throws: ``StoreError``.
    package func takeAnchor() throws -> Int64 { try change { nextAnchor() } }

    /// The next place in the order of changes.
    func nextAnchor() -> Int64 {
        state.anchor += 1
        return state.anchor
    }

    /// Writes the counters, just before the commit.
    /// - Returns: whether anything was changed.
    func finish() throws -> Bool {
        if let poison { throw poison }
        guard isChanged else { return false }
        try settleTombstones()
        try _checkInvariants()
        try requireTransaction()
        try state.save(connection)
        return true
    }

    /// Hands what became certain with the commit to the caches.
    func publish() {
        for (key, entry) in newEntries { dictionaryCache.insert(entry, key: key) }
        dictionaryCache.extend(to: newExtent)
        if !newIdentityRuns.isEmpty { identityFilter.withLock { $0.markKnown(newIdentityRuns) } }
    }

    override func settleTombstones() throws {
        if waitingTombstones.isEmpty { return }
        try change { try writeTombstones() }
    }

    override func uncommittedEntry(_ key: Int64) -> DictionaryCache.Entry? { newEntries[key] }

    /// Keeps an entry in this transaction, as it may be its own and uncommitted.
    override func remember(_ entry: DictionaryCache.Entry, key: Int64) {
        newEntryBytes += entry.bytes.count + 128
        if newEntryBytes > StoreWriter.newEntryLimit {
            newEntries.removeAll(keepingCapacity: true)
            newKeys.removeAll(keepingCapacity: true)
            newEntryBytes = 0
        }
        newEntries[key] = entry
        newKeys[entry.hash] = key
    }
}

extension StoreWriter {
    /// The number of a dictionary entry, which is made when the store doesn't have it.
    /// - Throws: ``StoreError``.
    package func intern<Entry>(_ dictionary: StoreDictionary<Entry>, _ bytes: [UInt8]) throws -> EntryID<Entry> {
        EntryID(number: try number(of: dictionary.kind, bytes))
    }

    private func number(of kind: DictionaryKind, _ bytes: [UInt8]) throws -> Int32 {
        let hash = DictionaryKey.hash(kind, bytes)
        if let key = newKeys[hash], newEntries[key]?.bytes == bytes, DictionaryKey.kind(of: key) == kind.rawValue {
            return DictionaryKey.number(of: key)
        }
        let found = try find(kind, bytes)
        if let number = found.number { return number }
        return try change {
            let last = try lastNumber(of: kind)
            guard last < Int32.max else {
                throw StoreError(.invalidArgument, "The store can't hold more distinct entries of one kind.")
            }
            let key = DictionaryKey.key(kind, last + 1)
            let query = try connection.query(.insertDictionary)
            query.bind(key, at: 1)
            query.bind(Int64(bitPattern: found.hash), at: 2)
            query.bind(bytes, at: 3)
            try query.run()
            remember(DictionaryCache.Entry(bytes: bytes, hash: found.hash), key: key)
            lastNumbers[kind] = last + 1
            return last + 1
        }
    }

    /// The newest entry of a dictionary; 0 when it is empty.
    func lastEntry<Entry>(_ dictionary: StoreDictionary<Entry>) throws -> EntryID<Entry> {
        EntryID(number: try lastNumber(of: dictionary.kind))
    }

    private func lastNumber(of kind: DictionaryKind) throws -> Int32 {
        if let known = lastNumbers[kind] { return known }
        let query = try connection.query(.dictionaryLast)
        defer { query.reset() }
        query.bind(DictionaryKey.none(of: kind), at: 1)
        query.bind(DictionaryKey.last(of: kind), at: 2)
        let last = try query.step() ? DictionaryKey.number(of: query.int64(0)) : 0
        lastNumbers[kind] = last
        return last
    }

    /// Stores, replaces or (with nil) removes a value.
    ///
    /// - Parameters:
    ///   - bytes: The value.
    ///   - namespace: What kind of value it is.
    ///   - key: Which of them.
    ///   - isNoted: Whether observers of this kind of values are notified.
    /// - Throws: ``StoreError``.
    package func setValue(_ bytes: [UInt8]?, _ namespace: String, _ key: String, isNoted: Bool = true) throws {
        try change {
            if isNoted { try touch(namespace: namespace) }
            if let recorder, recorder.wants(namespace, key) {
                try recorder.keep(namespace, key, try value(namespace, key))
            }
            let query = try connection.query(bytes == nil ? .deleteValue : .replaceValue)
            query.bind(Array(namespace.utf8), at: 1)
            query.bind(Array(key.utf8), at: 2)
            if let bytes { query.bind(bytes, at: 3) }
            try query.run()
        }
    }
}
