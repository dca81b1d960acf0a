import Foundation

/// Which files are tables, and what keeps one from being read.
extension TableFile {
    /// How the names of tables end.
    package static let endings: Set<String> = [".csv", ".tsv"]

    /// How the names of texts end that may be tables.
    private static let openEndings: Set<String> = ["txt", "text", ""]

    /// Whether a file is a table by its name.
    ///
    /// - Parameter name: The file's name.
    /// - Returns: Whether it is; any other content is then an error.
    package static func isNamedTable(_ name: String) -> Bool {
        endings.contains { name.lowercased().hasSuffix($0) }
    }

    /// Whether a file may be a table by its name, so that its text decides.
    private static func mayBeTable(_ name: String) -> Bool {
        openEndings.contains((name as NSString).pathExtension.lowercased())
    }

    /// Whether a file may be a table, by its name and its first bytes.
    ///
    /// - Parameters:
    ///   - beginning: The first bytes of the file.
    ///   - name: Its name.
    /// - Returns: Whether to look at all of it.
    static func mayBe(_ beginning: [UInt8], named name: String) -> Bool {
        if isNamedTable(name) { return true }
        let isWide = beginning.starts(with: [0xFF, 0xFE]) || beginning.starts(with: [0xFE, 0xFF])
        return mayBeTable(name) && WholeFile.mayBeTable(beginning) && (isWide || !beginning.contains(0))
    }

    /// The meanings of the tables of a file.
    ///
    /// - Parameters:
    ///   - path: The file.
    ///   - answers: What the person says of it.
    /// - Returns: The guess; `nil` for a file that isn't a table by its name or its text.
    /// - Throws: ``ExportSourceError`` for a file that can't be opened, ``ImportError`` for one that is too large, and
    ///   for a file that is named like a table but isn't one.
    package static func guess(path: String, _ answers: ReaderAnswers) throws -> TableFile? {
        let beginning = WholeFile.beginning(of: path)
        if let beginning, KnownReaders.reader(for: beginning, named: (path as NSString).lastPathComponent) != nil {
            return nil
        }
        if !isNamedTable(path) {
            guard mayBeTable(path), let beginning, WholeFile.mayBeTable(beginning) else { return nil }
        }
        return try guess(WholeFile.contents(of: path, as: "CSV"), named: path, answers)
    }

    /// The meanings of the tables of a file.
    ///
    /// - Parameters:
    ///   - bytes: The file.
    ///   - name: What it is called, also in errors.
    ///   - answers: What the person says of it.
    /// - Returns: The guess; `nil` for a file that isn't a table by its name or its text.
    /// - Throws: ``ImportError`` for a file that is named like a table but isn't one.
    package static func guess(_ bytes: [UInt8], named name: String, _ answers: ReaderAnswers) throws -> TableFile? {
        let isNamed = isNamedTable(name)
        guard isNamed || mayBeTable(name) && WholeFile.mayBeTable(bytes) else { return nil }
        guard let file = guess(bytes, answers, fileName: (name as NSString).lastPathComponent), isNamed || file.hasTimes
        else {
            if !isNamed { return nil }
            throw ImportError("\(name): not a table with a header row")
        }
        return file
    }

    /// The reason why the tables can't be read without an answer; `nil` if they have everything that is needed.
    package var doubt: String? {
        let questions = questions.map(\.description)
        if let problem { return (["\(problem); --map says what a column means"] + questions).joined(separator: "; ") }
        guard !questions.isEmpty else { return nil }
        return "the table can be read in several ways: \(questions.joined(separator: "; "))"
    }
}
