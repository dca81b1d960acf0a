import ArgumentParser

/// Keeps the stores of a person's machines in step, over a folder that anything carries.
struct SyncCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "sync",
        abstract: "Keep two machines in step over a folder that anything carries, end-to-end encrypted.",
        discussion: """
            On the first machine, in a folder that both can reach (Syncthing, a network drive, a stick):
              healthtui sync init ~/Shared
              healthtui sync invite
            On the second, with the code that the first one shows:
              healthtui sync join ~/Shared
            Then healthtui sync on the first, on the second, and from then on whenever you like, or \
            healthtui sync --watch to do so all the time. Whoever carries the folder can't read it. \
            Documentation/Sync.md is the guide.
            """,
        subcommands: [
            SyncNowCommand.self, SyncInitCommand.self, SyncInviteCommand.self, SyncJoinCommand.self,
            SyncStatusCommand.self, SyncConflictsCommand.self, SyncAppsCommand.self, SyncApproveCommand.self,
            SyncRevokeCommand.self, SyncFolderCommand.self, SyncRemoveCommand.self, SyncLeaveCommand.self,
        ],
        defaultSubcommand: SyncNowCommand.self
    )
}
