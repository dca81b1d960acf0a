import ArgumentParser
import Foundation
import Glibc
import HealthConsole
import HealthExchange
import HealthKit

/// Where the process starts and ends: reads the arguments, runs the command, reports what went wrong.
@main
enum Program {
    static func main() async {
        // A closed pipe is told by write(2), where it can be handled.
        signal(SIGPIPE, SIG_IGN)
        do {
            let arguments = rearranged(Array(CommandLine.arguments.dropFirst()))
            try check(arguments)
            var command = try Healthtui.parseAsRoot(arguments)
            if var command = command as? any AsyncParsableCommand {
                try await command.run()
            } else {
                try command.run()
            }
            try StandardOutput.shared.flush()
        } catch {
            exit(report(error))
        }
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
        return [name] + options + words
    }

    /// A negative number or a time such as `-10m`, written so that it is not taken for an option.
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
        throw UsageFailure("\(name): there is no such command; there are \(names.joined(separator: ", "))")
    }

    /// Writes what went wrong to standard error, or the help that was asked for to standard output.
    ///
    /// - Parameter error: What a command or the reading of its arguments threw.
    /// - Returns: The code to exit with.
    private static func report(_ error: any Error) -> Int32 {
        switch error {
        case OutputError.closed:
            return 0
        case let code as ExitCode:
            try? StandardOutput.shared.flush()
            return code.rawValue
        case let failure as CommandFailure:
            return fail("\(failure)")
        case let failure as UsageFailure:
            _ = fail(failure.text)
            return EX_USAGE
        case let problem as EntryError:
            return fail(problem.text)
        case let error as HKError:
            return fail(error.text)
        case let error as ImportError:
            return fail("\(error)")
        case let error as ExportSourceError:
            return fail("\(error)")
        case let error as OutputError:
            return fail("\(error)")
        default:
            return reportUsage(error)
        }
    }

    private static func reportUsage(_ error: any Error) -> Int32 {
        let code = Healthtui.exitCode(for: error)
        if code == .success {
            try? StandardOutput.shared.write(Healthtui.fullMessage(for: error) + "\n")
            try? StandardOutput.shared.flush()
            return 0
        }
        let isUsage = code == .validationFailure
        _ = fail(isUsage ? Healthtui.message(for: error) : "\(error)")
        if isUsage { StandardError.line(usage(error)) }
        return isUsage ? EX_USAGE : 1
    }

    /// The usage line of the command that was called wrongly.
    private static func usage(_ error: any Error) -> String {
        let lines = Healthtui.fullMessage(for: error).split(separator: "\n")
        return lines.first { $0.hasPrefix("Usage:") }.map(String.init) ?? "Usage: healthtui <subcommand>"
    }

    private static func fail(_ text: String) -> Int32 {
        try? StandardOutput.shared.flush()
        StandardError.line("healthtui: \(text)")
        return 1
    }
}

/// A call that cannot be understood.
private struct UsageFailure: Error {
    let text: String

    init(_ text: String) { self.text = text }
}

/// Something that a command could not do: what, and why.
struct CommandFailure: Error, CustomStringConvertible {
    let what: String
    let why: String

    init(_ what: String, _ why: String) {
        self.what = what
        self.why = why
    }

    var description: String { "\(what): \(why)" }
}
