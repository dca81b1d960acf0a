import HealthKit

/// Fills chunks with an import's objects and passes each to the writer when it is full.
///
/// One builder fills chunks at a time: a further one, for another file of the same import, continues its numbers.
struct ChunkBuilder {
    /// The entries that samples refer to.
    var definitions: ImportDefinitions
    /// The chunk being filled.
    var chunk = ImportChunk()
    private let writer: ImportWriter?
    private let isCancelled: @Sendable () -> Bool
    private var ownerCount: UInt32
    /// The total length of the chunk's texts that belong to one record each, such as lists of beats.
    private var ownTextLength = 0
    /// The memory and write cost of the chunk's objects, roughly in rows.
    private var objectWeight = 0
    /// The identifiers of the chunk's objects that files know by a name.
    private var identifiers: Set<String> = []
    /// Whether the current file has objects that are recognized by their content.
    private var hasUnnamed = false
    /// Whether the next chunk begins another file.
    private var startsFile: Bool

    /// The weight at which a chunk is written.
    static let chunkWeight = 8_192

    /// Makes a builder whose numbers follow those that the writer has got so far.
    ///
    /// - Parameters:
    ///   - writer: Stores the chunks; `nil` if nothing is stored, and the file is only read for its questions.
    ///   - startsFile: Whether other files of the same import came before.
    ///   - isCancelled: Asked before a full chunk is handed over.
    init(_ writer: ImportWriter?, startsFile: Bool = false, isCancelled: @escaping @Sendable () -> Bool) {
        self.writer = writer
        self.startsFile = startsFile
        self.isCancelled = isCancelled
        let numbering = writer?.numbering ?? ImportNumbering()
        definitions = ImportDefinitions(after: numbering)
        ownerCount = numbering.owners
    }

    /// The amount to hold and to write, roughly in rows.
    private var weight: Int {
        chunk.rows.count + chunk.buckets.count + 20 * chunk.correlations.count + 50 * chunk.workouts.count
            + 8 * chunk.summaries.count + ownTextLength / 64 + definitions.newTextLength / 256 + objectWeight
    }

    /// A number for an object that others belong to.
    mutating func makeOwner() -> ImportNumber.Owner {
        defer { ownerCount += 1 }
        return ImportNumber.Owner(ownerCount)
    }

    /// Records that the current file has objects that are recognized by their content.
    mutating func noteUnnamed() { hasUnnamed = true }

    /// Begins another file of the import, in which objects of earlier files are recognized.
    ///
    /// Small files share a chunk as long as their objects are recognized by name.
    ///
    /// - Throws: The error that stopped the writer.
    mutating func beginFile() throws {
        guard hasUnnamed else { return }
        try flush()
        (hasUnnamed, startsFile) = (false, true)
    }

    /// Makes room for an object that files know by a name: a chunk has one of each name.
    ///
    /// - Throws: The error that stopped the writer.
    mutating func begin(_ identity: ImportedIdentity) throws {
        if identifiers.contains(identity.identifier) { try flush() }
        identifiers.insert(identity.identifier)
    }

    /// Adds an object with additional content.
    ///
    /// - Parameters:
    ///   - object: The object.
    ///   - weight: The amount of its content, roughly in numbers.
    /// - Returns: The reason it can't be stored, or `nil` if it was added.
    /// - Throws: Errors of checking its content other than `HKError`.
    mutating func add(_ object: ImportedObject, weight: Int) throws -> String? {
        do {
            try object.content.check()
        } catch let error as HKError {
            return error.text
        }
        chunk.objects.append(object)
        weigh(50 + weight / 64)
        return nil
    }

    /// Counts the chunk's contents other than rows, roughly in rows.
    mutating func weigh(_ rows: Int) { objectWeight += rows }

    /// Counts the length of a text that belongs to one record.
    mutating func weigh(text length: Int) { ownTextLength += length }

    /// Hands over the chunk if it is full.
    ///
    /// - Throws: The error that stopped the writer, and `CancellationError`.
    @inline(__always)
    mutating func flushIfFull() throws {
        guard weight >= Self.chunkWeight else { return }
        if isCancelled() { throw CancellationError() }
        try flush()
    }

    /// Passes on the rest.
    ///
    /// - Throws: The error that stopped the writer.
    mutating func flush() throws {
        guard weight > 0 || chunk.characteristics != nil else { return }
        chunk.definitions = definitions.takeNew()
        chunk.startsFile = startsFile
        startsFile = false
        try writer?.hand(chunk, owners: ownerCount)
        chunk = ImportChunk()
        (ownTextLength, objectWeight) = (0, 0)
        identifiers.removeAll()
        chunk.rows = writer?.emptyRows() ?? []
        chunk.rows.reserveCapacity(Self.chunkWeight)
    }
}
