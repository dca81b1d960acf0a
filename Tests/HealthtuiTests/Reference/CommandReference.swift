import Foundation

/// What the commands print for programs, said in words; `CommandReferenceTests` holds the commands to it.
///
/// Each line of `keys` is a path, a kind and a meaning. `[]` stands for the entries of a list, `*` for keys that are data.
/// A kind with `?` may be null, one with `~` may be left out.
struct CommandReference {
    /// The subcommand, with those before it.
    let command: String
    /// What this run shows, where the command has several.
    var title = ""
    /// What stands behind the subcommand, with `{…}` for what the test puts in.
    let arguments: [String]
    /// Whether JSON is an array of what `keys` says, so that `--jsonl` and `--csv` are there too.
    let isList: Bool
    let keys: String

    static let all: [CommandReference] = reading + looking + deciding + changing

    /// What is on the page: what needs two machines too, which `SyncReferenceTests` has.
    static let written: [CommandReference] = all + syncing
}
