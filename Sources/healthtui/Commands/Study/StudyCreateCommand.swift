import ArgumentParser
import Foundation
import HealthKit
import HealthtuiFacts
import HealthtuiStudy

extension StudyForm: ExpressibleByArgument {}
extension StudyDates: ExpressibleByArgument {}

/// Makes a study.
struct StudyCreateCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "create",
        abstract: "Make a study: its description, its keys, and a folder for what people contribute.",
        discussion: """
              healthtui study create sleep --title "Sleep and steps" --contact me@example.org \
            --purpose "How sleep and steps go together" --type steps "heart rate" --since 2026-01-01 --until 2026-12-31
            Give people study.json of that folder, and publish the key that study show prints, so that they can compare \
            it. keys.json opens everything that people send: keep a copy in a safe place, and give it to nobody.
            """
    )

    @Argument(help: "The folder to make.")
    var folder: String

    @Option(name: .long, help: ArgumentHelp("The title.", valueName: "text"))
    var title: String

    @Option(name: .long, help: ArgumentHelp("Who runs it, and how they are reached.", valueName: "text"))
    var contact: String

    @Option(
        name: .long,
        help: ArgumentHelp("What it is for, in words that participants understand.", valueName: "text")
    )
    var purpose: String

    @Option(
        name: .customLong("type"),
        parsing: .upToNextOption,
        help: ArgumentHelp("The types that it asks for.", valueName: "type")
    )
    var types: [String]

    @Option(name: .long, help: ArgumentHelp("The first day, such as 2026-01-31.", valueName: "day"))
    var since: String

    @Option(name: .long, help: ArgumentHelp("The last day.", valueName: "day"))
    var until: String

    @Option(name: .long, help: "How finely it asks: days, hours or samples, each with the coarser ones.")
    var form = StudyForm.days

    @Option(name: .long, help: "People's own dates (real), or dates moved by whole weeks (shifted).")
    var dates = StudyDates.real

    @Option(
        name: .long,
        help: ArgumentHelp("Take only people with a code, and make this many, in codes.txt.", valueName: "count")
    )
    var codes: Int?

    @Option(
        name: .customShort("k"),
        help: ArgumentHelp("The fewest people of a cell in its reports.", valueName: "count")
    )
    var least = 20

    @OptionGroup var format: ValueFormatArguments

    func validate() throws {
        if let codes, !(1...1_000_000).contains(codes) {
            throw ValidationError("--codes must be between 1 and 1,000,000, not \(codes)")
        }
    }

    func run() throws {
        let identifiers = try types.map { try Names.type($0).identifier }
        let made = try StudyFolder.create(folder, codes: codes ?? 0) { id, boxKey, signingKey in
            StudyDescription(
                id: id,
                version: 1,
                title: title,
                contact: contact,
                purpose: purpose,
                types: identifiers,
                since: since,
                until: until,
                form: form,
                dates: dates,
                enrolment: codes == nil ? .open : .codes,
                k: least,
                boxKey: boxKey,
                signingKey: signingKey
            )
        }
        try StudyLines.write(made.study, isJSON: format.json)
        guard !format.json else { return }
        try StandardOutput.shared.line("")
        try StandardOutput.shared.line(
            "Give people \(made.path)/study.json. Keep keys.json safe: nothing opens without it."
        )
    }
}

/// Shows a study.
struct StudyShowCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "show",
        abstract: "Show what a study asks for, by whom and why.",
        discussion: "The signature is checked. The key isn't: compare it with the one that the researcher publishes."
    )

    @Argument(help: "study.json, or the researcher's folder.")
    var study: String

    @OptionGroup var format: ValueFormatArguments

    func run() throws { try StudyLines.write(try StudyFile.read(study), isJSON: format.json) }
}

/// A study in lines, and as JSON.
enum StudyLines {
    static func write(_ study: SignedStudy, isJSON: Bool) throws {
        let output = StandardOutput.shared
        let about = study.description
        if isJSON { return try output.line(json(study).line) }
        let types = about.types.map { StudyType($0)?.name ?? $0 }
        let version = about.version > 1 ? [("Version", "\(about.version)")] : []
        let rows =
            [
                ("Title", about.title), ("Contact", about.contact), ("Purpose", about.purpose),
                ("Types", types.joined(separator: ", ")), ("Period", "\(about.since) to \(about.until)"),
                ("Form", about.form.rawValue), ("Dates", about.dates.rawValue),
                ("Enrollment", about.enrolment.rawValue),
                ("Cells of", "\(about.k) people or more"), ("Key", about.fingerprint), ("Identifier", about.id),
            ] + version
        let width = rows.map(\.0.count).max() ?? 0
        for (name, value) in rows {
            let label = name + String(repeating: " ", count: width - name.count)
            try output.line("\(label)  \(value.split(separator: "\n").joined(separator: " ").printable)")
        }
    }

    private static func json(_ study: SignedStudy) -> JSONValue {
        let about = study.description
        return .object([
            ("id", .text(about.id)), ("version", .integer(about.version)), ("title", .text(about.title)),
            ("contact", .text(about.contact)), ("purpose", .text(about.purpose)), ("types", .texts(about.types)),
            ("since", .text(about.since)), ("until", .text(about.until)), ("form", .text(about.form.rawValue)),
            ("dates", .text(about.dates.rawValue)), ("enrolment", .text(about.enrolment.rawValue)),
            ("k", .integer(about.k)), ("key", .text(about.fingerprint)), ("digest", .text(study.digest)),
        ])
    }
}
