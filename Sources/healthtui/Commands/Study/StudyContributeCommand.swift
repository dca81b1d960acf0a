import ArgumentParser
import Foundation
import HealthKit
import HealthtuiFacts
import HealthtuiStudy

/// Writes a contribution to a study.
struct StudyContributeCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "contribute",
        abstract: "Write a sealed file with what a study asks for; you hand it to the researcher.",
        discussion: """
              healthtui study contribute study.json --output october.contribution
            The first time you are asked whether you want to take part, and a withdrawal file is written beside the \
            contribution: keep it, it works without this store. Later contributions hold the months that changed. Only \
            the researcher can open the files. healthtui audit lists what went out.
            """
    )

    @Argument(help: "The study's file, study.json.")
    var study: String

    @Option(
        name: .long,
        help: ArgumentHelp("The file to write; a name that says nothing by default.", valueName: "file")
    )
    var output: String?

    @Option(
        name: .long,
        help: ArgumentHelp(
            "Where the withdrawal file is written; by default beside the contribution.",
            valueName: "file"
        )
    )
    var withdrawal: String?

    @Option(name: .long, help: ArgumentHelp("Your code, if the study asks for one.", valueName: "code"))
    var code: String?

    @Flag(name: .long, help: "Write every month again, also those that didn't change.")
    var all = false

    @OptionGroup var consent: ConsentArguments
    @OptionGroup var zone: TimeZoneArguments
    @OptionGroup var store: StoreArguments
    @OptionGroup var format: ValueFormatArguments

    func run() throws {
        let study = try StudyFile.read(study)
        let participant = Participant(store.open())
        var participation = try participant.participation(in: study)
        if participation?.isWithdrawn == true {
            throw CommandFailure(study.description.title, "you withdrew; the researcher takes nothing more from you")
        }
        let path = try output ?? ContributionFile.randomName()
        try Self.checkPlace(path)
        var withdrawn: String?
        if participant.mustAsk(participation, study) {
            if study.description.enrolment == .codes, code == nil, participation?.code == nil {
                throw CommandFailure.usage(
                    study.description.title,
                    "this study takes only people with a code; use --code"
                )
            }
            let text = try shown(study)
            if let participation { try sayVersions(participant, participation, study) }
            // The person sees the data before agreeing to send it.
            if !format.json {
                let tables = try participant.tables(for: study, participation, zone: zone.zone, now: Date())
                try TableList.write(tables, participation, .table)
                try StandardOutput.shared.flush()
            }
            try consent.check(ConsentStrings.question)
            participation = try participant.agree(
                to: study,
                .init(text: text.text, language: text.language, zone: zone.zone, code: code),
                now: Date()
            )
        }
        // Also when an earlier run was ended after the person agreed.
        if participation?.isWithdrawalFileDue == true {
            let file = withdrawal ?? path + ContributionFile.withdrawalEnd
            try participant.writeWithdrawal(from: study, to: file, isSent: false, now: Date())
            withdrawn = file
        }
        let tables = try participant.tables(for: study, participation, zone: zone.zone, now: Date())
        let outcome = try participant.contribute(to: study, tables, isWhole: all, path: path, now: Date())
        try report(outcome, study, withdrawn)
        try TableList.warn(tables)
    }

    private static func checkPlace(_ path: String) throws {
        guard !FileManager.default.fileExists(atPath: path) else {
            throw CommandFailure(path, "already exists; choose another name")
        }
    }

    /// Shows the sheet in the person's language.
    private func shown(_ study: SignedStudy) throws -> ConsentText {
        var settings = try SettingsFile.readStandard()
        LanguageFile.choose(&settings)
        let text = ConsentText(study.description)
        StandardError.write("\n" + text.text + "\n")
        return text
    }

    /// Prints that the person agreed to another version, if consent is required again.
    private func sayVersions(_ participant: Participant, _ participation: Participation, _ study: SignedStudy) throws {
        let (agreed, asked) = (try participant.agreedVersion(participation, study), study.description.version)
        StandardError.line(
            agreed == asked
                ? "The study's file isn't the one that you agreed to, though its version is \(asked) too."
                : "You agreed to version \(agreed) of this study; this is version \(asked)."
        )
    }

    private func report(_ outcome: Participant.Outcome, _ study: SignedStudy, _ withdrawal: String?) throws {
        let out = StandardOutput.shared
        let person = try outcome.participation.person(study.description)
        if format.json {
            return try out.line(
                JSONValue.object([
                    ("file", .text(outcome.path)), ("person", .text(person)),
                    ("number", .integer(outcome.participation.sequence)), ("tables", .integer(outcome.tables)),
                    ("rows", .integer(outcome.rows)), ("unchanged", .integer(outcome.unchanged)),
                    ("withdrawal", .text(withdrawal)),
                ])
                .line
            )
        }
        let tables = outcome.tables == 1 ? "1 monthly table" : "\(outcome.tables.grouped) monthly tables"
        let rows = outcome.rows == 1 ? "1 row" : "\(outcome.rows.grouped) rows"
        let rest = outcome.unchanged == 0 ? "" : "; \(outcome.unchanged.grouped) unchanged"
        try out.line("Wrote \(outcome.path): number \(outcome.participation.sequence), \(tables), \(rows)\(rest).")
        try out.line(
            "You are \(person) in this study. Hand the file to the researcher: \(study.description.contact.printable)"
        )
        if let withdrawal {
            try out.line("Keep \(withdrawal): handing it to the researcher withdraws you, also without this store.")
        }
    }
}
