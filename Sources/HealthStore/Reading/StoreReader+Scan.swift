extension StoreReader {
    /// Visits the samples of a type batch by batch: by source and unit, and by start within these.
    ///
    /// The body may call other methods of this reader, but not keep the block.
    ///
    /// - Parameters:
    ///   - request: what to visit and which columns to decode.
    ///   - body: gets each batch that may hold a matching sample, and says whether to go on.
    /// - Throws: what `body` throws, and ``StoreError/Code/damaged`` for a batch that can't be read.
    package func scan(_ request: ScanRequest, _ body: (SampleBlock) throws -> ScanControl) throws {
        for group in try groups(for: request) {
            let bounds = group.starts(for: request)
            for header in try headers(group.id, startLower: bounds.lower, startUpper: bounds.upper) {
                guard header.mayMatch(request) else { continue }
                let control = try withBatchReader { batch in
                    try batch.load(header, of: group)
                    try batch.require(request.columns)
                    let control = try body(SampleBlock(batch, header, columns: request.columns))
                    if let failure = batch.failure { throw failure }
                    return control
                }
                if control == .stop { return }
            }
        }
    }
}
