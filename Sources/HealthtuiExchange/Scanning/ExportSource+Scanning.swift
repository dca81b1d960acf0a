extension ExportSource {
    /// Reads the whole export: the main file first, then the files next to it, regardless of their order in an archive.
    ///
    /// - Parameters:
    ///   - sink: Receives the export's elements, and the files.
    ///   - onProgress: Called after every quarter of a megabyte.
    /// - Returns: The scan's results.
    /// - Throws: Any error that the sink or the closure throws; either ends the scan.
    package func scan<Sink: ExportSink & ~Copyable>(
        into sink: inout Sink,
        onProgress: (Progress) throws -> Void = { _ in }
    ) throws -> ScanReport {
        var scanner = ExportScanner()
        var report: ScanReport?
        while let chunk = nextChunk() {
            defer { pipe.recycle(chunk) }
            switch chunk.kind {
            case .bytes where report == nil:
                try scanner.feed(lent: chunk.bytes, room: ChunkPipe.room, survey: chunk.survey, into: &sink)
            case .bytes: try sink.fileBytes(UnsafeRawBufferPointer(chunk.bytes))
            case .begin(let file):
                if report == nil { report = try scanner.finish(into: &sink) }
                try sink.beginFile(file)
            case .end(let damage): try sink.endFile(damage: damage)
            }
            try onProgress(progress)
        }
        if let report { return report }
        return try scanner.finish(into: &sink)
    }
}
