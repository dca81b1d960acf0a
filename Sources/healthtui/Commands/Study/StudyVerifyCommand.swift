import ArgumentParser
import Foundation
import HealthtuiFacts
import HealthtuiStudy

/// Merges a study's samples again and compares.
struct StudyVerifyCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "verify",
        abstract: "Merge a study's samples again by SQL, and compare with the days and hours people sent.",
        discussion:
            "For studies that ask for samples. Levels of sound are left out: only the person's store merges them."
    )

    @Argument(help: "The researcher's folder.")
    var folder: String

    @OptionGroup var engine: EngineArguments
    @OptionGroup var format: ValueFormatArguments

    func run() throws {
        let study = try StudyFolder(folder)
        let outcome = try EngineWork.run { scratch, started in
            try StudyVerification(
                study,
                engine: engine.engine,
                python: try StudyPython(),
                scratch: scratch,
                started: started
            )
            .verify()
        }
        let out = StandardOutput.shared
        if format.json {
            try out.line(
                JSONValue.object([
                    ("engine", .text(outcome.engine)), ("days", .integer(outcome.days)),
                    ("hours", .integer(outcome.hours)),
                    ("differing", .integer(outcome.differing)), ("outside", .integer(outcome.outside)),
                    ("equal", .bool(outcome.isEqual)),
                ])
                .line
            )
        } else {
            for each in outcome.differences {
                try out.line("\(each.table) of \(each.type), \(each.person.prefix(8)), start \(each.start): differs")
            }
            if outcome.outside > 0 { try out.line("\(outcome.outside.grouped) samples lie in no day that was sent") }
            let state = outcome.isEqual ? "equal to the last digit" : "\(outcome.differing.grouped) differ"
            try out.line(
                "\(outcome.engine): \(outcome.days.grouped) days and \(outcome.hours.grouped) hours merged again: \(state)."
            )
        }
        if !outcome.isEqual { throw ExitCode.failure }
    }
}

/// Lists the queries of a study.
struct StudyLedgerCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "ledger",
        abstract: "List the queries that were run on a study with this program.",
        discussion: "What was done with its files by other programs isn't listed."
    )

    @Argument(help: "The researcher's folder.")
    var folder: String

    @OptionGroup var zone: TimeZoneArguments
    @OptionGroup var format: ListFormatArguments

    func run() throws {
        var writer = ListWriter(
            format.format,
            keys: [
                "number", "time", "query", "digest", "engine", "dataset", "published", "shown", "held_back", "rows",
            ],
            columns: [
                .right("No."), .left("Time"), .left("Query"), .left("Engine"), .right("Dataset"), .left("Published"),
                .right("Shown"), .right("Held back"),
            ],
            emptyText: "No queries yet."
        )
        for entry in try StudyLedger(try StudyFolder(folder)).entries() {
            let time = Date(timeIntervalSince1970: Double(entry.time))
            try writer.append(
                ListRow(
                    fields: [
                        ("number", .integer(entry.number)), ("time", zone.timestamps.json(time)),
                        ("query", .text(entry.query)), ("digest", .text(entry.digest)), ("engine", .text(entry.engine)),
                        ("dataset", .integer(entry.dataset)), ("published", .bool(entry.isPublished)),
                        ("shown", .integer(entry.shown)), ("held_back", .integer(entry.heldBack)),
                        ("rows", entry.rows.map { .integer($0) } ?? .null),
                    ],
                    cells: [
                        "\(entry.number)", zone.timestamps.minute(time), entry.query, entry.engine, "\(entry.dataset)",
                        entry.isPublished ? "yes" : "no", (entry.rows ?? entry.shown).grouped, entry.heldBack.grouped,
                    ]
                )
            )
        }
        try writer.finish()
    }
}
