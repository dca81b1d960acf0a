import Foundation

/// Passes filled buffers from a reading thread to a working one, with a limited number ahead.
///
/// Buffers are recycled: the reader fills an empty one, the worker empties it and returns it. The main file comes
/// first, then each file next to it, between a chunk that names it and one that ends it.
final class ChunkPipe: @unchecked Sendable {
    /// A filled buffer, or a mark between buffers.
    struct Chunk {
        /// The kind of chunk.
        enum Kind {
            /// The next bytes of the current file.
            case bytes
            /// A file next to the main one begins.
            case begin(ExportSideFile)
            /// The current file ends; its damage, if any.
            case end(damage: String?)
        }

        let kind: Kind
        /// The index of its buffer, or `nil` for a mark.
        let index: Int?
        /// The bytes, with ``room`` writable bytes before and after them.
        let bytes: UnsafeMutableRawBufferPointer
        /// The survey of a text's bytes, made on the reading thread, which has the time.
        let survey: TextSoundness.Survey
        /// The position in the file on disk when the buffer was filled.
        let position: UInt64
    }

    /// The information available at the end.
    struct Ending {
        let contents: ExportContents
        let damage: String?
    }

    /// The number of writable bytes before and after a chunk's own.
    ///
    /// The rest of the previous chunk goes there, so that the scanner reads elements in place.
    static let room = 16 << 10

    // Unchecked: all of this is guarded by `condition`, since a mutex can't wait; the buffers' memory belongs to
    // whichever side took the chunk, until it is given back.
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
    ///   - count: The number of buffers.
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
    /// Returns early when the pipe is canceled.
    ///
    /// - Parameter reader: The reader.
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

    /// Reads the current file.
    ///
    /// - Returns: Its damage, or `nil` if it is intact.
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
                // The rest of a small file is delivered together with its end.
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
        // The reader fills several buffers at a time: waking it for each would cost more than the reading.
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

    /// The information available at the end, or `nil` before it.
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
            // The worker may not know yet that there are chunks to empty.
            if !filled.isEmpty { condition.signal() }
            while empty.count * 2 < buffers.count, !isCancelled { condition.wait() }
        }
        return isCancelled ? nil : empty.removeLast()
    }

    /// Delivers a chunk.
    ///
    /// - Parameters:
    ///   - chunk: The chunk.
    ///   - wakes: Whether to wake the worker for it. If not, another chunk must follow: waking it for each part of a
    ///     small file would cost more than reading the file.
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
