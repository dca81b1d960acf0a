import ArgumentParser

/// Studies of many people: contributing for a person, collecting and querying for a researcher.
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
            StudyStatusCommand.self, StudyCreateCommand.self, StudyReviseCommand.self, StudyCollectCommand.self,
            StudyVerifyCommand.self, StudyQueryCommand.self, StudyLedgerCommand.self, StudySimulateCommand.self,
        ]
    )
}
