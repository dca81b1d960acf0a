import ArgumentParser
import Foundation
import Glibc
import HealthKit

/// The consent that commands need to decide for the person: given at a terminal or beforehand.
struct ConsentArguments: ParsableArguments {
    @Flag(
        name: .long,
        help: """
            Don't ask. Needs the line “\(OwnerConfiguration.key) = allow” in .config/healthtui/config of your home folder, as \
            the password database names it.
            """
    )
    var yes = false

    /// Says why the file isn't looked for where the person's other settings are.
    ///
    /// - Parameter environment: The variables of the process.
    /// - Returns: The remark; nothing where no variable names another folder.
    static func remark(_ environment: [String: String]) -> String {
        guard let folder = environment["XDG_CONFIG_HOME"], !folder.isEmpty else { return "" }
        return "; XDG_CONFIG_HOME isn't followed for it, since every program can set that"
    }

    /// Asks the person at a terminal, unless `--yes` was given; for changes that are as easy to revert.
    ///
    /// - Parameters:
    ///   - question: The action to confirm.
    ///   - effects: Its consequences, in sentences.
    /// - Throws: ``CommandFailure`` if the person declines.
    func checkAtTerminal(_ question: String, effects: [String]) throws {
        guard !yes, isatty(STDIN_FILENO) == 1, isatty(STDERR_FILENO) == 1 else { return }
        for effect in effects { StandardError.line(effect.printable) }
        guard try Confirmation.ask(question) else { throw CommandFailure("nothing was changed", "canceled") }
    }

    /// Asks the person, or checks that the person allowed the change without asking.
    ///
    /// - Parameters:
    ///   - question: The action to confirm.
    ///   - effects: Its consequences, in sentences.
    /// - Throws: ``CommandFailure`` if the person declines, and if there is no terminal and the configuration doesn't
    ///   allow the change without asking.
    func check(_ question: String, effects: [String] = []) throws {
        let what = "nothing was changed"
        if yes {
            let configuration = OwnerConfiguration.ofUser()
            guard try configuration?.allowsUnattended() == true else {
                let path = configuration?.path ?? "the configuration of a user with a home folder"
                let reason = "--yes needs the line “\(OwnerConfiguration.key) = allow” in \(path)"
                throw CommandFailure(what, reason + Self.remark(ProcessInfo.processInfo.environment))
            }
            return
        }
        guard isatty(STDIN_FILENO) == 1, isatty(STDERR_FILENO) == 1 else {
            throw CommandFailure(what, "giving access needs a person: run this at a terminal, or with --yes")
        }
        for effect in effects { StandardError.line(effect.printable) }
        guard try Confirmation.ask(question) else { throw CommandFailure(what, "canceled") }
    }
}
