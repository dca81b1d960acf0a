import ArgumentParser
import Foundation
import HealthKit
import HealthtuiExchange
import HealthtuiFacts

/// Lists, adds and removes the keys of issuers of verifiable records.
struct KeysCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "keys",
        abstract: "List, add or remove the keys that check signatures of verifiable records.",
        discussion: """
            A key file is a JSON Web Key, a key set (JWKS), or a directory of issuers with their keys. Issuers of \
            SMART Health Cards publish theirs at their address under /.well-known/jwks.json. Keys of EU certificates \
            have the same form; their issuer is a country: --issuer DE. Nothing is downloaded: pass the file, and \
            name the issuer as its cards do.

            Keys are kept in keys.json beside config.toml, for all stores.
            """
    )

    @Option(
        name: .long,
        parsing: .upToNextOption,
        help: ArgumentHelp("Add the keys in these files.", valueName: "file")
    )
    var add: [String] = []

    @Option(
        name: .long,
        help: ArgumentHelp("With --add: the issuer the keys belong to, such as https://…", valueName: "address")
    )
    var issuer: String?

    @Option(
        name: .long,
        parsing: .upToNextOption,
        help: ArgumentHelp("Remove keys by name, or by the first letters of the name.", valueName: "key")
    )
    var remove: [String] = []

    @OptionGroup var store: StoreArguments
    @OptionGroup var format: ListFormatArguments

    func validate() throws {
        if !add.isEmpty, !remove.isEmpty { throw ValidationError("--add and --remove can't be used together") }
        if (add + remove).contains("") { throw ValidationError("the name is empty") }
        guard let issuer else { return }
        if add.isEmpty { throw ValidationError("--issuer needs --add") }
        guard issuer.hasPrefix("https://"), URL(string: issuer)?.host() != nil else {
            throw ValidationError("--issuer must be an address that begins with https://, not \(issuer)")
        }
    }

    func run() throws {
        var keys = try KeyFile.read()
        var problems: [String] = []
        for file in add {
            let addition = try KeyFile.add(file, issuer: issuer, to: &keys)
            problems += addition.problems.map { "\(file): \($0)" }
        }
        for name in remove where keys.remove(name) == 0 { throw CommandFailure(name, "key not found") }
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
