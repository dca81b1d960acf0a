import ArgumentParser
import Foundation
import Glibc
import HealthStudy

/// Studies of many people: what a person contributes, what a researcher collects and asks.
struct StudyCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "study",
        abstract: "Take part in a study, or run one: many people's days, one question.",
        discussion: """
            To take part, get the study's file from its researcher:
              healthtui study show study.json
              healthtui study preview study.json
              healthtui study contribute study.json --output sleep.contribution
            To run a study:
              healthtui study create sleep --title "Sleep and steps" --contact me@example.org \
            --purpose "…" --type steps --since 2026-01-01 --until 2026-12-31
              healthtui study collect sleep inbox
              healthtui study query sleep summary
            Documentation/Studies.md is the guide.
            """,
        subcommands: [
            StudyShowCommand.self, StudyPreviewCommand.self, StudyContributeCommand.self, StudyWithdrawCommand.self,
            StudyStatusCommand.self, StudyCreateCommand.self, StudyCollectCommand.self, StudyVerifyCommand.self,
            StudyQueryCommand.self, StudyLedgerCommand.self, StudySimulateCommand.self,
        ]
    )
}

/// The file of a study, given by itself or by its researcher's folder.
enum StudyFile {
    /// Reads a study.
    ///
    /// - Parameter path: The file, or the folder that it is in.
    /// - Returns: The study, whose signature holds.
    /// - Throws: ``CommandFailure`` for a file that can't be read, `StudyError` for what is no study.
    static func read(_ path: String) throws -> SignedStudy {
        var isFolder: ObjCBool = false
        guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) else {
            throw CommandFailure(path, "file not found", status: ExitStatus.noInput)
        }
        let file = isFolder.boolValue ? path + "/study.json" : path
        var status = stat()
        guard stat(file, &status) == 0, status.st_mode & S_IFMT == S_IFREG, status.st_size <= SignedStudy.mostBytes,
            let data = FileManager.default.contents(atPath: file)
        else { throw CommandFailure(file, "not a study; ask its researcher for study.json") }
        return try SignedStudy(data, named: file)
    }
}

/// A folder for what an engine writes meanwhile, and the end of the engine should a signal end this process.
enum EngineWork {
    /// Does some work with an engine.
    ///
    /// - Parameter body: Gets the folder, and what is to be told of the engine's process group.
    /// - Returns: What `body` returns.
    /// - Throws: What `body` throws.
    static func run<T>(_ body: (_ scratch: String, _ started: @escaping (pid_t) -> Void) throws -> T) throws -> T {
        let folder = FileManager.default.temporaryDirectory.path + "/healthtui-study-\(UUID().uuidString)"
        let make = {
            try FileManager.default.createDirectory(
                atPath: folder,
                withIntermediateDirectories: false,
                attributes: [.posixPermissions: 0o700]
            )
            return folder
        }
        let scratch = try PassingFolder.make(make, path: { $0 })
        defer { PassingFolder.remove(scratch) }
        return try body(scratch) { group in EndingWork.set { kill(-group, SIGKILL) } }
    }
}

/// What runs a study's SQL.
struct EngineArguments: ParsableArguments {
    @Option(
        name: .long,
        help: ArgumentHelp(
            "What runs the SQL: duckdb, local (Apache Spark on this machine) or spark://HOST:PORT.",
            valueName: "engine"
        ),
        transform: { text in
            guard let kind = EngineKind(text) else {
                throw ValidationError("“\(text)” isn't an engine; use duckdb, local or spark://HOST:PORT")
            }
            return kind
        }
    )
    var engine = EngineKind.duckdb
}
