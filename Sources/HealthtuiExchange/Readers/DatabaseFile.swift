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

    /// Opens the database among files that belong together; an archive can have several of one name.
    ///
    /// - Parameters:
    ///   - files: The files.
    ///   - isCancelled: Asked now and then whether to stop.
    ///   - body: Reads a database.
    /// - Throws: ``ImportError`` for a database that can't be read or isn't complete, and what `body` throws besides.
    static func read(
        _ files: [MemberFile],
        isCancelled: @escaping () -> Bool,
        _ body: (ForeignDatabase) throws -> Void
    ) throws {
        let databases = files.filter { base(of: $0.path) == $0.path }
        guard let first = databases.first else {
            throw ImportError(
                "it only has the latest changes of a database. Close the app that writes it and import the database"
            )
        }
        do {
            if let changes = files.first(where: { $0.path != first.path }) {
                throw ForeignDatabase.incomplete(first.path, companion: changes.path)
            }
            for file in databases { try body(ForeignDatabase(path: place(of: file), isCancelled: isCancelled)) }
        } catch let error as ForeignDatabaseError {
            throw ImportError(error.reason)
        }
    }

    /// The path at which a file is opened: its own path on a disk, next to which its latest changes would be.
    private static func place(of file: MemberFile) -> String {
        var (named, opened) = (stat(), stat())
        // A file that was unpacked from an archive has no name, so it can't have companion files.
        guard let path = try? FileManager.default.destinationOfSymbolicLink(atPath: file.openPath),
            stat(path, &named) == 0, stat(file.openPath, &opened) == 0, named.st_dev == opened.st_dev,
            named.st_ino == opened.st_ino
        else { return file.openPath }
        return path
    }
}
