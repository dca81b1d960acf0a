import ArgumentParser
import Foundation
import Glibc
import HealthKit
import HealthtuiFacts

/// Answers the questions of an assistant.
struct AssistantCommand: ParsableCommand, TerminalTaking {
    static let configuration = CommandConfiguration(
        commandName: "mcp",
        abstract: "Answer an assistant's questions from whole days and weeks.",
        discussion: """
            A server of the Model Context Protocol on standard input and output, which an assistant's client starts. Set it up:
              healthtui mcp desk --setup
            You choose the name; it stands in the client's configuration, and what you allow is kept for it. Nothing is \
            answered before you allowed it, on the sheet that --setup and the console show.
            --call prints the answer of one tool:
              healthtui mcp desk --store ~/health.store --call daily '{"types": ["steps"], "first_day": "7d"}'
            The store is always named: no variable of the environment decides what is answered.
            """
    )

    @Argument(help: "The assistant's name: 1 to 32 of a to z, 0 to 9 and -.")
    var name = "assistant"

    @Flag(name: .long, help: "Show the sheet, then print what clients need in their configuration.")
    var setup = false

    @Option(
        name: .long,
        parsing: .upToNextOption,
        help: ArgumentHelp("Print the answer of one tool to arguments in JSON.", valueName: "tool json"),
        completion: .list(AssistantTool.allCases.map(\.name))
    )
    var call: [String] = []

    @Flag(name: .long, help: "Serve sample data, which needs no permission.")
    var demo = false

    @OptionGroup var appearance: AppearanceArguments
    @OptionGroup var store: StoreArguments

    var takesTerminal: Bool { isShownOnSheet }

    func validate() throws {
        let isName = name.utf8.allSatisfy { byte in
            (0x61...0x7A).contains(byte) || (0x30...0x39).contains(byte) || byte == 0x2D
        }
        guard isName, (1...32).contains(name.utf8.count) else {
            throw ValidationError("the name is 1 to 32 of a to z, 0 to 9 and -, not “\(name.printable)”")
        }
        guard !setup || (!demo && call.isEmpty) else {
            throw ValidationError("--setup can't be combined with --demo or --call")
        }
        guard call.count <= 2 else { throw ValidationError("--call takes a tool and its arguments in JSON, quoted") }
        guard !demo || store.store == nil else { throw ValidationError("--demo has a store of its own") }
        guard demo || setup || store.store != nil else {
            throw ValidationError("--store is missing: no variable of the environment may decide what is answered")
        }
    }

    func run() throws {
        if setup { return try setUp() }
        if let tool = call.first { return try printAnswer(of: tool) }
        let answering = self.answering
        var server = AssistantServer(programVersion: Version.current) { answering($2).answer($0, $1) }
        try AssistantLines.visit { line in
            guard let answer = server.answer(line: line) else { return }
            try StandardOutput.shared.write(answer + [UInt8(ascii: "\n")])
            try StandardOutput.shared.flush()
        }
    }

    /// Makes the tools for a client.
    private var answering: (AssistantClient?) -> AssistantTools {
        if demo {
            let demo = AssistantDemo(name: name)
            return { _ in demo.tools }
        }
        let session = AssistantSession(name: name, store: store)
        return { session.tools($0) }
    }

    private func printAnswer(of name: String) throws {
        guard let tool = AssistantTool(rawValue: name) else {
            let names = AssistantTool.allCases.map(\.name).joined(separator: ", ")
            throw CommandFailure.usage(name.printable, "unknown tool; there are \(names)")
        }
        var arguments: JSONValue?
        if call.count > 1 {
            guard let value = JSONReader.value(Array(call[1].utf8)) else {
                throw CommandFailure.usage("--call", "the arguments are no JSON")
            }
            arguments = value
        }
        let reply = answering(nil).answer(tool, arguments)
        try StandardOutput.shared.line(reply.text)
        if reply.isError { throw ExitCode.failure }
    }

    // MARK: Setup

    private var isShownOnSheet: Bool { setup && isatty(STDIN_FILENO) == 1 && isatty(STDOUT_FILENO) == 1 }

    private func setUp() throws {
        guard store.exists else {
            // Says what makes one.
            _ = try store.openForReading()
            return
        }
        if isShownOnSheet {
            try decide()
        } else {
            StandardError.line("healthtui: the sheet is shown at a terminal; here are the lines alone")
        }
        let lines = AssistantSetup(program: Machine.executablePath, name: name, store: store.path).text
        try StandardOutput.shared.write(lines)
        try StandardOutput.shared.flush()
    }

    /// Shows the sheet, unless the person has decided.
    private func decide() throws {
        let account = AssistantGrant.prefix + name
        let asker = store.asker
        let (own, person) = store.console(isReadOnly: false, asker)
        if let grant = try person.assistant(account), AssistantMoment(Date(), grant)?.isCovered(by: grant) == true {
            return try StandardOutput.shared.line(
                "\(account) is answered until \(grant.until.text); healthtui permissions \(account) shows and changes it.\n"
            )
        }
        // What an assistant's first call does: it makes the request that the sheet answers.
        let asking = HKHealthStore.assistant(AssistantSession.identity(name, nil), location: store.location)
        _ = try asking.totals(TotalsCall(tool: "setup", types: [], first: nil, last: nil))
        guard let request = try person.requests().last(where: { $0.app.bundleIdentifier == account }) else {
            throw CommandFailure(account, "other assistants wait for your answer; answer them in the console first")
        }
        var settings = try appearance.settings()
        LanguageFile.choose(&settings)
        let session = ConsoleSession(
            store: own,
            person: person,
            asker: asker,
            appearance: appearance,
            isReadOnly: false,
            settings: settings
        )
        guard try session.answer(request) else {
            return try StandardOutput.shared.line("\(account) waits for your answer in the console.\n")
        }
    }
}
