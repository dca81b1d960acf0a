import ArgumentParser
import Glibc
import HealthKit

/// Answers a request for access.
struct AuthorizeCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "authorize",
        abstract: "Answer an app's request for access.",
        discussion: "Without options on a terminal, each type is asked for. What is not allowed is denied."
    )

    @Argument(help: "The number of the request; healthtui requests lists them.")
    var id: Int

    @Flag(name: .long, help: "Allow everything that is asked for.")
    var allowAll = false

    @Flag(name: .long, help: "Allow nothing.")
    var deny = false

    @Option(
        name: .long,
        parsing: .upToNextOption,
        help: ArgumentHelp("Types that the app may read.", valueName: "type")
    )
    var read: [String] = []

    @Option(
        name: .long,
        parsing: .upToNextOption,
        help: ArgumentHelp("Types that the app may save.", valueName: "type")
    )
    var share: [String] = []

    @OptionGroup var store: StoreArguments
    @OptionGroup var format: ListFormatArguments

    func validate() throws {
        let chosen = [allowAll, deny, !read.isEmpty || !share.isEmpty].count { $0 }
        guard chosen <= 1 else { throw ValidationError("--allow-all, --deny and --read or --share exclude each other") }
    }

    func run() throws {
        let person = store.open()
        let what = "request \(id)"
        guard let request = try person.request(id) else { throw CommandFailure(what, "there is no such request") }
        switch request.state {
        case .pending: break
        case .answered: throw CommandFailure(what, "it was answered already; healthtui permissions changes the answer")
        case .cancelled: throw CommandFailure(what, "\(request.app.name) no longer asks")
        }
        let answer = try answer(request)
        guard try person.answer(id, read: answer.read, share: answer.share) else {
            throw CommandFailure(what, "it was answered or withdrawn meanwhile")
        }
        let decided = Set(request.types)
        let grants = try person.grants(app: request.app.bundleIdentifier).filter { decided.contains($0.key) }
        try GrantRows.write(grants, format.format)
    }

    private func answer(_ request: AuthorizationRequest) throws -> (read: Set<String>, share: Set<String>) {
        if allowAll { return (Set(request.read), Set(request.share)) }
        if deny { return ([], []) }
        if !read.isEmpty || !share.isEmpty {
            return (try chosen(read, request.read, "read"), try chosen(share, request.share, "save"))
        }
        guard isatty(STDIN_FILENO) == 1, isatty(STDERR_FILENO) == 1 else {
            throw ValidationError("say --allow-all, --deny, or --read and --share with types")
        }
        return try ask(request)
    }

    private func chosen(_ names: [String], _ asked: [String], _ verb: String) throws -> Set<String> {
        try Set(
            names.map { name in
                let type = try Names.type(name).identifier
                guard asked.contains(type) else {
                    throw CommandFailure(name, "request \(id) does not ask to \(verb) \(GrantRows.name(type))")
                }
                return type
            }
        )
    }

    // MARK: On a terminal

    private func ask(_ request: AuthorizationRequest) throws -> (read: Set<String>, share: Set<String>) {
        StandardError.line("\(request.app.name) asks for access to your health data.")
        let share = try ask(request.share, "save", request.app.shareUsage)
        let read = try ask(request.read, "read", request.app.readUsage)
        return (read, share)
    }

    private func ask(_ types: [String], _ verb: String, _ usage: String?) throws -> Set<String> {
        if !types.isEmpty, let usage { StandardError.line("To \(verb): \(usage)") }
        return try Set(types.filter { try Question.ask("  Allow to \(verb) \(GrantRows.name($0))?") })
    }
}
