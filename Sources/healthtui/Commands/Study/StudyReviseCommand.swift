import ArgumentParser
import Foundation
import HealthKit
import HealthtuiFacts
import HealthtuiStudy

/// Makes another version of a study.
struct StudyReviseCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "revise",
        abstract: "Make another version of a study: other types, another period, a finer form.",
        discussion: """
              healthtui study revise sleep --until 2027-06-30 --type steps "heart rate" "resting heart rate"
            Give people study.json of the folder again: everybody is asked, whatever they agreed to before. What they \
            contributed stays until they contribute to the new version. Keys, dates and who takes part stay as they are, \
            and the fewest people of a cell can only grow.
            """
    )

    @Argument(help: "The researcher's folder.")
    var folder: String

    @Option(name: .long, help: ArgumentHelp("Another title.", valueName: "text"))
    var title: String?

    @Option(name: .long, help: ArgumentHelp("Who runs it now, and how they are reached.", valueName: "text"))
    var contact: String?

    @Option(
        name: .long,
        help: ArgumentHelp("What it is for, in words that participants understand.", valueName: "text")
    )
    var purpose: String?

    @Option(
        name: .customLong("type"),
        parsing: .upToNextOption,
        help: ArgumentHelp("All types that it asks for from now on.", valueName: "type")
    )
    var types: [String] = []

    @Option(name: .long, help: ArgumentHelp("The first day, such as 2026-01-31.", valueName: "day"))
    var since: String?

    @Option(name: .long, help: ArgumentHelp("The last day.", valueName: "day"))
    var until: String?

    @Option(name: .long, help: "How finely it asks: days, hours or samples, each with the coarser ones.")
    var form: StudyForm?

    @Option(
        name: .customShort("k"),
        help: ArgumentHelp("The fewest people of a cell in its reports.", valueName: "count")
    )
    var least: Int?

    @OptionGroup var format: ValueFormatArguments

    func run() throws {
        let identifiers = try types.map { try Names.type($0).identifier }
        let revised = try StudyFolder(folder)
            .revise { study in
                study.title = title ?? study.title
                study.contact = contact ?? study.contact
                study.purpose = purpose ?? study.purpose
                study.types = identifiers.isEmpty ? study.types : identifiers
                study.since = since ?? study.since
                study.until = until ?? study.until
                study.form = form ?? study.form
                study.k = least ?? study.k
            }
        try StudyLines.write(revised.study, isJSON: format.json)
        guard !format.json else { return }
        try StandardOutput.shared.line("")
        try StandardOutput.shared.line("Give people \(revised.path)/study.json again: everybody is asked.")
    }
}
