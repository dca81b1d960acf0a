import ArgumentParser
import Foundation
import Glibc
import HealthKit
import HealthtuiConsole
import HealthtuiEntry
import HealthtuiFacts

/// The program's entry point: reads the arguments, runs the command, reports errors.
@main
enum HealthtuiProgram {
    static func main() async {
        if CommandLine.arguments.dropFirst().first == "---completion" { exit(complete()) }
        // Before any other thread begins: it has the group from the one that starts it.
        InstalledService.keepGroupOutOfFiles()
        // Without a command this is the console.
        let first = CommandLine.arguments.dropFirst().first ?? "-"
        if first == "sync" || first == "console" || first.hasPrefix("-") { ProgramMemory.shareAmongThreads() }
        // write(2) reports a closed pipe, where it can be handled.
        signal(SIGPIPE, SIG_IGN)
        ProgramMemory.forbidDumps()
        OrderlyEnd.install()
        TotalsMaker.register(TotalsColumns())
        KeyHolder.whenBroughtUp { path, old, new in
            let what = "brought up from format \(old) to \(new). Earlier versions can't open it any more."
            StandardError.line("healthtui: \(path.printable): \(what)")
        }
        do {
            try ProcessGroup.settle(CommandLine.arguments.dropFirst())
            let arguments = rearranged(CommandLine.arguments.dropFirst().map { PathPhrase.expanded(word: $0) })
            try check(arguments)
            StorePassphrase.removeLeftovers(beside: Self.storePath(arguments))
            settleTimeZone()
            switch try parsed(arguments) {
            case .asynchronous(var command): try await command.run()
            case .synchronous(var command): try command.run()
            }
            try StandardOutput.shared.flush()
        } catch {
            HealthLog.debug("end", ["failed": HealthLog.reason(error)])
            exit(report(error))
        }
    }

    /// The file of the store that a command is about, whatever the command: plain data must not stay next to it for
    /// long.
    nonisolated private static func storePath(_ arguments: [String]) -> String {
        let name = "--store"
        for (place, argument) in arguments.enumerated() {
            if argument.hasPrefix(name + "=") { return String(argument.dropFirst(name.count + 1)) }
            if argument == name, place + 1 < arguments.count { return arguments[place + 1] }
        }
        return HKHealthStoreConfiguration.defaultPath
    }

    /// A command, by the way in which it runs.
    private enum Parsed {
        case synchronous(any ParsableCommand)
        case asynchronous(any AsyncParsableCommand)
    }

    /// Reads the arguments, and sets the log up for the command.
    ///
    /// Separate from `main`: a command that is used there belongs to the main actor, and can't be sent to another one.
    nonisolated private static func parsed(_ arguments: [String]) throws -> sending Parsed {
        let command = try Healthtui.parseAsRoot(arguments)
        LogDestination.set(isTerminalTaken: (command as? any TerminalTaking)?.takesTerminal ?? false)
        HealthLog.debug("begin", ["command": "\(type(of: command))", "version": Version.full])
        if let command = command as? any AsyncParsableCommand { return .asynchronous(command) }
        return .synchronous(command)
    }

    /// Sets the environment's zone to a name that Foundation knows, or reports an unknown one.
    private static func settleTimeZone() {
        let (name, complaint) = ZonePhrase.environment(ProcessInfo.processInfo.environment["TZ"])
        if let name { setenv("TZ", name, 1) }
        if let complaint { StandardError.line("healthtui: \(complaint)") }
    }

    /// Moves `--store PATH` from before the subcommand to behind it, where the subcommand reads it.
    static func rearranged(_ arguments: [String]) -> [String] {
        var rest = arguments[...]
        var options: [String] = []
        while let first = rest.first {
            if first == "--store" {
                options += rest.prefix(2)
                rest = rest.dropFirst(2)
            } else if first.hasPrefix("--store=") {
                options.append(first)
                rest = rest.dropFirst()
            } else {
                break
            }
        }
        guard let name = rest.first, !name.hasPrefix("-") else { return options + rest }
        let words = name == "add" ? rest.dropFirst().map(readable) : Array(rest.dropFirst())
        // The options of a command with subcommands belong after those.
        if name == "study", let own = words.first, !own.hasPrefix("-") {
            return [name, own] + options + words.dropFirst()
        }
        return [name] + options + words
    }

