import Foundation
import Glibc
import HealthKit

/// Asks what a study collected.
package struct StudyQuery {
    private let folder: StudyFolder
    private let kind: EngineKind
    private let python: StudyPython
    private let scratch: String
    private let now: Date
    private let started: (pid_t) -> Void

    /// A query.
    ///
    /// - Parameters:
    ///   - folder: The study.
    ///   - kind: What runs it.
    ///   - python: Where Python is.
    ///   - scratch: A folder for what is temporary, of the owner alone.
    ///   - now: The current time.
    ///   - started: Told the process group of the engine.
    package init(
        _ folder: StudyFolder,
        engine kind: EngineKind,
        python: StudyPython,
        scratch: String,
        now: Date = Date(),
        started: @escaping (pid_t) -> Void = { _ in }
    ) {
        self.folder = folder
        self.kind = kind
        self.python = python
        self.scratch = scratch
        self.now = now
        self.started = started
    }

    /// Starts the engine with the tables of a dataset.
    private func engine(_ dataset: Dataset) throws -> StudyEngine {
        let engine = try StudyEngine(kind, scratch: scratch, python: python, started: started)
        _ = try engine.ask(["do": "tables", "tables": dataset.request(in: folder)])
        return engine
    }

    // MARK: Reports

    /// Makes a report, and notes it in the ledger.
    ///
    /// - Parameters:
    ///   - report: Which.
    ///   - isPublished: Whether it is going to be published: later ones are compared with it.
    /// - Returns: The cells, those that are held back without their numbers; and the entry of the ledger.
    /// - Throws: ``StudyError``.
    package func report(
        _ report: StudyReport,
        isPublished: Bool
    ) throws -> (cells: [ReportCell], entry: StudyLedger.Entry) {
        let study = folder.study.description
        guard report != .hourly || study.form != .days else {
            throw StudyError("hourly", "this study asks for days only")
        }
        let lock = try FolderLock(folder.path, isShared: !isPublished)
        defer { withExtendedLifetime(lock) {} }
        let dataset = try Dataset.latest(folder)
        let ledger = StudyLedger(folder)
        let engine = try engine(dataset)
        defer { engine.end() }
        let sql = try EngineFiles.text("\(report).sql")
        // A report on this same dataset is unchanged; that version may not have kept values to compare.
        let published = try ledger.published(report.rawValue)
            .filter { $0.entry.hasValues == true || $0.entry.dataset != dataset.number }
        var statements = ["CREATE OR REPLACE TEMPORARY VIEW value AS\n\(sql)"]
        statements.append(Self.publishedView(published.map(\.entry.number)))
        let tables = Dictionary(
            uniqueKeysWithValues: published.map { entry, path in
                let part = Dataset.part(StudyLedger.columns(hasValues: entry.hasValues == true), [path])
                let columns = StudyLedger.columns(hasValues: true)
                return ("published_\(entry.number)", ["columns": columns, "parts": [part]] as [String: Any])
            }
        )
        _ = try engine.ask(["do": "tables", "tables": tables, "statements": statements])
        let numbers = try cellNumbers(engine)
        let cells = try CellSuppression.cells(
            numbers,
            changes: published.isEmpty ? [:] : try changes(engine),
            report,
            study,
            now: now
        )
        let shown = cells.filter { $0.shown != nil && $0.cell != "total" }
        var entry = StudyLedger.Entry(
            number: try ledger.nextNumber(),
            time: Int64(now.timeIntervalSince1970),
            query: report.rawValue,
            digest: StudyDigest.of(sql),
            engine: engine.name,
            dataset: dataset.number,
            isPublished: isPublished,
            shown: shown.count,
            heldBack: cells.count { $0.shown == nil && $0.cell != "total" },
            rows: nil,
            people: nil
        )
        if isPublished {
            entry.people = try publish(shown, sql, dataset, engine, ledger, entry.number)
            entry.hasValues = true
        }
        return (cells, try ledger.add(entry))
    }

    private static func publishedView(_ numbers: [Int]) -> String {
        let each =
            numbers.isEmpty
            ? [
                "SELECT 0 AS report, CAST(NULL AS VARCHAR(1)) AS type, CAST(NULL AS VARCHAR(1)) AS cell, 0 AS person_id, "
                    + "CAST(NULL AS BIGINT) AS q, CAST(NULL AS BIGINT) AS most WHERE 1 = 0"
            ]
            : numbers.map { "SELECT \($0) AS report, type, cell, person_id, q, most FROM published_\($0)" }
        return "CREATE OR REPLACE TEMPORARY VIEW published AS\n" + each.joined(separator: "\nUNION ALL\n")
    }

    private func result(_ engine: StudyEngine, _ statement: String, _ name: String) throws -> ResultFile {
        let path = scratch + "/\(name).jsonl"
        _ = try engine.ask(["do": "query", "statement": statement, "result": path])
        return try ResultFile(path)
    }

    private func cellNumbers(_ engine: StudyEngine) throws -> [CellNumbers] {
        var numbers: [CellNumbers] = []
        try result(engine, try EngineFiles.text("cells.sql"), "cells")
            .forEachRow { row in
                guard row.count == 9, let type = row[0] as? String, let cell = row[1] as? String,
                    let people = row[2] as? Int, let total = (row[3] as? String).flatMap({ Int128($0) }),
                    let absolute = (row[4] as? String).flatMap({ Int128($0) }), let largest = row[5] as? Int,
                    let low = row[6] as? Int, let middle = row[7] as? Int, let high = row[8] as? Int
                else { throw StudyError(engine.name, "its result can't be read") }
                numbers.append(
                    CellNumbers(
                        type: type,
                        cell: cell,
                        people: people,
                        total: total,
                        absolute: absolute,
                        largest: Int128(largest),
                        low: Int64(low),
                        middle: Int64(middle),
                        high: Int64(high)
                    )
                )
            }
        return numbers
    }

    private func changes(_ engine: StudyEngine) throws -> [String: [CellChange]] {
        var changes: [String: [CellChange]] = [:]
        try result(engine, try EngineFiles.text("overlaps.sql"), "overlaps")
            .forEachRow { row in
                guard row.count == 6, let type = row[0] as? String, let cell = row[1] as? String,
                    let count = row[3] as? Int ?? (row[3] as? String).flatMap({ Int($0) }),
                    let gained = (row[4] as? String).flatMap({ Int128($0) }), let largest = row[5] as? Int
                else { throw StudyError(engine.name, "its result can't be read") }
                let change = CellChange(people: count, gained: gained, largest: Int128(largest))
                changes[CellSuppression.key(type, cell), default: []].append(change)
            }
        return changes
    }

    /// Keeps who was in the cells that are shown.
    ///
    /// - Returns: The digest of the file.
    private func publish(
        _ shown: [ReportCell],
        _ sql: String,
        _ dataset: Dataset,
        _ engine: StudyEngine,
        _ ledger: StudyLedger,
        _ number: Int
    ) throws -> String {
        try LastingFile.makeFolder(ledger.path)
        let list = scratch + "/shown.csv"
        try Data(shown.map { "\($0.type),\($0.cell)\n" }.joined().utf8).write(to: URL(fileURLWithPath: list))
        // Spark only reads; the same SQL says the same on both.
        let writer: StudyEngine
        if kind == .duckdb {
            writer = engine
        } else {
            writer = try StudyEngine(.duckdb, scratch: scratch, python: python, started: started)
            let view = "CREATE OR REPLACE TEMPORARY VIEW value AS\n\(sql)"
            _ = try writer.ask(["do": "tables", "tables": dataset.request(in: folder), "statements": [view]])
        }
        let target = ledger.peoplePath(number)
        let answer = try writer.ask(["do": "publish", "shown": list, "target": target])
        guard let digest = answer["digest"] as? String else { throw StudyError(target.printable, "can't be written") }
        LastingFile.sync(folder: ledger.path)
        return digest
    }

    // MARK: The researcher's own SQL

    /// Runs the researcher's own SQL, and notes it in the ledger.
    ///
    /// Nothing of its result is held back.
    ///
    /// - Parameters:
    ///   - sql: One statement, which finds the tables by their names.
    ///   - name: What the ledger calls it.
    ///   - body: Gets the names of the columns, then each row.
    /// - Returns: The entry of the ledger.
    /// - Throws: ``StudyError``, and what `body` throws.
    package func run(
        _ sql: String,
        named name: String,
        _ body: (ResultFile) throws -> Void
    ) throws -> StudyLedger.Entry {
        let lock = try FolderLock(folder.path, isShared: true)
        defer { withExtendedLifetime(lock) {} }
        let dataset = try Dataset.latest(folder)
        let engine = try engine(dataset)
        defer { engine.end() }
        let path = scratch + "/result.jsonl"
        let answer = try engine.ask(["do": "query", "statement": sql, "result": path])
        let ledger = StudyLedger(folder)
        let entry = StudyLedger.Entry(
            number: try ledger.nextNumber(),
            time: Int64(now.timeIntervalSince1970),
            query: name,
            digest: StudyDigest.of(sql),
            engine: engine.name,
            dataset: dataset.number,
            isPublished: false,
            shown: 0,
            heldBack: 0,
            rows: answer["rows"] as? Int,
            people: nil
        )
        let noted = try ledger.add(entry)
        try body(try ResultFile(path))
        return noted
    }
}
