import ArgumentParser
import Foundation
import HealthExchange
import HealthKit

/// Lists, adds and removes the keys of issuers of verifiable records.
struct KeysCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "keys",
        abstract: "List the keys that signatures of verifiable records are checked with; add some, or remove them.",
        discussion: """
            A file of keys is a JSON web key, a set of them (JWKS), which issuers of SMART Health Cards publish at their \
            address under /.well-known/jwks.json, or a directory of issuers with their keys. Keys of the EU's certificates \
            are given in the same form, and their issuer is a country: --issuer DE. Nothing is fetched: give the file, and \
            say with --issuer whose the keys are, by the address that the issuer's cards name. A signature that a key of \
            nobody's verifies is told as one of whom is not known.

            The keys are in keys.json beside config.toml, for all stores.
            """
    )

    @Option(name: .long, parsing: .upToNextOption, help: ArgumentHelp("Add the keys of files.", valueName: "file"))
    var add: [String] = []

    @Option(name: .long, help: ArgumentHelp("With --add: whose the keys are, such as https://…", valueName: "address"))
    var issuer: String?

    @Option(
        name: .long,
        parsing: .upToNextOption,
        help: ArgumentHelp("Remove keys by their names, or how these begin.", valueName: "key")
    )
    var remove: [String] = []

    @OptionGroup var store: StoreArguments
    @OptionGroup var format: ListFormatArguments

    func validate() throws {
        if !add.isEmpty, !remove.isEmpty { throw ValidationError("say one of --add and --remove at a time") }
        if (add + remove).contains("") { throw ValidationError("the name is empty") }
        guard let issuer else { return }
        if add.isEmpty { throw ValidationError("--issuer says something only with --add") }
        guard issuer.hasPrefix("https://"), URL(string: issuer)?.host() != nil else {
            throw ValidationError("--issuer: \(issuer) is no address that begins with https://")
        }
    }

    func run() throws {
        var keys = try KeyFile.read()
        var problems: [String] = []
        for file in add {
            let addition = try KeyFile.add(file, issuer: issuer, to: &keys)
            problems += addition.problems.map { "\(file): \($0)" }
        }
        for name in remove where keys.remove(name) == 0 { throw CommandFailure(name, "there is no such key") }
        if !add.isEmpty || !remove.isEmpty { try KeyFile.write(keys) }
        var writer = ListWriter(
            format.format,
            keys: ["key", "issuer", "algorithm"],
            columns: [.flexible("Key"), .flexible("Issuer")],
            emptyText: "There are no keys; --add adds those of a file."
        )
        for key in keys.keys {
            try writer.append(
                ListRow(
                    fields: [
                        ("key", .text(key.identifier)), ("issuer", .text(key.issuer)), ("algorithm", .text("ES256")),
                    ],
                    cells: [key.identifier, key.issuer ?? "not said"]
                )
            )
        }
        try writer.finish()
        for problem in problems { StandardError.line("healthtui: \(problem)") }
        if !problems.isEmpty { throw ExitCode(ExitStatus.badData) }
    }
}
