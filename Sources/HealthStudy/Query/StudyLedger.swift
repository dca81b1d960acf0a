import Foundation
import Glibc

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
        /// How many cells were shown and held back; for a file, the rows of its result.
        package var shown: Int
        package var heldBack: Int
        package var rows: Int?
        /// The digest of who was in each cell, of a published report.
        package var people: String?
    }

    private let folder: StudyFolder
    package var path: String { folder.path + "/ledger" }

    package init(_ folder: StudyFolder) { self.folder = folder }

    /// All queries, the oldest first.
    /// - Throws: ``StudyError`` for one that can't be read.
    package func entries() throws -> [Entry] {
        let names = ((try? FileManager.default.contentsOfDirectory(atPath: path)) ?? [])
            .filter { $0.hasSuffix(".json") }
        return
            try names.map { name in
                let file = path + "/" + name
                guard let data = FileManager.default.contents(atPath: file),
                    let entry = try? JSONDecoder().decode(Entry.self, from: data)
                else { throw StudyError(file.printable, "can't be read; restore the folder from a backup") }
                return entry
            }
            .sorted { $0.number < $1.number }
    }

    /// The reports of a kind that were published, with the files of who was in them.
    /// - Throws: ``StudyError`` for one whose file is gone or changed: nothing could be compared with it.
    func published(_ report: StudyReport) throws -> [(number: Int, path: String)] {
        try entries().filter { $0.isPublished && $0.query == report.rawValue }
            .map { entry in
                let file = peoplePath(entry.number)
                guard let data = FileManager.default.contents(atPath: file), StudyDigest.of(Array(data)) == entry.people
                else {
                    throw StudyError(
                        file.printable,
                        "missing or changed; without it no report can be compared. Restore it"
                    )
                }
                return (entry.number, file)
            }
    }

    func peoplePath(_ number: Int) -> String { path + "/people-\(number).parquet" }

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
