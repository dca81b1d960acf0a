import Foundation

/// What a study has collected: the list of its files, `dataset-N.json`.
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
    }

    package var format = 1
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
    /// - Throws: ``StudyError`` for one that can't be read.
    package static func latest(_ folder: StudyFolder) throws -> Dataset {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
        guard let number = names.compactMap({ Self.number($0) }).max(), number > 0 else {
            return Dataset(study: folder.study.digest)
        }
        let path = folder.path + "/" + name(number)
        guard let data = FileManager.default.contents(atPath: path),
            let dataset = try? JSONDecoder().decode(Dataset.self, from: data), dataset.format == 1,
            dataset.number == number
        else { throw StudyError(path.printable, "the list of files can't be read; restore the folder from a backup") }
        guard folder.digests.contains(dataset.study) else {
            throw StudyError(path.printable, "it is of another study, or of a version that isn't in the folder")
        }
        return dataset
    }

    /// The files of a table, with their whole paths.
    package func paths(_ table: StudyTable, in folder: StudyFolder) -> [String] {
        files.filter { $0.table == table.rawValue }.map { folder.path + "/" + $0.path }
    }

    func file(_ table: String, _ bucket: String) -> File? { files.first { $0.table == table && $0.bucket == bucket } }

    /// The tables as an engine is told of them.
    package func request(in folder: StudyFolder) -> [String: Any] {
        var tables: [String: Any] = [:]
        for table in StudyTable.allCases {
            tables[table.rawValue] = ["columns": Self.columns(table), "files": paths(table, in: folder)]
        }
        return tables
    }

    /// The columns of a table as they are in files: names and types.
    static func columns(_ table: StudyTable) -> [[String]] {
        [["person", "VARCHAR"], ["person_id", "INT"], ["type", "VARCHAR"], ["month", "INT"]]
            + table.columns.map { [$0.name, $0.kind.sql] }
    }
}

/// What is known of one person of a study.
struct StudyPerson: Codable, Hashable, Sendable {
    var person: String
    /// What tables call them.
    var id: Int
    var sequence: Int
    /// The digest of the last manifest.
    var digest: String
    var isWithdrawn: Bool
    /// The digest and the rows of every month, by table, type and month.
    var months: [String: Month]

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
