import Foundation
import Glibc
import HealthKit

/// The queries of a study that this program ran, in the order in which it ran them.
///
/// A published report also keeps who was in each cell that it showed, so that the next one can be compared.
package struct StudyLedger: Sendable {
    /// One query.
    package struct Entry: Codable, Hashable, Sendable {
        package var number: Int
        /// When, in seconds since 1970.
        package var time: Int64
        /// A report's name, or that of a file.
        package var query: String
        /// The digest of the SQL.
        package var digest: String
        package var engine: String
        /// The number of the dataset.
        package var dataset: Int
        package var isPublished: Bool
        /// The number of cells shown and held back; for a file, the rows of its result.
        package var shown: Int
        package var heldBack: Int
        package var rows: Int?
        /// The digest of who was in each cell, of a published report.
        package var people: String?
        /// The number of times the file of each cell's people was rewritten because people withdrew.
        var generation: Int?
        /// Whether that file also has what each of them came to; versions before kept who alone.
        var hasValues: Bool?
    }

    private let folder: StudyFolder
    package var path: String { folder.path + "/" + StudyFolder.ledgerName }

    package init(_ folder: StudyFolder) { self.folder = folder }

    /// All queries, the oldest first.
    /// - Throws: ``StudyError`` for one that can't be read.
    package func entries() throws -> [Entry] {
        // Without the reports of before nothing could be held back for them.
        try names().filter { $0.hasSuffix(".json") }
            .map { name in
                let file = path + "/" + name
                guard let data = FileManager.default.contents(atPath: file),
                    let entry = try? JSONDecoder().decode(Entry.self, from: data)
                else { throw StudyError(file.printable, "can't be read; restore the folder from a backup") }
                return entry
            }
            .sorted { $0.number < $1.number }
    }

    /// The names in the folder; a study that never published has none.
    private func names() throws -> [String] { try FolderNames.names(in: path, mayBeMissing: true) }

    /// The reports of a kind that were published, with the files of who was in them.
    /// - Throws: ``StudyError`` for one whose file is gone or changed: nothing could be compared with it.
    func published(_ report: String) throws -> [(entry: Entry, path: String)] {
        try entries().filter { $0.isPublished && $0.query == report }
            .map { ($0, try peopleFile($0)) }
    }

    /// The file of who was in the cells of a published report.
    private func peopleFile(_ entry: Entry) throws -> String {
        let file = peoplePath(entry.number, entry.generation)
        guard let data = FileManager.default.contents(atPath: file), StudyDigest.of(Array(data)) == entry.people else {
            throw StudyError(file.printable, "missing or changed; without it no report can be compared. Restore it")
        }
        return file
    }

    func peoplePath(_ number: Int, _ generation: Int? = nil) -> String {
        path + "/people-\(number)\(generation.map { "-\($0)" } ?? "").parquet"
    }

    /// The columns of the file of who was in the cells of a report.
    ///
    /// `q` is what each person came to, in millionths; `most` is above that of everybody in the cell, and no one's own.
    static func columns(hasValues: Bool) -> [[String]] {
        [["type", "VARCHAR"], ["cell", "VARCHAR"], ["person_id", "INT"]]
            + (hasValues ? [["q", "BIGINT"], ["most", "BIGINT"]] : [])
    }

    /// Removes what people who withdrew came to from every published report; that they were in it stays.
    ///
    /// - Parameters:
    ///   - people: Their integers.
    ///   - ask: Asks an engine.
    /// - Throws: ``StudyError``, also for a file that is gone or changed.
    func forget(_ people: [Int], _ ask: ([String: Any]) throws -> [String: Any]) throws {
        for var entry in try entries() where entry.isPublished && entry.hasValues == true {
            let old = try peopleFile(entry)
            entry.generation = (entry.generation ?? 0) + 1
            let target = peoplePath(entry.number, entry.generation)
            let answer = try ask(["do": "forget", "file": old, "people": people, "target": target])
            // None of them was in it.
            guard let digest = answer["digest"] as? String else { continue }
            entry.people = digest
            LastingFile.sync(folder: path)
            try LastingFile.write(try Self.data(entry), to: path + "/\(entry.number).json")
            unlink(old)
        }
        LastingFile.sync(folder: path)
    }

    /// Removes files of people that no entry names: of an interrupted publication, or from before somebody withdrew.
    ///
    /// - Throws: ``StudyError`` for an entry that can't be read, and for a folder that can't be listed.
    func removeLeftovers() throws {
        let files = try names().filter { $0.hasPrefix("people-") || $0.contains(".part") }
        guard !files.isEmpty else { return }
        let kept = Set(try entries().filter(\.isPublished).map { peoplePath($0.number, $0.generation) })
        for name in files where !kept.contains(path + "/" + name) { unlink(path + "/" + name) }
    }

    /// The number of the next query.
    func nextNumber() throws -> Int { (try entries().map(\.number).max() ?? 0) + 1 }

    /// Adds a query, by the next number that is free.
    ///
    /// - Returns: The entry with its number.
    func add(_ entry: Entry) throws -> Entry {
        try LastingFile.makeFolder(path)
        var entry = entry
        while true {
            let file = path + "/\(entry.number).json"
            do {
                try LastingFile.link(try Self.data(entry), to: file)
                return entry
            } catch {
                // Queries that are not published run beside each other.
                guard !entry.isPublished, FileManager.default.fileExists(atPath: file) else { throw error }
                entry.number += 1
            }
        }
    }

    private static func data(_ entry: Entry) throws -> Data {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        return try encoder.encode(entry) + Data("\n".utf8)
    }
}
