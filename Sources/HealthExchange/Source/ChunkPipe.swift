import Foundation

/// Hands filled buffers from a reading thread to a working one, a few ahead and never more.
///
/// Buffers go round: the reader fills an empty one, the worker empties it and gives it back.
final class ChunkPipe: @unchecked Sendable {
    /// A filled buffer.
    struct Chunk {
        let index: Int
        let bytes: UnsafeRawBufferPointer
        /// Where the last byte is that no text may hold; searched on the reading thread, which has the time.
        let lastFlaw: Int?
        /// How far into the file on disk reading had come when the buffer was filled.
        let position: UInt64
    }

    /// What was left to say at the end.
    struct Ending {
        let contents: ExportContents
        let damage: String?
    }

    // All of this is guarded by `condition`; the buffers themselves belong to whoever took them.
    private let condition = NSCondition()
    private let buffers: [UnsafeMutableRawBufferPointer]
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
        buffers = (0..<count).map { _ in .allocate(byteCount: size, alignment: 64) }
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
        var damage: String?
        while let index = takeEmpty() {
            do {
                let count = try reader.read(into: buffers[index])
                guard count > 0 else { break }
                let bytes = UnsafeRawBufferPointer(rebasing: UnsafeRawBufferPointer(buffers[index])[..<count])
                let flaw = TextSoundness.lastFlaw(in: bytes)
                deliver(Chunk(index: index, bytes: bytes, lastFlaw: flaw, position: reader.position))
            } catch {
                damage = (error as? ChunkReaderFailure)?.reason ?? "\(error)"
                break
            }
        }
        guard !hasBeenCancelled else { return }
        let rest = reader.finish()
        end(Ending(contents: rest.contents, damage: damage ?? rest.damage))
    }

    /// Waits for the next filled buffer.
    ///
    /// - Returns: The buffer, to be given back, or `nil` at the end.
    func next() -> Chunk? {
        condition.lock()
        defer { condition.unlock() }
        while filled.isEmpty, ending == nil, !isCancelled { condition.wait() }
        return filled.isEmpty || isCancelled ? nil : filled.removeFirst()
    }

    /// Gives a buffer back.
    ///
    /// - Parameter chunk: The buffer, not to be used again.
    func recycle(_ chunk: Chunk) {
        condition.lock()
        empty.append(chunk.index)
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
            while empty.count * 2 < buffers.count, !isCancelled { condition.wait() }
        }
        return isCancelled ? nil : empty.removeLast()
    }

    private func deliver(_ chunk: Chunk) {
        condition.lock()
        filled.append(chunk)
        condition.signal()
        condition.unlock()
    }

    private func end(_ ending: Ending) {
        condition.lock()
        self.ending = ending
        condition.broadcast()
        condition.unlock()
    }
}
