import Foundation

/// Hands filled buffers from a reading thread to a working one, a few ahead and never more.
///
/// Buffers go round: the reader fills an empty one, the worker empties it and gives it back. The main file comes first,
/// then each file beside it, between a chunk that names it and one that ends it.
final class ChunkPipe: @unchecked Sendable {
    /// A filled buffer, or a mark between buffers.
    struct Chunk {
        /// What the chunk is.
        enum Kind {
            /// The next bytes of the file at hand.
            case bytes
            /// A file beside the main one begins.
            case begin(ExportSideFile)
            /// The file that was begun ends; what was wrong with it, if something was.
            case end(damage: String?)
        }

        let kind: Kind
        /// Which buffer it is; `nil` for a mark.
        let index: Int?
        /// The bytes, with ``room`` in front of them and behind them that may be written.
        let bytes: UnsafeMutableRawBufferPointer
        /// What there is to know of a text's bytes; looked for on the reading thread, which has the time.
        let survey: TextSoundness.Survey
        /// How far into the file on disk reading had come when the buffer was filled.
        let position: UInt64
    }

    /// What was left to say at the end.
    struct Ending {
        let contents: ExportContents
        let damage: String?
    }

    /// How many bytes in front of a chunk's own, and behind them, may be written.
    ///
    /// What is left of the chunk before goes there, so that the scanner reads elements where they lie.
    static let room = 16 << 10

    // Unchecked: all of this is guarded by `condition`, which can wait as a mutex can't; the buffers' memory belongs to whoever
    // took a chunk, until it is given back.
    private let condition = NSCondition()
    private let buffers: [UnsafeMutableRawBufferPointer]
    private let size: Int
    private var empty: [Int]
    private var filled: [Chunk] = []
    private var ending: Ending?
    private var isCancelled = false

    /// Makes a pipe.
    ///
    /// - Parameters:
    ///   - count: How many buffers go round.
    ///   - size: The size of each, in bytes.
    init(count: Int, size: Int) {
        buffers = (0..<count).map { _ in .allocate(byteCount: Self.room + size + Self.room, alignment: 64) }
        self.size = size
        empty = Array(0..<count)
    }

    deinit {
        for buffer in buffers { buffer.deallocate() }
    }

    /// Reads to the end, buffer by buffer.
    ///
    /// Returns early when the pipe is cancelled.
    ///
    /// - Parameter reader: What to read.
    func fill(from reader: any ChunkReader) {
        let damage = fillFile(from: reader, isMain: true)
        while !hasBeenCancelled, let file = reader.nextFile() {
            deliver(mark(.begin(file), reader), wakes: false)
            deliver(mark(.end(damage: fillFile(from: reader, isMain: false)), reader))
        }
        guard !hasBeenCancelled else { return }
        let rest = reader.finish()
        end(Ending(contents: rest.contents, damage: damage ?? rest.damage))
    }

    /// Reads the file at hand.
    ///
    /// - Returns: What was wrong with it; `nil` when nothing was.
    private func fillFile(from reader: any ChunkReader, isMain: Bool) -> String? {
        while let index = takeEmpty() {
            do {
                let place = UnsafeMutableRawBufferPointer(
                    rebasing: buffers[index][Self.room..<Self.room + size]
                )
                let count = try reader.read(into: place)
                guard count > 0 else {
                    giveBack(index)
                    return nil
                }
                let bytes = UnsafeMutableRawBufferPointer(rebasing: place[..<count])
                let survey =
                    isMain ? TextSoundness.survey(UnsafeRawBufferPointer(bytes)) : TextSoundness.Survey()
                // What is left of a small file comes with its end.
                let wakes = isMain || count == size
                deliver(
                    Chunk(kind: .bytes, index: index, bytes: bytes, survey: survey, position: reader.position),
                    wakes: wakes
                )
            } catch {
                giveBack(index)
                return (error as? ChunkReaderFailure)?.reason ?? "\(error)"
            }
        }
        return nil
    }

    private func mark(_ kind: Chunk.Kind, _ reader: any ChunkReader) -> Chunk {
        let nothing = UnsafeMutableRawBufferPointer(start: nil, count: 0)
        return Chunk(kind: kind, index: nil, bytes: nothing, survey: TextSoundness.Survey(), position: reader.position)
    }

    /// Waits for the next chunk.
    ///
    /// - Returns: The chunk, to be given back, or `nil` at the end.
    func next() -> Chunk? {
        condition.lock()
        defer { condition.unlock() }
        while filled.isEmpty, ending == nil, !isCancelled { condition.wait() }
        return filled.isEmpty || isCancelled ? nil : filled.removeFirst()
    }

    /// Gives a chunk back.
    ///
    /// - Parameter chunk: The chunk, not to be used again.
    func recycle(_ chunk: Chunk) {
        guard let index = chunk.index else { return }
        giveBack(index)
    }

    private func giveBack(_ index: Int) {
        condition.lock()
        empty.append(index)
        // The reader fills several at a time: waking it for each would cost more than the reading.
        if empty.count * 2 >= buffers.count { condition.signal() }
        condition.unlock()
    }

    /// Stops both sides.
    func cancel() {
        condition.lock()
        isCancelled = true
        condition.broadcast()
        condition.unlock()
    }

    /// What was left to say at the end; `nil` before it.
    var result: Ending? {
        condition.lock()
        defer { condition.unlock() }
        return ending
    }

    private var hasBeenCancelled: Bool {
        condition.lock()
        defer { condition.unlock() }
        return isCancelled
    }

    private func takeEmpty() -> Int? {
        condition.lock()
        defer { condition.unlock() }
        if empty.isEmpty {
            // The worker may not know yet of what it has to empty.
            if !filled.isEmpty { condition.signal() }
            while empty.count * 2 < buffers.count, !isCancelled { condition.wait() }
        }
        return isCancelled ? nil : empty.removeLast()
    }

    /// Hands over a chunk.
    ///
    /// - Parameters:
    ///   - chunk: The chunk.
    ///   - wakes: Whether the worker is woken for it. Where it is not, another chunk has to follow: waking it for each
    ///     part of a small file would cost more than reading that.
    private func deliver(_ chunk: Chunk, wakes: Bool = true) {
        condition.lock()
        filled.append(chunk)
        if wakes { condition.signal() }
        condition.unlock()
    }

    private func end(_ ending: Ending) {
        condition.lock()
        self.ending = ending
        condition.broadcast()
        condition.unlock()
    }
}
