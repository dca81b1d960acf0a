import Foundation
import HealthKitStore

/// A SQLite database among the files of an import.
enum DatabaseFile {
    /// The first bytes of a file with the latest changes of a database; the last bit says in which order its sums are.
    private static let changesMagic: [UInt8] = [0x37, 0x7F, 0x06]

    /// Whether a file is a database of a format, or holds the latest changes of one.
    ///
    /// - Parameters:
    ///   - beginning: The first bytes of the file.
    ///   - fileName: The name of the file.
    ///   - usual: How the names of such databases begin, in lower case.
    ///   - words: Names of tables, one of which is in the first bytes of a database that was renamed.
    /// - Returns: Whether it is one.
    static func recognizes(_ beginning: [UInt8], _ fileName: String, named usual: String, or words: [String]) -> Bool {
        let isNamed = fileName.lowercased().hasPrefix(usual)
        guard ForeignDatabase.isDatabase(beginning) else {
            return isNamed && base(of: fileName) != fileName && beginning.starts(with: changesMagic)
        }
        if isNamed { return true }
        let data = Data(beginning)
        return words.contains { data.range(of: Data($0.utf8)) != nil }
    }

    /// The path of the database that a file is, or whose latest changes it holds.
    ///
    /// - Parameter path: The path of the file.
    /// - Returns: The path without the end that SQLite gives the names of such files.
    static func base(of path: String) -> String {
        guard let ending = ForeignDatabase.companions(of: "").first(where: { path.hasSuffix($0) }) else { return path }
        return String(path.dropLast(ending.count))
    }

    /// Opens the database among files that belong together.
    ///
    /// - Parameters:
    ///   - files: The files.
    ///   - isCancelled: Asked now and then whether to stop.
    /// - Returns: The database.
    /// - Throws: ``ImportError`` where its latest changes are in another file, `ForeignDatabaseError`, and `CancellationError`.
    static func open(_ files: [MemberFile], isCancelled: @escaping () -> Bool) throws -> ForeignDatabase {
        guard let file = files.first(where: { base(of: $0.path) == $0.path }) else {
            throw ImportError(
                "it only has the latest changes of a database. Close the app that writes it and import the database"
            )
        }
        if let changes = files.first(where: { $0.path != file.path }) {
            throw ForeignDatabase.incomplete(file.path, companion: changes.path)
        }
        return try ForeignDatabase(path: place(of: file), isCancelled: isCancelled)
    }

    /// The path at which a file is opened: its own on a disk, beside which its latest changes would be.
    private static func place(of file: MemberFile) -> String {
        var (named, opened) = (stat(), stat())
        guard let path = try? FileManager.default.destinationOfSymbolicLink(atPath: file.openPath),
            stat(path, &named) == 0, stat(file.openPath, &opened) == 0, named.st_dev == opened.st_dev,
            named.st_ino == opened.st_ino
        else { return file.openPath }
        return path
    }

    /// Runs what reads a database; its errors are those of an import.
    ///
    /// - Parameter body: What reads the database.
    /// - Returns: What `body` returns.
    /// - Throws: ``ImportError`` for a database that can't be read, and what `body` throws besides.
    static func reading<Result>(_ body: () throws -> Result) throws -> Result {
        do { return try body() } catch let error as ForeignDatabaseError { throw ImportError(error.reason) }
    }
}
