import ArgumentParser
import Foundation
import HealthtuiFacts
import HealthtuiStudy

/// Adds contributions to a study.
struct StudyCollectCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "collect",
        abstract: "Verify contributions and withdrawals and take them into a study's Parquet files.",
        discussion: """
              healthtui study collect sleep inbox
            Contributions are found in a folder and the folders in it by what they hold, whatever they are called; other \
            files are skipped, and named. What was collected before is known, so that a folder can be collected again and \
            again. What is refused is named with the reason, and stays where it is. DuckDB writes the files; without it the command says \
            how to install it. Either all of what is accepted is in, or nothing.
            """
    )

    @Argument(help: "The researcher's folder.")
    var folder: String

    @Argument(help: ArgumentHelp("Contributions, and folders of contributions.", valueName: "file"))
    var files: [String]

    @OptionGroup var format: ListFormatArguments

    func run() throws {
        let study = try StudyFolder(folder)
        let line = ProgressLine()
        let outcome = try EngineWork.run { _, started in
            try Collector(study, python: try StudyPython(), started: started) { count, all in
                line.show("Checking \(count.grouped) of \(all.grouped) files")
            }
            .collect(files)
        }
        line.clear()
        try write(outcome)
        if format.format == .table { try writeDataset(outcome) }
        if outcome.count(.refused) > 0 {
            throw CommandFailure(
                "\(outcome.count(.refused)) of \(outcome.files.count) files",
                "refused; the rest is collected",
                status: ExitStatus.badData
            )
        }
    }

    private func writeDataset(_ outcome: CollectOutcome) throws {
        let dataset = outcome.dataset
        let people = dataset.people == 1 ? "1 person" : "\(dataset.people.grouped) people"
        let rows = dataset.files.filter { $0.table != "people" }.reduce(0) { $0 + $1.rows }
        let state = outcome.isChanged ? "Dataset \(dataset.number)" : "Nothing new. Dataset \(dataset.number)"
        try StandardOutput.shared.line(
            "\(state): \(people), \(rows.grouped) rows; \(dataset.withdrawn.grouped) withdrawn."
        )
    }

    private func write(_ outcome: CollectOutcome) throws {
        // Successful files need no line each in output for people.
        let isLong = format.format == .table && outcome.files.count > 40
        let listed = outcome.files.filter { !isLong || [.refused, .held, .skipped].contains($0.fate) }
        var writer = ListWriter(
            format.format,
            keys: ["file", "fate", "person", "why"],
            columns: [.flexible("File"), .left("Result"), .left("Person"), .flexible("Why")],
            emptyText: "No contributions."
        )
        for file in listed {
            try writer.append(
                ListRow(
                    fields: [
                        ("file", .text(file.name)), ("fate", .text(file.fate.rawValue)), ("person", .text(file.person)),
                        ("why", .text(file.why)),
                    ],
                    cells: [
                        file.name, file.fate.rawValue, file.person.map { String($0.prefix(8)) } ?? "", file.why ?? "",
                    ]
                )
            )
        }
        if !isLong || !listed.isEmpty { try writer.finish() }
        if isLong {
            let counts = [CollectOutcome.Fate.accepted, .withdrawn, .known, .held, .refused, .skipped]
                .map { "\(outcome.count($0).grouped) \($0.rawValue)" }
            try StandardOutput.shared.line(counts.joined(separator: ", "))
        }
    }
}
