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
        groupedSubcommands: groups,
        defaultSubcommand: ConsoleCommand.self
    )

    private static let groups: [CommandGroup] = [
        CommandGroup(
            name: "Data",
            subcommands: [
                ConsoleCommand.self, TypesCommand.self, SamplesCommand.self, RecordCommand.self,
                MedicationsCommand.self, SummariesCommand.self, RingsCommand.self, WorkoutsCommand.self,
                WorkoutCommand.self, SourcesCommand.self, DevicesCommand.self,
            ]
        ),
        CommandGroup(
            name: "Measures and questions",
            subcommands: [
                MeasuresCommand.self, StatsCommand.self, ChartCommand.self, CompareCommand.self, ChangeCommand.self,
                PatternCommand.self, SummaryCommand.self, GoalsCommand.self, MarksCommand.self,
            ]
        ),
        CommandGroup(
            name: "Entering",
            subcommands: [
                AddCommand.self, EditCommand.self, DeleteCommand.self, UndoCommand.self, MarkCommand.self,
                ProfileCommand.self, SimulateCommand.self,
            ]
        ),
        CommandGroup(
            name: "Files in and out",
            subcommands: [
                ImportCommand.self, MappingCommand.self, IngestCommand.self, KeysCommand.self, ExportCommand.self,
                RoutesCommand.self, ReportCommand.self,
            ]
        ),
        CommandGroup(
            name: "Apps and permissions",
            subcommands: [
                AppsCommand.self, PermissionsCommand.self, RequestsCommand.self, AuthorizeCommand.self,
                WakesCommand.self, CompanionsCommand.self, AuditCommand.self, GuestCommand.self, RunCommand.self,
                AssistantCommand.self,
            ]
        ),
        CommandGroup(name: "Sync", subcommands: [SyncCommand.self]),
        CommandGroup(name: "Studies", subcommands: [StudyCommand.self]),
        CommandGroup(
            name: "Store and service",
            subcommands: [
                LockCommand.self, UnlockCommand.self, PassphraseCommand.self, PINCommand.self, AgentCommand.self,
                EraseCommand.self, BackupCommand.self, RestoreCommand.self, DoctorCommand.self, ServeCommand.self,
                MoveStoreCommand.self, LauncherCommand.self, ReplayCommand.self,
            ]
        ),
    ]
}
