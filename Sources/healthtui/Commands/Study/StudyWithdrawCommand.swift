import ArgumentParser
import Foundation
import HealthKit
import HealthtuiFacts
import HealthtuiStudy

/// Withdraws from a study.
struct StudyWithdrawCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "withdraw",
        abstract: "Write a file that takes you out of a study; you hand it to the researcher.",
        discussion: """
              healthtui study withdraw study.json --output withdrawal.contribution
            The researcher's next collect deletes your data from the study and takes nothing more from you. Copies, \
            backups and what was published before stay. The withdrawal file that was written when you agreed does the same.
            """
    )

    @Argument(help: "The study's file, study.json.")
    var study: String

    @Option(
        name: .long,
        help: ArgumentHelp("The file to write; a name that says nothing by default.", valueName: "file")
    )
    var output: String?

    @OptionGroup var consent: ConsentArguments
    @OptionGroup var store: StoreArguments

    func run() throws {
        let study = try StudyFile.read(study)
        let participant = Participant(store.open())
        guard try participant.participation(in: study) != nil else {
            throw CommandFailure(study.description.title, "you don't take part in this study")
        }
        let path = try output ?? ContributionFile.randomName()
        try consent.check("Withdraw from \(study.description.title)? It can't be undone.")
        try participant.writeWithdrawal(from: study, to: path, isSent: true, now: Date())
        try StandardOutput.shared.line(
            "Wrote \(path). Hand it to the researcher: \(study.description.contact.printable)"
        )
    }
}

/// Lists the person's studies, and shows receipts.
struct StudyStatusCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "status",
        abstract: "List the studies you take part in, or check receipts from a researcher.",
        discussion: """
              healthtui study status
              healthtui study status 3fa9…-2.receipt
            A receipt says what the researcher's program did with a contribution or a withdrawal, signed with the study's key.
            """
    )

    @Argument(help: ArgumentHelp("Receipts to check.", valueName: "receipt"))
    var receipts: [String] = []

    @OptionGroup var store: StoreArguments
    @OptionGroup var zone: TimeZoneArguments
    @OptionGroup var format: ListFormatArguments

    func run() throws {
        let all = try Participant(try store.openForReading()).all()
        if receipts.isEmpty { return try list(all) }
        var writer = ListWriter(
            format.format,
            keys: ["file", "study", "number", "kind", "time", "tables", "rows", "dataset"],
            columns: [
                .flexible("File"), .flexible("Study"), .right("Number"), .left("What"), .left("Collected"),
                .right("Tables"), .right("Rows"),
            ],
            emptyText: ""
        )
        for path in receipts { try writer.append(try row(path, all)) }
        try writer.finish()
    }

    private func row(_ path: String, _ all: [(study: SignedStudy, participation: Participation)]) throws -> ListRow {
        guard let data = FileManager.default.contents(atPath: path) else {
            throw CommandFailure(path, "file not found", status: ExitStatus.noInput)
        }
        guard data.count < 1 << 16, let receipt = try? JSONDecoder().decode(Signed<StudyReceipt>.self, from: data)
        else {
            throw CommandFailure(path, "not a receipt")
        }
        let content = receipt.content
        guard let known = all.first(where: { $0.study.description.id == content.study }) else {
            throw CommandFailure(path, "it is of a study that you don't take part in")
        }
        guard receipt.isSigned(by: known.study.description.signingKey) else {
            throw CommandFailure(path, "the signature is wrong: it isn't the researcher's, or was changed")
        }
        guard try known.participation.person(known.study.description) == content.person else {
            throw CommandFailure(path, "it is somebody else's")
        }
        let time = Date(timeIntervalSince1970: Double(content.time))
        let kind = content.kind == .data ? "contribution" : "withdrawal"
        return ListRow(
            fields: [
                ("file", .text(path)), ("study", .text(known.study.description.title)),
                ("number", .integer(content.sequence)), ("kind", .text(kind)), ("time", zone.timestamps.json(time)),
                ("tables", .integer(content.tables)), ("rows", .integer(content.rows)),
                ("dataset", .integer(content.dataset)),
            ],
            cells: [
                path, known.study.description.title, "\(content.sequence)", kind, zone.timestamps.minute(time),
                content.tables.grouped, content.rows.grouped,
            ]
        )
    }

    private func list(_ all: [(study: SignedStudy, participation: Participation)]) throws {
        var writer = ListWriter(
            format.format,
            keys: ["id", "title", "contact", "person", "agreed", "contributions", "last", "zone", "withdrawn"],
            columns: [.flexible("Study"), .flexible("Contact"), .right("Sent"), .left("Last"), .left("State")],
            emptyText: "You take part in no study."
        )
        for (study, participation) in all {
            let about = study.description
            let last = participation.last.map { Date(timeIntervalSince1970: Double($0)) }
            let agreed = Date(timeIntervalSince1970: Double(participation.consent.content.time))
            try writer.append(
                ListRow(
                    fields: [
                        ("id", .text(about.id)), ("title", .text(about.title)), ("contact", .text(about.contact)),
                        ("person", .text(try participation.person(about))), ("agreed", zone.timestamps.json(agreed)),
                        ("contributions", .integer(participation.sequence)),
                        ("last", last.map { zone.timestamps.json($0) } ?? .null), ("zone", .text(participation.zone)),
                        ("withdrawn", .bool(participation.isWithdrawn)),
                    ],
                    cells: [
                        about.title, about.contact, participation.sequence.grouped,
                        last.map { zone.timestamps.minute($0) } ?? "",
                        participation.isWithdrawn ? "withdrawn" : "taking part",
                    ]
                )
            )
        }
        try writer.finish()
    }
}
