/// The questions that a file, or the files of a container, leave open, before anything of them is imported.
package struct FileInquiry: Sendable {
    /// The tables, which are shown to the person before they are read.
    package var tables = TableFile(tables: [])
    /// Whether it is about one file, which is a table.
    package let isOfTable: Bool
    /// The questions of the readers of other formats.
    private var asked: [ReaderQuestion] = []

    package init() { isOfTable = false }

    /// Starts with the meaning of one table.
    ///
    /// - Parameter table: The tables of the file.
    package init(table: TableFile) {
        tables = table
        isOfTable = true
    }

    /// Starts with a reader's question about one file.
    ///
    /// - Parameter question: The question.
    package init(_ question: ReaderQuestion) {
        isOfTable = false
        asked = [question]
    }

    /// Whether there is nothing to show or ask.
    package var isEmpty: Bool { tables.tables.isEmpty && asked.isEmpty }

    /// The open questions, each once.
    package var questions: [ReaderQuestion] { tables.questions + asked }

    /// Adds the tables of a file.
    mutating func add(_ file: TableFile, of path: String) {
        tables.tables += file.tables.map { table in
            var named = table
            named.title = [path, table.title].compactMap { $0 }.joined(separator: ": ")
            return named
        }
    }

    /// Adds a question.
    mutating func add(_ question: ReaderQuestion) {
        if !asked.contains(where: { question.isAnswered(with: $0) }) { asked.append(question) }
    }
}
