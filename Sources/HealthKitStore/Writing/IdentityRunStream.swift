/// The entries of a run in order, a block in memory at a time.
final class IdentityRunStream {
    private let reader: StoreReader
    private let run: IdentityRun
    private let block = IdentityBlock()
    private var nextBlock = 0
    private var index = 0
    private(set) var current: IdentityIndex.Entry?

    init(_ reader: StoreReader, _ run: IdentityRun) throws {
        self.reader = reader
        self.run = run
        try advance()
    }

    /// Moves to the next entry.
    func advance() throws {
        while index >= block.count {
            guard nextBlock < run.blockCount else {
                current = nil
                return
            }
            try reader.loadIdentityBlock(run, nextBlock, into: block)
            nextBlock += 1
            index = 0
        }
        current = block.entry(index)
        index += 1
    }
}

/// Writes entries that come in order as the blocks of a new run.
struct IdentityRunBuilder {
    private let writer: StoreWriter
    private(set) var run: IdentityRun
    private let block = IdentityBlock()
    private var pending: [IdentityIndex.Entry] = []
    private var pendingBlock = 0

    init(_ writer: StoreWriter, _ run: IdentityRun) {
        self.writer = writer
        self.run = run
    }

    mutating func add(_ entry: IdentityIndex.Entry) throws {
        let block = run.block(of: entry.fingerprint)
        while pendingBlock < block { try flush() }
        pending.append(entry)
        run.entryCount += 1
    }

    /// Writes the last blocks and lists the run.
    mutating func finish() throws {
        while pendingBlock < run.blockCount { try flush() }
        let query = try writer.connection.query(.insertIdentityRun)
        query.bind(run.id, at: 1)
        query.bind(run.blockCount, at: 2)
        query.bind(run.entryCount, at: 3)
        try query.run()
    }

    private mutating func flush() throws {
        let key = run.key(ofBlock: pendingBlock)
        block.encode(pending[...], key: key, into: writer.encoded)
        let query = try writer.connection.query(.insertIdentityBlock)
        query.bind(key, at: 1)
        query.bind(unowned: writer.encoded.bytes, at: 2)
        try query.run()
        pending.removeAll(keepingCapacity: true)
        pendingBlock += 1
    }
}