    /// A negative number or a time such as `-10m`, written so that it isn't mistaken for an option.
    private static func readable(_ word: String) -> String {
        guard word.hasPrefix("-"), let next = word.dropFirst().first, next.isNumber || ".,".contains(next) else {
            return word
        }
        return "\u{2212}" + word.dropFirst()
    }

    /// Refuses a command that does not exist by its name.
    private static func check(_ arguments: [String]) throws {
        guard let name = arguments.first, !name.hasPrefix("-"), name != "help" else { return }
        let names = Healthtui.configuration.subcommands.map { $0._commandName }
        guard !names.contains(name) else { return }
        let near = Self.near(name, names)
        let hint = near.isEmpty ? "healthtui --help lists them" : "did you mean \(near.joined(separator: ", "))?"
        throw CommandFailure.usage(name, "unknown command; \(hint)")
    }

    /// The commands that begin with a word, then the one with the most similar spelling.
    private static func near(_ name: String, _ names: [String]) -> [String] {
        let typed = name.lowercased()
        var near = typed.count > 1 ? names.filter { $0.hasPrefix(typed) } : []
        if let other = Nearest.word(to: typed, among: names), !near.contains(other) { near.append(other) }
        return near
    }

    /// Prints the completions that a shell requests; nothing if there are none.
    ///
    /// - Returns: The code to exit with.
    private static func complete() -> Int32 {
        signal(SIGPIPE, SIG_IGN)
        if let zone = ZonePhrase.environment(ProcessInfo.processInfo.environment["TZ"]).name { setenv("TZ", zone, 1) }
        do {
            _ = try Healthtui.parseAsRoot(Array(CommandLine.arguments.dropFirst()))
        } catch {
            guard Healthtui.exitCode(for: error) == .success else { return ExitStatus.failure }
            // The output may be closed.
            try? StandardOutput.shared.write(Healthtui.fullMessage(for: error) + "\n")
            try? StandardOutput.shared.flush()
            return ExitStatus.success
        }
        return ExitStatus.failure
    }

    /// Writes the error to standard error, or requested help to standard output.
    ///
    /// - Parameter error: What a command or the reading of its arguments threw.
    /// - Returns: The code to exit with.
    private static func report(_ error: any Error) -> Int32 {
        // A failure caused by a signal that is ending the process isn't reported.
        OrderlyEnd.waitIfEnding()
        switch error {
        case OutputError.closed:
            return ExitStatus.success
        case let code as ExitCode:
            // The output may be closed; the exit code is enough.
            try? StandardOutput.shared.flush()
            return code.rawValue
        case let failure as CommandFailure:
            return fail("\(failure)", status: failure.status)
        case let problem as EntryError:
            return fail(problem.text, status: ExitStatus.usage)
        case let error as HKError:
            return fail(error.text, status: error.saysLocked ? ExitStatus.locked : ExitStatus.failure)
        case let error as OutputError:
            return fail("\(error)")
        default:
            return reportUsage(error)
        }
    }

    private static func reportUsage(_ error: any Error) -> Int32 {
        let code = Healthtui.exitCode(for: error)
        if code == .success {
            let text = BashCompletion.completed(HelpText.plain(Healthtui.fullMessage(for: error)))
            // The reader may have closed the pipe, and then the text is for nobody.
            try? StandardOutput.shared.write(text + "\n")
            try? StandardOutput.shared.flush()
            return 0
        }
        guard code == .validationFailure else { return fail("\(error)") }
        defer { StandardError.line(usage(error)) }
        return fail(Healthtui.message(for: error), status: ExitStatus.usage)
    }

    /// The usage line of the command that was called wrongly.
    private static func usage(_ error: any Error) -> String {
        let lines = Healthtui.fullMessage(for: error).split(separator: "\n")
        return lines.first { $0.hasPrefix("Usage:") }.map(String.init) ?? "Usage: healthtui <subcommand>"
    }

    private static func fail(_ text: String, status: Int32 = ExitStatus.failure) -> Int32 {
        // Whether or not that succeeds, the error is printed next.
        try? StandardOutput.shared.flush()
        StandardError.line("healthtui: \(text)")
        return status
    }
}
