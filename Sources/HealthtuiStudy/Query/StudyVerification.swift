import Foundation
import Glibc

/// Merges a study's samples again, by SQL, and compares with the days and hours that people sent: to the last digit.
package struct StudyVerification {
    /// The outcome of a comparison.
    package struct Outcome: Sendable {
        /// The number of days and hours that could be compared.
        package var days = 0
        package var hours = 0
        /// Samples that lie in no day that was sent.
        package var outside = 0
        /// Some of the differences: the person, the type and the start.
        package var differences: [Difference] = []
        /// The total number of rows that differ.
        package var differing = 0
        /// The engine that compared.
        package var engine = ""

        package var isEqual: Bool { differing == 0 && outside == 0 }
    }

    /// A row that differs.
    package struct Difference: Hashable, Sendable {
        package let table: StudyTable
        package let person: String
        package let type: String
        /// Microseconds since 1970.
        package let start: Int
    }

    private let folder: StudyFolder
    private let kind: EngineKind
    private let python: StudyPython
    private let scratch: String
    private let started: (pid_t) -> Void

    /// A verification; see ``StudyQuery``.
    package init(
        _ folder: StudyFolder,
        engine kind: EngineKind,
        python: StudyPython,
        scratch: String,
        started: @escaping (pid_t) -> Void = { _ in }
    ) {
        self.folder = folder
        self.kind = kind
        self.python = python
        self.scratch = scratch
        self.started = started
    }

    /// The types with their styles, as a view.
    private var styles: String {
        let rows = folder.study.description.types.compactMap { StudyType($0) }
            .compactMap { type in type.style.map { "('\(type.identifier)', \($0.rawValue))" } }
        return
            "CREATE OR REPLACE TEMPORARY VIEW styles AS SELECT * FROM (VALUES \(rows.joined(separator: ", "))) AS t(type, style)"
    }

    private static let views = [
        """
        CREATE OR REPLACE TEMPORARY VIEW sample AS
        SELECT s.person, s.type, s.priority, s.start_us, s.end_us, s.value
        FROM samples AS s JOIN styles AS t ON s.type = t.type WHERE t.style = 0
        """,
        """
        CREATE OR REPLACE TEMPORARY VIEW measure AS
        SELECT s.person, s.type, t.style, s.priority, s.start_us, s.end_us, s.value
        FROM samples AS s JOIN styles AS t ON s.type = t.type WHERE t.style IN (1, 2)
        """,
        """
        CREATE OR REPLACE TEMPORARY VIEW day_edges AS
        SELECT DISTINCT person, start_us, end_us FROM days
        """,
        // Between days that were sent there must be nothing: samples there are merged too, and have no row to be equal to.
        """
        CREATE OR REPLACE TEMPORARY VIEW day_buckets AS
        SELECT person, start_us, end_us FROM day_edges
        UNION ALL
        SELECT person, end_us, next_us FROM (
          SELECT person, end_us, LEAD(start_us) OVER (PARTITION BY person ORDER BY start_us) AS next_us FROM day_edges) AS gaps
        WHERE end_us < next_us
        """,
        // The hours of a day count from its first moment, whether they were sent or not.
        """
        CREATE OR REPLACE TEMPORARY VIEW hour_edges AS
        SELECT d.person, d.start_us + h.n * CAST(3600000000 AS BIGINT) AS start_us,
               LEAST(d.start_us + (h.n + 1) * CAST(3600000000 AS BIGINT), d.end_us) AS end_us
        FROM day_edges AS d CROSS JOIN (
          SELECT a.n + 10 * b.n AS n
          FROM (VALUES (0), (1), (2), (3), (4), (5), (6), (7), (8), (9)) AS a(n)
          CROSS JOIN (VALUES (0), (1), (2), (3), (4), (5), (6), (7)) AS b(n)) AS h
        WHERE d.start_us + h.n * CAST(3600000000 AS BIGINT) < d.end_us
        """,
    ]

    /// Samples whose last moment lies in no day that was sent; where the first one does, a gap between days shows it.
    private static let outside = """
        SELECT COUNT(*) FROM (
          SELECT is_sample, s, MAX(day_end) OVER (PARTITION BY person, type ORDER BY t, is_sample
                   ROWS BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW) AS last_end
          FROM (
            SELECT person, type, start_us AS t, 0 AS is_sample, CAST(NULL AS BIGINT) AS s, end_us AS day_end FROM days
            UNION ALL
            SELECT v.person, v.type, CASE WHEN v.end_us > v.start_us THEN v.end_us - 1 ELSE v.start_us END, 1, v.start_us, NULL
            FROM samples AS v JOIN styles AS t ON v.type = t.type WHERE t.style < 3) AS everything) AS swept
        WHERE is_sample = 1 AND (last_end IS NULL OR last_end <= s)
        """

    /// Merges and compares.
    ///
    /// - Returns: What was compared, and what differs.
    /// - Throws: ``StudyError`` for a study without samples, and for an engine that fails.
    package func verify() throws -> Outcome {
        guard folder.study.description.form == .samples else {
            throw StudyError(
                "verify",
                "this study has no samples to merge again; it asks for \(folder.study.description.form)"
            )
        }
        let lock = try FolderLock(folder.path, isShared: true)
        defer { withExtendedLifetime(lock) {} }
        let dataset = try Dataset.latest(folder)
        let engine = try StudyEngine(kind, scratch: scratch, python: python, started: started)
        defer { engine.end() }
        _ = try engine.ask([
            "do": "tables", "tables": dataset.request(in: folder, as: .plain), "statements": [styles] + Self.views,
        ])
        var outcome = Outcome()
        outcome.engine = engine.name
        try rows(engine, Self.outside) { outcome.outside = Self.number($0[0]) }
        for (table, edges) in [(StudyTable.days, "day_buckets"), (.hours, "hour_edges")] {
            for isTotal in [true, false] {
                try compare(table, edges, isTotal: isTotal, engine, &outcome)
            }
        }
        return outcome
    }

    private static func number(_ value: Any) -> Int { value as? Int ?? (value as? String).flatMap { Int($0) } ?? 0 }

    private func rows(_ engine: StudyEngine, _ statement: String, _ body: ([Any]) throws -> Void) throws {
        let path = scratch + "/verify.jsonl"
        _ = try engine.ask(["do": "query", "statement": statement, "result": path])
        try ResultFile(path).forEachRow(body)
    }

    private func compare(
        _ table: StudyTable,
        _ edges: String,
        isTotal: Bool,
        _ engine: StudyEngine,
        _ outcome: inout Outcome
    ) throws {
        let merge = try EngineFiles.text(isTotal ? "totals.sql" : "measures.sql")
        let columns = isTotal ? ["total", "covered_us", "n"] : ["minimum", "maximum", "average", "latest", "n"]
        _ = try engine.ask([
            "do": "tables", "tables": [String: Any](),
            "statements": [
                "CREATE OR REPLACE TEMPORARY VIEW bucket AS SELECT person, start_us, end_us FROM \(edges)",
                "CREATE OR REPLACE TEMPORARY VIEW merged AS\n\(merge)",
                """
                CREATE OR REPLACE TEMPORARY VIEW sent AS
                SELECT d.* FROM \(table) AS d JOIN styles AS t ON d.type = t.type WHERE t.style \(isTotal ? "= 0" : "IN (1, 2)")
                """,
            ],
        ])
        let differ = columns.map { "m.\($0) IS DISTINCT FROM s.\($0)" }.joined(separator: " OR ")
        let statement = """
            SELECT COALESCE(m.person, s.person) AS person, COALESCE(m.type, s.type) AS type,
                   COALESCE(m.start_us, s.start_us) AS start_us,
                   CASE WHEN m.person IS NULL OR s.person IS NULL OR \(differ) THEN 1 ELSE 0 END AS differs
            FROM merged AS m FULL OUTER JOIN sent AS s
              ON m.person = s.person AND m.type = s.type AND m.start_us = s.start_us
            """
        try rows(engine, "SELECT COUNT(*), SUM(differs) FROM (\(statement)) AS compared") { row in
            if table == .days { outcome.days += Self.number(row[0]) } else { outcome.hours += Self.number(row[0]) }
            outcome.differing += Self.number(row[1])
        }
        let first =
            "SELECT person, type, start_us FROM (\(statement)) AS compared WHERE differs = 1 ORDER BY 1, 2, 3 LIMIT 10"
        try rows(engine, first) { row in
            guard row.count == 3, let person = row[0] as? String, let type = row[1] as? String else { return }
            outcome.differences.append(
                Difference(table: table, person: person, type: type, start: Self.number(row[2]))
            )
        }
    }
}
