import Foundation

/// A passage through the entries of a journal of saves.
package struct JournalReading {
    /// An entry of the journal.
    package struct Entry: Sendable {
        /// The sealed content.
        package let sealed: [UInt8]
        /// Its place in the order of entries, unique in the journal.
        package let place: UInt64
        let head: JournalHead
        fileprivate let start: UInt64
    }

    /// The result of opening an entry.
    package enum Opened {
        /// A call, and the app that made it, as far as the journal has it.
        case call([UInt8], owner: String?)
        /// A later version wrote it.
        case later
        /// It was changed since it was sealed.
        case damaged
        /// It was sealed to a key that is not the store's.
        case foreign
        /// It was written for another journal, or another place in this one.
        case misplaced
    }

    /// The journal's identity.
    package let id: UUID
    /// The number of places that hold no entry, or one that was rejected.
    package private(set) var damaged = 0
    /// The beginning of an entry that wasn't written to its end, as the last of all.
    private(set) var cut: UInt64?
    /// Whether the last entry was not written to its end.
    package var isCut: Bool { cut != nil }
    /// The largest sequence number so far.
    private(set) var lastSequence: UInt64
    /// Whether the journal can be identified.
    let isSound: Bool

    private let file: Int32
    private let form: JournalForm
    private let size: UInt64
    private var offset: UInt64
    private var isInGap = false

    /// - Parameters:
    ///   - file: The journal, open.
    ///   - form: The layout of its bytes.
    ///   - offset: Where an entry begins; nil for the first.
    /// - Throws: ``StoreError`` when it can't be read.
    init(_ file: Int32, _ form: JournalForm, from offset: UInt64? = nil) throws {
        self.file = file
        self.form = form
        size = try JournalFile.status(file).size
        let start = try JournalFile.read(file, 0, Int(min(size, UInt64(form.firstEntry))))
        guard let beginning = JournalBeginning(start, form) else {
            id = UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0))
            (isSound, lastSequence) = (false, 0)
            self.offset = offset ?? 0
            return
        }
        (id, lastSequence, isSound) = (beginning.id, beginning.base, true)
        self.offset = offset ?? UInt64(form.firstEntry)
    }

    /// The next entry; nil at the end.
    ///
    /// - Throws: ``StoreError`` when the file can't be read.
    package mutating func next() throws -> Entry? {
        guard let head = try find() else { return nil }
        let start = offset
        let sealed = try JournalFile.read(file, start + UInt64(form.headSize), head.length)
        guard sealed.count == head.length else { throw JournalFile.failure(doing: "read the journal of saves") }
        offset = start + UInt64(form.headSize + head.length)
        lastSequence = max(lastSequence, head.sequence)
        let place = form == .first ? offset : head.sequence
        return Entry(sealed: sealed, place: place, head: head, start: start)
    }

    /// Opens an entry.
    ///
    /// - Parameters:
    ///   - entry: The entry.
    ///   - publicKey: The store's public key.
    ///   - secretKey: The key that belongs to it.
    /// - Returns: What is in it, or why that can't be known.
    package func open(_ entry: Entry, publicKey: [UInt8], secretKey: SecretBytes) -> Opened {
        // Its only error is that the box doesn't open; the head has the owner.
        guard let bytes = try? SealedBox.open(entry.sealed, publicKey: publicKey, secretKey: secretKey) else {
            return form == .bound && entry.head.keyHint != SealedBox.hint(publicKey) ? .foreign : .damaged
        }
        if form == .first { return .call(bytes, owner: nil) }
        switch JournalEnvelope.read(bytes) {
        case .later: return .later
        case .envelope(let envelope):
            guard isSound, envelope.journal == id, envelope.sequence == entry.head.sequence else { return .misplaced }
            return .call(envelope.call, owner: envelope.owner)
        }
    }

    /// Says that an entry could not be opened: the next is looked for right behind its beginning.
    package mutating func reject(_ entry: Entry) {
        if !isInGap { damaged += 1 }
        isInGap = true
        offset = entry.start + 1
    }

    /// Passes over the next entry.
    /// - Returns: its head; nil at the end.
    mutating func skip() throws -> JournalHead? {
        guard let head = try find() else { return nil }
        offset += UInt64(form.headSize + head.length)
        lastSequence = max(lastSequence, head.sequence)
        return head
    }

    /// Goes to the next head.
    /// - Returns: the head; nil at the end.
    private mutating func find() throws -> JournalHead? {
        while offset + UInt64(form.headSize) <= size {
            if let head = JournalHead(try JournalFile.read(file, offset, form.headSize), form) {
                guard offset + UInt64(form.headSize + head.length) <= size else {
                    // Others may have been added behind it.
                    cut = cut ?? offset
                    offset += 1
                    continue
                }
                if cut != nil, !isInGap { damaged += 1 }
                cut = nil
                isInGap = false
                return head
            }
            if cut == nil, !isInGap {
                damaged += 1
                isInGap = true
            }
            try scan()
        }
        if offset < size, cut == nil, !isInGap { cut = offset }
        return nil
    }

    /// Goes to where the next head may begin.
    private mutating func scan() throws {
        offset += 1
        let mark = form.markBytes
        while offset < size {
            let chunk = try JournalFile.read(file, offset, Int(min(size - offset, 1 << 16)))
            let found = chunk.indices.dropLast(3)
                .first {
                    chunk[$0] == mark[0] && chunk[$0 + 1] == mark[1] && chunk[$0 + 2] == mark[2]
                        && chunk[$0 + 3] == mark[3]
                }
            if let found {
                offset += UInt64(found)
                return
            }
            guard chunk.count > 3, offset + UInt64(chunk.count) < size else {
                offset = size
                return
            }
            offset += UInt64(chunk.count - 3)
        }
    }
}

/// Reading and writing the bytes of a journal.
enum JournalFile {
    static func status(_ file: Int32) throws -> (inode: ino_t, size: UInt64) {
        var status = stat()
        guard fstat(file, &status) == 0 else { throw failure(doing: "look at the journal of saves") }
        return (status.st_ino, UInt64(status.st_size))
    }

    static func read(_ file: Int32, _ offset: UInt64, _ count: Int) throws -> [UInt8] {
        var failed = false
        let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, initialized in
            while initialized < count {
                guard let start = buffer.baseAddress else { return }
                let size = pread(file, start + initialized, count - initialized, off_t(offset) + initialized)
                if size < 0, errno == EINTR { continue }
                if size < 0 { failed = true }
                if size <= 0 { return }
                initialized += size
            }
        }
        if failed { throw failure(doing: "read the journal of saves") }
        return bytes
    }

    static func write(_ bytes: [UInt8], to file: Int32, at offset: UInt64) throws {
        try bytes.withUnsafeBytes { bytes in
            var written = 0
            while written < bytes.count {
                guard let start = bytes.baseAddress else { return }
                let count = pwrite(file, start + written, bytes.count - written, off_t(offset) + written)
                if count < 0, errno == EINTR { continue }
                guard count > 0 else { throw failure(doing: "save") }
                written += count
            }
        }
    }

    static func failure(doing what: String) -> StoreError { StoreFile.failure("", doing: what).at(nil) }
}
