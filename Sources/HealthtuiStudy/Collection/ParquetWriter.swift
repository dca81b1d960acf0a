import Foundation
import Glibc
import HealthKit

/// Rows of one bucket on their way to the engine: a file of text for each table.
final class StagedRows {
    private let path: String
    private var handles: [StudyTable: FileHandle] = [:]

    /// - Parameter path: What the files' names begin with.
    init(_ path: String) { self.path = path }

    func file(_ table: StudyTable) -> String { "\(path)-\(table.rawValue).csv" }
    func replaced(_ table: StudyTable) -> String { "\(path)-\(table.rawValue)-replaced.csv" }
    /// The tables that rows came for.
    var tables: Set<StudyTable> { Set(handles.keys) }

    func append(_ rows: [UInt8], to table: StudyTable) throws {
        if handles[table] == nil {
            guard
                FileManager.default.createFile(
                    atPath: file(table),
                    contents: nil,
                    attributes: [.posixPermissions: 0o600]
                ),
                let handle = FileHandle(forWritingAtPath: file(table))
            else { throw StudyError(file(table).printable, "can't be written") }
            handles[table] = handle
        }
        do {
            try handles[table]?.write(contentsOf: rows)
        } catch {
            throw StudyError(file(table).printable, "can't be written: is the disk full?")
        }
    }

    func finish() throws {
        for handle in handles.values { try handle.close() }
    }

    /// Removes the files.
    func remove() {
        for table in StudyTable.allCases {
            unlink(file(table))
            unlink(replaced(table))
        }
    }
}

/// Writes the Parquet files of a collection, through the engine.
final class ParquetWriter {
    private let folder: StudyFolder
    private var engine: StudyEngine?
    private let start: () throws -> StudyEngine
    private let number: Int
    private var waiting: [(old: String?, file: Dataset.File, staged: StagedRows, isLast: Bool)] = []
    /// The files written so far, each with the one that it replaces.
    private(set) var written: [(old: String?, new: Dataset.File?)] = []

    /// A writer.
    ///
    /// - Parameters:
    ///   - folder: The study.
    ///   - number: That of the dataset which the files belong to.
    ///   - start: Starts the engine, once there is something to write.
    init(_ folder: StudyFolder, number: Int, start: @escaping () throws -> StudyEngine) {
        self.folder = folder
        self.number = number
        self.start = start
    }

    private func running() throws -> StudyEngine {
        if let engine { return engine }
        let engine = try start()
        self.engine = engine
        return engine
    }

    /// Asks the engine for something else, once it has written everything.
    func ask(_ request: [String: Any]) throws -> [String: Any] { try running().ask(request) }

    /// The number of files that the engine still has to write.
    var ahead: Int { waiting.count }

    func end() { engine?.end() }

    /// Has the files of a bucket written that change.
    func write(_ bucket: Bucket, _ staged: StagedRows, _ before: Dataset) throws {
        let replaced = bucket.replaced.flatMap { person, keys in keys.map { (person, $0) } }
        var jobs: [(StudyTable, Dataset.File?)] = []
        for table in StudyTable.allCases {
            let old = before.file(table.rawValue, bucket.name)
            let isChanged = staged.tables.contains(table) || old != nil && replaced.contains { $1.table == table }
            if isChanged { jobs.append((table, old)) }
        }
        guard !jobs.isEmpty else { return staged.remove() }
        for (index, (table, old)) in jobs.enumerated() {
            let mine = Set(
                replaced.filter { $1.table == table }.map { "\($0),\($1.type),\($1.month.replacing("-", with: ""))\n" }
            )
            let list = staged.replaced(table)
            try Data(mine.sorted().joined().utf8).write(to: URL(fileURLWithPath: list))
            try LastingFile.makeFolder(folder.path + "/" + table.rawValue)
            let name = "\(table.rawValue)/\(bucket.name)-\(number).parquet"
            var file: [String: Any] = [
                "columns": table.columns(.typed), "order": Self.order(table), "target": folder.path + "/" + name,
                "metadata": try Self.metadata(table, bucket),
            ]
            if let old {
                file["old"] = Dataset.part(table.columns(old.layout ?? .plain), [folder.path + "/" + old.path])
                file["replaced"] = list
            }
            if staged.tables.contains(table) {
                file["staged"] = Dataset.part(table.columns(.plain), [staged.file(table)])
            }
            try running().send(["do": "write", "file": file])
            let empty = Dataset.File(
                path: name,
                table: table.rawValue,
                bucket: bucket.name,
                rows: 0,
                bytes: 0,
                digest: "",
                layout: .typed
            )
            waiting.append((old?.path, empty, staged, index == jobs.count - 1))
        }
    }

    /// A file's metadata: the unit of each type's values, and of columns that have one for every type.
    private static func metadata(_ table: StudyTable, _ bucket: Bucket) throws -> [String: String] {
        let months = Set(bucket.people.values.flatMap(\.months.keys)).compactMap { Bucket.key($0) }
        let types = Set(months.filter { $0.table == table }.map(\.type))
        let units = types.compactMap { type in StudyType(type)?.unit.map { (type, $0.unitString) } }
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        func text(_ units: [String: String]) throws -> String {
            String(decoding: try encoder.encode(units), as: UTF8.self)
        }
        return [
            "healthtui.units": try text(Dictionary(units, uniquingKeysWith: { first, _ in first })),
            "healthtui.column_units": try text(table.columnUnits),
        ]
    }

    private static func order(_ table: StudyTable) -> [String] {
        switch table {
        case .days: ["person", "type", "date"]
        case .hours: ["person", "type", "date", "hour"]
        case .samples: ["person", "type", "start_us", "end_us", "priority", "value"]
        case .categories, .workouts: ["person", "type", "start_us", "end_us", "value"]
        }
    }

    /// Takes the engine's next answer.
    func receive() throws {
        let answer = try running().receive()
        var (old, file, staged, isLast) = waiting.removeFirst()
        guard let rows = answer["rows"] as? Int, let bytes = answer["bytes"] as? Int,
            let digest = answer["digest"] as? String
        else { throw StudyError("DuckDB", "it answered something else than was asked") }
        (file.rows, file.bytes, file.digest) = (rows, bytes, digest)
        if rows == 0 {
            unlink(folder.path + "/" + file.path)
            written.append((old, nil))
        } else {
            written.append((old, file))
        }
        if isLast { staged.remove() }
    }

    /// Writes the people of a bucket.
    func write(_ people: [String: StudyPerson], bucket: String) throws -> Dataset.File {
        let data = try StudyPerson.data(people)
        try LastingFile.makeFolder(folder.path + "/" + StudyPerson.folder)
        let name = "\(StudyPerson.folder)/\(bucket)-\(number).jsonl"
        try LastingFile.write(data, to: folder.path + "/" + name)
        return Dataset.File(
            path: name,
            table: StudyPerson.folder,
            bucket: bucket,
            rows: people.count,
            bytes: data.count,
            digest: StudyDigest.of(Array(data))
        )
    }
}
