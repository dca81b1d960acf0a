extension FileExplanation {
    /// Why a reader takes a file.
    ///
    /// - Parameters:
    ///   - path: The file.
    ///   - beginning: Its first bytes.
    ///   - reader: Its reader.
    init(_ path: String, _ beginning: [UInt8], _ reader: any Reader) {
        if let table = reader as? TableReader {
            self.init(path, of: table.file)
            return
        }
        let isByContent = reader.recognizes(beginning, fileName: "")
        self.init(
            path: path,
            reader: reader.name,
            because: isByContent ? "recognized by its first bytes" : "recognized by its first bytes and its name"
        )
    }

    /// Says what the columns of a table mean.
    init(_ path: String, of file: TableFile) {
        let mapping = file.tables.flatMap { table in
            table.problem.map { ["line \(table.firstLine), \(table.name): left out: \($0)"] }
                ?? table.columns.map { "\($0.name): \($0.words)" }
        }
        self.init(
            path: path,
            reader: "CSV",
            because: "a table with a header row, which no other format recognizes",
            mapping: mapping
        )
    }

    /// Says which reader takes files that belong together.
    init(_ paths: [String], of reader: any GroupReader) {
        let others = paths.count - 1
        let together = others == 0 ? "" : "; read together with \(others) more \(others == 1 ? "file" : "files")"
        self.init(
            path: paths.first ?? "",
            reader: reader.name,
            because: "recognized by its first bytes" + together
        )
    }

    /// A file that nothing reads.
    static func unknown(_ path: String) -> FileExplanation {
        FileExplanation(path: path, reader: nil, because: "no format recognizes it, and it isn't a table")
    }
}
