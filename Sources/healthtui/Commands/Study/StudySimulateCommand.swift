import ArgumentParser
import Foundation
import HealthtuiFacts
import HealthtuiStudy

/// Makes contributions of people who never were.
struct StudySimulateCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "simulate",
        abstract: "Write contributions of people who never were, to try a study out.",
        discussion: """
              healthtui study simulate sleep --people 60 --output inbox
            Each has overlapping samples of three sources. Don't mix them with real people: only the numbers of the study \
            tell them apart.
            """
    )

    @Argument(help: "study.json, or the researcher's folder.")
    var study: String

    @Option(name: .long, help: ArgumentHelp("How many people.", valueName: "count"))
    var people: Int

    @Option(name: .long, help: ArgumentHelp("The folder to write to.", valueName: "folder"))
    var output: String

    @Option(name: .long, help: ArgumentHelp("A different number gives different people.", valueName: "number"))
    var seed: UInt64 = 1

    @OptionGroup var zone: TimeZoneArguments
    @OptionGroup var format: ValueFormatArguments

    func validate() throws {
        guard (1...1_000_000).contains(people) else {
            throw ValidationError("--people must be between 1 and 1,000,000, not \(people)")
        }
    }

    func run() throws {
        let signed = try StudyFile.read(study)
        guard signed.description.enrolment == .open else {
            throw CommandFailure(study, "only people with a code take part; simulated people have none")
        }
        let simulation = StudySimulation(signed, seed: seed, zone: zone.zone)
        let cut = try simulation.cut()
        try FileManager.default.createDirectory(atPath: output, withIntermediateDirectories: true)
        let line = ProgressLine()
        defer { line.clear() }
        var rows = 0
        for number in 0..<people {
            line.show("\(number.grouped) of \(people.grouped) people")
            let path = output + "/" + (try ContributionFile.randomName())
            guard FileManager.default.createFile(atPath: path, contents: nil, attributes: [.posixPermissions: 0o600]),
                let handle = FileHandle(forWritingAtPath: path)
            else { throw CommandFailure(path, "can't be written") }
            rows += try simulation.write(person: number, code: nil, cut: cut) { try handle.write(contentsOf: Data($0)) }
            try handle.close()
        }
        line.clear()
        let out = StandardOutput.shared
        if format.json {
            try out.line(JSONValue.object([("people", .integer(people)), ("rows", .integer(rows))]).line)
        } else {
            try out.line(
                "Wrote \(people == 1 ? "1 person" : "\(people.grouped) people") with \(rows.grouped) rows to \(output)."
            )
        }
    }
}
