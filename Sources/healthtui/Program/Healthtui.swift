import ArgumentParser

/// The command `healthtui` and everything below it.
struct Healthtui: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "healthtui",
        abstract:
            "Your health data on this machine: import it, browse it, add to it, and decide which apps may read it.",
        discussion: """
            Name types by Apple's identifiers or short names: HKQuantityTypeIdentifierStepCount, stepCount, steps. \
            Write times as ISO 8601 or phrases: now, -10m, -2h30m, yesterday 22:30, mon 8:00, 2026-11-21 14:20. The \
            store is --store, else $HEALTHKIT_STORE, else $XDG_DATA_HOME/healthtui/health.store.

            Exit codes:
            \(ExitStatus.table)
            """,
        version: Version.full,
        subcommands: subcommands,
        defaultSubcommand: ConsoleCommand.self
    )

    private static let subcommands: [any ParsableCommand.Type] = [
        ConsoleCommand.self, ImportCommand.self, TypesCommand.self, MeasuresCommand.self, SamplesCommand.self,
        RecordCommand.self,
        MedicationsCommand.self,
        SummariesCommand.self,
        WorkoutsCommand.self, WorkoutCommand.self, RoutesCommand.self, RingsCommand.self, SimulateCommand.self,
        StatsCommand.self, ChartCommand.self, CompareCommand.self, ChangeCommand.self, PatternCommand.self,
        SummaryCommand.self,
        GoalsCommand.self, MarkCommand.self, MarksCommand.self,
        ProfileCommand.self, SourcesCommand.self,
        DevicesCommand.self, AppsCommand.self, PermissionsCommand.self, CompanionsCommand.self, WakesCommand.self,
        RequestsCommand.self,
        AuthorizeCommand.self, AuditCommand.self, GuestCommand.self,
        AddCommand.self, DeleteCommand.self, DoctorCommand.self, ExportCommand.self, ReportCommand.self,
        BackupCommand.self,
        RestoreCommand.self, EditCommand.self, UndoCommand.self, ReplayCommand.self, KeysCommand.self,
        MappingCommand.self,
        IngestCommand.self, ServeCommand.self, RunCommand.self, MoveStoreCommand.self, LauncherCommand.self,
        StudyCommand.self, SyncCommand.self,
        LockCommand.self, UnlockCommand.self, EraseCommand.self, PassphraseCommand.self, PINCommand.self,
        AgentCommand.self,
    ]
}
