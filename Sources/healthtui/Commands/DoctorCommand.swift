import ArgumentParser
import HealthKit

/// Checks the whole store.
struct DoctorCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "doctor",
        abstract: "Read the whole store and say whether it is intact.",
        discussion: "Every batch is read and its checksum verified. The exit code is 1 when something is wrong."
    )

    @OptionGroup var store: StoreArguments
    @OptionGroup var format: ValueFormatArguments

    func run() throws {
        let person = try store.openForReading()
        let isTerminal = StandardError.isTerminal
        let check = try person.check { count in
            if isTerminal { StandardError.write("\r\(count.of("sample")) read\u{1B}[K") }
        }
        if isTerminal { StandardError.write("\r\u{1B}[K") }
        let path = try person.storePath
        if format.json {
            try StandardOutput.shared.line(
                JSONValue.object([
                    ("store", .text(path)), ("ok", .bool(check.problems.isEmpty)), ("types", .integer(check.types)),
                    ("samples", .integer(check.samples)), ("problems", .texts(check.problems)),
                ])
                .line
            )
        } else {
            let state = check.problems.isEmpty ? "intact" : "damaged"
            try StandardOutput.shared.line(
                "\((path ?? "The store").printable): \(state), \(check.samples.of("sample")) of \(check.types.of("type"))"
            )
            for problem in check.problems { try StandardOutput.shared.line("  \(problem.printable)") }
        }
        if !check.problems.isEmpty { throw ExitCode(1) }
    }
}
