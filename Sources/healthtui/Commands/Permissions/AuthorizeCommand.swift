import ArgumentParser
import Foundation
import Glibc
import HealthKit
import HealthtuiFacts

/// Answers a request for access.
struct AuthorizeCommand: ParsableCommand, TerminalTaking {
    static let configuration = CommandConfiguration(
        commandName: "authorize",
        abstract: "Answer an app's request for access.",
        discussion: "Without options, shows the permission sheet in the terminal. What you don't allow is denied."
    )

    @Argument(help: "The number of the request; healthtui requests lists them.")
    var id: Int

    @Flag(name: .long, help: "Allow everything the app asks for.")
    var allowAll = false

    @Flag(name: .long, help: "Allow nothing.")
    var deny = false

    @Option(
        name: .long,
        parsing: .upToNextOption,
        help: ArgumentHelp("Types the app may read.", valueName: "type")
    )
    var read: [String] = []

    @Option(
        name: .long,
        parsing: .upToNextOption,
        help: ArgumentHelp("Types the app may save.", valueName: "type")
    )
    var share: [String] = []

    @Option(
        name: .long,
        parsing: .upToNextOption,
        help: ArgumentHelp("Objects the app may read, if it asks for single objects.", valueName: "uuid")
    )
    var object: [String] = []

    @OptionGroup var limit: SinceArguments
    @OptionGroup var consent: ConsentArguments
    @OptionGroup var appearance: AppearanceArguments
    @OptionGroup var store: StoreArguments
    @OptionGroup var format: ListFormatArguments

    func validate() throws {
        let chosen = [allowAll, deny, !read.isEmpty || !share.isEmpty, !object.isEmpty].count { $0 }
        if limit.since != nil, deny || !object.isEmpty {
            throw ValidationError("--since needs types to read")
        }
        guard chosen <= 1 else {
            throw ValidationError("--allow-all, --deny, --object and --read or --share can't be combined")
        }
    }

    var takesTerminal: Bool { isAnsweredOnSheet }

    func run() throws {
        let asker = store.asker
        let person = store.open(asker)
        let what = "request \(id)"
        guard let request = try person.request(id) else { throw CommandFailure(what, "request not found") }
        if request.app.isAssistant, request.state == .pending, !deny {
            let name = request.app.account.printable
            throw CommandFailure(what, "it is an assistant; healthtui permissions \(name) --set TYPE=days answers it")
        }
        switch request.state {
        case .pending: break
        case .answered: throw CommandFailure(what, "already answered; healthtui permissions changes the answer")
        case .cancelled:
            switch request.ending {
            case nil: throw CommandFailure(what, "\(request.app.name) withdrew it")
            case .expired: throw CommandFailure(what, "it ended after a day; \(request.app.name) has to ask again")
            case .displaced:
                throw CommandFailure(what, "newer requests took its place; \(request.app.name) has to ask again")
            }
        }
        if isAnsweredOnSheet {
            let (store, person) = store.console(isReadOnly: false, asker)
            var settings = try appearance.settings()
            LanguageFile.choose(&settings)
            let session = ConsoleSession(
                store: store,
                person: person,
                asker: asker,
                appearance: appearance,
                isReadOnly: false,
                settings: settings
            )
            guard try session.answer(request) else { throw ExitCode.failure }
            return
        }
        guard try give(answerTo: request, person) else {
            throw CommandFailure(what, "it was answered or withdrawn in the meantime")
        }
        let decided = Set(request.types)
        let grants = try person.grants(app: request.app.account).filter { decided.contains($0.key) }
        try GrantRows.write(grants, format.format, Timestamps(timeZone: .current))
    }

    /// Stores the answer in the options; false if the request no longer waits.
    private func give(answerTo request: AuthorizationRequest, _ person: PersonAccess) throws -> Bool {
        guard !object.isEmpty else {
            let answer = try answer(request)
            try askWhereItAllows(!answer.read.isEmpty || !answer.share.isEmpty, request)
            return try person.answer(id, read: answer.read, share: answer.share, since: try limit.date(person))
        }
        let asked = Set((request.objects ?? []).map(\.id))
        let objects = try object.map { text in
            guard let uuid = UUID(uuidString: text) else { throw CommandFailure.usage(text, "invalid UUID") }
            guard asked.contains(uuid) else { throw CommandFailure(text, "request \(id) doesn't ask for it") }
            return uuid
        }
        try askWhereItAllows(!objects.isEmpty, request)
        return try person.answer(id, objects: Set(objects))
    }

    /// Allowing needs a confirmation; denying doesn't.
    private func askWhereItAllows(_ allows: Bool, _ request: AuthorizationRequest) throws {
        guard allows else { return }
        let app = "\(request.app.name) (\(request.app.bundleIdentifier))"
        if let companion = request.companion {
            let programs = "\(request.app.program ?? "unknown"), \(companion.program ?? "unknown")"
            return try consent.check(
                "Let \(app) and \(companion.bundleIdentifier) share workout sessions and start each other? (\(programs))"
            )
        }
        var warning = request.takenFrom.map { " The identifier belonged to \($0) before." } ?? ""
        if request.app.changed != nil { warning = " The program changed since you gave it access." }
        try consent.check("Give \(app) this access to your health data?\(warning)")
    }

    private func answer(_ request: AuthorizationRequest) throws -> (read: Set<String>, share: Set<String>) {
        if allowAll { return (Set(request.read), Set(request.share)) }
        if deny { return ([], []) }
        if request.companion != nil { throw ValidationError("say --allow-all or --deny") }
        if request.objects != nil {
            throw ValidationError("use --allow-all, --deny, or --object with objects that healthtui requests lists")
        }
        if !read.isEmpty || !share.isEmpty {
            return (try chosen(read, request.read, "read"), try chosen(share, request.share, "save"))
        }
        throw ValidationError("use --allow-all, --deny, or --read and --share with types")
    }

    /// Whether the person answers on the permission sheet: on a terminal, unless the options contain the answer.
    private var isAnsweredOnSheet: Bool {
        !allowAll && !deny && read.isEmpty && share.isEmpty && object.isEmpty && limit.since == nil
            && isatty(STDIN_FILENO) == 1 && isatty(STDOUT_FILENO) == 1
    }

    private func chosen(_ names: [String], _ asked: [String], _ verb: String) throws -> Set<String> {
        try Set(
            names.map { name in
                let type = try Names.type(name).identifier
                guard asked.contains(type) else {
                    throw CommandFailure(name, "request \(id) doesn't ask to \(verb) \(GrantRows.name(type))")
                }
                return type
            }
        )
    }
}
