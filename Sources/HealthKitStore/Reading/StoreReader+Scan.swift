extension StoreReader {
    /// Visits the samples of a type batch by batch: by source and unit, and by start within these.
    ///
    /// The body may call other methods of this reader, but not keep the block.
    ///
    /// - Parameters:
    ///   - request: what to visit and which columns to decode.
    ///   - body: Called with each batch that may contain a matching sample, returns whether to continue.
    /// - Throws: The errors of `body`, and ``StoreError/Code/damaged`` for a batch that can't be read.
    package func scan(_ request: ScanRequest, _ body: (SampleBlock) throws -> ScanControl) throws {
        for group in try groups(for: request) {
            let cursor = try ColumnCursor(self, group, request)
            while let block = try cursor.next() {
                let control = try body(block)
                try cursor.check()
                if control == .stop { return }
            }
        }
    }
}
