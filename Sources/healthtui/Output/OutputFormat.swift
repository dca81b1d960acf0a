import ArgumentParser

/// The output format of a command.
enum OutputFormat: Sendable {
    /// For people.
    case table
    /// One JSON value.
    case json
    /// One JSON object a line.
    case jsonLines
    /// Comma separated values with a header.
    case csv
}

/// The options for commands that print a list.
struct ListFormatArguments: ParsableArguments {
    @Flag(name: .long, help: "Print one JSON array.")
    var json = false

    @Flag(name: .long, help: "Print one JSON object per line.")
    var jsonl = false

    @Flag(name: .long, help: "Print comma-separated values.")
    var csv = false

    var format: OutputFormat { json ? .json : jsonl ? .jsonLines : csv ? .csv : .table }

    func validate() throws {
        guard [json, jsonl, csv].count(where: { $0 }) <= 1 else {
            throw ValidationError("--json, --jsonl and --csv can't be combined")
        }
    }
}

/// The option for commands that print one thing.
struct ValueFormatArguments: ParsableArguments {
    @Flag(name: .long, help: "Print one JSON value.")
    var json = false
}
