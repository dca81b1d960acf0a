extension StoreReader {
    /// Visits the samples of a type that satisfy the bounds, in the order of start over all sources.
    ///
    /// Batches are decoded only as the order reaches them, so the first rows cost no more than a batch of each source. Samples
    /// that start together are gathered: their order says nothing of which came first.
    ///
    /// - Parameters:
    ///   - request: what to visit; its columns don't matter.
    ///   - order: by start and then by UUID, or the reverse.
    ///   - skipped: how many samples are skipped first, whole batches where possible.
    ///   - body: Called with each sample, returns whether to continue. It may call other methods of this reader.
    /// - Throws: The errors of `body`, and ``StoreError/Code/damaged`` for a batch that can't be read.
    package func forEachSample(
        _ request: ScanRequest,
        order: StoreOrder = .ascending,
        skipping skipped: Int = 0,
        _ body: (borrowing StoredSample) throws -> ScanControl
    ) throws {
        var cursors: [GroupCursor] = []
        for group in try groups(for: request) {
            let cursor = GroupCursor(self, group, request, order)
            if try cursor.open() { cursors.append(cursor) }
        }
        var left = skipped
        var tied: [StoredSample] = []
        /// Passes on samples that start together; returns whether to continue.
        func handOn() throws -> Bool {
            if tied.count > 1 { tied.sort { order == .ascending ? $0.uuid < $1.uuid : $0.uuid > $1.uuid } }
            for sample in tied {
                if left > 0 {
                    left -= 1
                } else if try body(sample) == .stop {
                    return false
                }
            }
            tied.removeAll(keepingCapacity: true)
            return true
        }
        while let index = earliest(cursors) {
            let cursor = cursors[index]
            if let first = tied.first, first.start != cursor.position, try !handOn() { return }
            if !cursor.isDecoded {
                if left > 0, tied.isEmpty, cursors.count == 1, let count = cursor.wholeCount, count <= left,
                    try cursor.endsApart()
                {
                    left -= count
                    if try !cursor.skipBatch() { cursors.remove(at: index) }
                    continue
                }
                if try !cursor.decode() { cursors.remove(at: index) }
                continue
            }
            // One that walks alone goes to the end of its batch.
            var isNext = true
            while isNext {
                let start = cursor.position
                if let first = tied.first, first.start != start, try !handOn() { return }
                let isAlone = cursors.count == 1 || !cursors.contains { $0 !== cursor && $0.position == start }
                if !tied.isEmpty || cursor.mayGoOnAtOnce || !isAlone {
                    tied.append(try cursor.sample())
                } else if left > 0 {
                    left -= 1
                } else if try body(cursor.sample()) == .stop {
                    return
                }
                let isThere = try cursor.advance()
                if !isThere { cursors.remove(at: index) }
                isNext = isThere && cursors.count == 1 && cursor.isDecoded
            }
        }
        _ = try handOn()
    }

    /// The cursor whose next row comes first.
    ///
    /// One that isn't decoded stands for the earliest row it may have.
    private func earliest(_ cursors: [GroupCursor]) -> Int? {
        if cursors.count < 2 { return cursors.isEmpty ? nil : 0 }
        var best = 0
        for index in 1..<cursors.count where cursors[index].comesBefore(cursors[best]) { best = index }
        return best
    }
}
