import Foundation
import HealthKit

/// The data that a study has collected: the list of its files, `dataset-N.json`.
///
/// The one with the highest number counts.
package struct Dataset: Codable, Hashable, Sendable {
    /// A file, by its name below the folder.
    package struct File: Codable, Hashable, Sendable {
        package var path: String
        /// A table's name, or `people`.
        package var table: String
        /// The first byte of the pseudonyms in it, in hexadecimal.
        package var bucket: String
        package var rows: Int
        package var bytes: Int
        package var digest: String
        /// The layout of a table's columns; `nil` in older lists.
        var layout: StudyTable.Layout?
    }

    /// 2 since there are files in which dates and times have types of their own; older programs would misread those.
    package var format = Self.newestFormat
    static let newestFormat = 2

    /// The fields of a list of any format.
    private struct ListFormat: Decodable {
        var format: Int
    }

    /// The digest of the study, in the version under which was last collected.
    package var study: String
    /// 0 for a study that has collected nothing.
    package var number: Int
    package var people: Int
    package var withdrawn: Int
    /// The next integer for a person.
    package var nextPerson: Int
    /// By the digest of a code: who used it.
    package var codes: [String: String]
    package var files: [File]

    /// A study that has collected nothing.
    init(study: String) {
        self.study = study
        number = 0
        people = 0
        withdrawn = 0
        nextPerson = 1
        codes = [:]
        files = []
    }

    static func name(_ number: Int) -> String { "dataset-\(number).json" }

    /// The number of a list by its name; `nil` for what is no list.
    static func number(_ name: String) -> Int? {
        guard name.hasPrefix("dataset-"), name.hasSuffix(".json") else { return nil }
        return Int(name.dropFirst("dataset-".count).dropLast(".json".count))
    }

    /// The latest list of a folder.
    /// - Throws: ``StudyError`` for one that can't be read, and for a folder that can't be listed.
    package static func latest(_ folder: StudyFolder) throws -> Dataset {
        let names = try FolderNames.names(in: folder.path, mayBeMissing: false)
        guard let number = names.compactMap({ Self.number($0) }).max(), number > 0 else {
            return Dataset(study: folder.study.digest)
        }
        let path = folder.path + "/" + name(number)
        let data = FileManager.default.contents(atPath: path)
        let format = data.flatMap { try? JSONDecoder().decode(ListFormat.self, from: $0).format }
        if let format, format > newestFormat {
            throw StudyError(path.printable, "its format \(format) isn't known; a newer version of healthtui made it")
        }
        guard let data, let dataset = try? JSONDecoder().decode(Dataset.self, from: data), dataset.format >= 1,
            dataset.number == number
        else { throw StudyError(path.printable, "the list of files can't be read; restore the folder from a backup") }
        guard folder.digests.contains(dataset.study) else {
            throw StudyError(path.printable, "it is of another study, or of a version that isn't in the folder")
        }
        return dataset
    }

    func file(_ table: String, _ bucket: String) -> File? { files.first { $0.table == table && $0.bucket == bucket } }

    /// The tables in the form that an engine expects.
    ///
    /// - Parameters:
    ///   - folder: The study.
    ///   - layout: What queries find in their columns, whatever the files have.
    /// - Returns: What the engine is sent.
    package func request(in folder: StudyFolder, as layout: StudyTable.Layout = .typed) -> [String: Any] {
        var tables: [String: Any] = [:]
        for table in StudyTable.allCases {
            let files = Dictionary(grouping: files.filter { $0.table == table.rawValue }) { $0.layout ?? .plain }
            let parts = files.sorted { $0.key.rawValue < $1.key.rawValue }
                .map { stored, files in
                    Self.part(table.columns(stored), files.map { folder.path + "/" + $0.path })
                }
            tables[table.rawValue] = ["columns": table.columns(layout), "parts": parts]
        }
        return tables
    }

    /// Files with the same columns, in the form that an engine expects.
    static func part(_ columns: [[String]], _ files: [String]) -> [String: Any] {
        ["columns": columns, "files": files]
    }
}

/// A study's record of one person.
struct StudyPerson: Codable, Hashable, Sendable {
    var person: String
    /// The person's number in tables.
    var id: Int
    var sequence: Int
    /// The digest of the last manifest.
    var digest: String
    var isWithdrawn: Bool
    /// The digest and the rows of every month, by table, type and month.
    var months: [String: Month]
    /// The digests of all manifests that were taken in, by their numbers; versions before kept the last alone.
    var collected: [Int: String]?

    struct Month: Codable, Hashable, Sendable {
        var digest: String
        var rows: Int
    }

    var rows: Int { months.values.reduce(0) { $0 + $1.rows } }

    static let folder = "people"

    /// The people of a bucket.
    /// - Throws: ``StudyError`` for a file that can't be read.
    static func read(_ path: String) throws -> [String: StudyPerson] {
        guard let data = FileManager.default.contents(atPath: path) else {
            throw StudyError(path.printable, "file not found; restore the folder from a backup")
        }
        var people: [String: StudyPerson] = [:]
        for line in data.split(separator: UInt8(ascii: "\n")) {
            guard let person = try? JSONDecoder().decode(StudyPerson.self, from: line) else {
                throw StudyError(path.printable, "can't be read; restore the folder from a backup")
            }
            people[person.person] = person
        }
        return people
    }

    /// The people of a bucket, a line each.
    static func data(_ people: [String: StudyPerson]) throws -> Data {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        var data = Data()
        for person in people.values.sorted(by: { $0.person < $1.person }) {
            data += try encoder.encode(person)
            data.append(UInt8(ascii: "\n"))
        }
        return data
    }
}
