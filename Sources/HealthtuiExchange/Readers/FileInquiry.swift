/// What the files of a container leave open, before anything of them is imported.
package struct FileInquiry: Sendable {
    /// The tables, which are shown to the person before they are read.
    package var tables = TableFile(tables: [])
    /// What the readers of other formats ask.
    private var asked: [ReaderQuestion] = []

    package init() {}

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
