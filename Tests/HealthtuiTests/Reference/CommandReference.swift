import Foundation

/// The description of the commands' output for programs; `CommandReferenceTests` checks the commands against it.
///
/// Each line of `keys` is a path, a kind and a meaning. `[]` means the entries of a list, `*` keys that are data. A
/// kind with `?` may be null, one with `~` may be omitted.
struct CommandReference {
    /// The subcommand, with those before it.
    let command: String
    /// The title of this run, if the command has several.
    var title = ""
    /// The arguments after the subcommand, with `{…}` for values that the test inserts.
    let arguments: [String]
    /// Whether JSON is an array of what `keys` says, so that `--jsonl` and `--csv` are there too.
    let isList: Bool
    let keys: String

    static let all: [CommandReference] = reading + looking + deciding + changing

    /// The commands on the page, including those that need two machines, which `SyncReferenceTests` checks.
    static let written: [CommandReference] = all + syncing
}
