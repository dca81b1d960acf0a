extension CommandReference {
    /// Commands that keep two machines in step.
    static let syncing = [
        CommandReference(
            command: "sync now",
            arguments: [],
            isList: false,
            keys: """
                state text member, waiting (the other machine has to sync first) or removed
                sent integer how many changes made here were sent
                added integer how many samples came from other machines
                changed integer how many samples other machines changed
                deleted integer how many samples other machines deleted
                settings integer how many settings and links changed here
                tooLarge integer how many changes are too large to sync, and stay here
                invalid integer how many changes other machines can't read, and stay here
                joined list names of the machines that became members by invitations of this one
                newMachines list machines that others added
                newMachines[].name text the machine
                newMachines[].addedBy text the machine that added it
                profile list what a first sync replaced in the profile
                profile[].field text the field, as profile --set takes it
                profile[].here text what this machine had
                profile[].group text what the group has, which stands
                problems list files in the folder that aren't read, or not all of them
                problems[].device text the machine that they are of
                problems[].file text the file's name
                problems[].error text a word for what is wrong with it
                problems[].text text the same as a sentence
                """
        ),
        CommandReference(
            command: "sync init",
            arguments: [],
            isList: false,
            keys: """
                folder text the whole path of the folder
                name text what this machine is called
                recoveryKey text the group's recovery key, which isn't shown again
                """
        ),
        CommandReference(
            command: "sync invite",
            arguments: [],
            isList: false,
            keys: """
                code text the code for one other machine
                expires time until when it is good, by this machine's clock
                """
        ),
        CommandReference(
            command: "sync join",
            arguments: [],
            isList: false,
            keys: """
                folder text the whole path of the folder
                name text what this machine is called
                state text waiting: the machine that invited this one has to sync first
                clockDiffers boolean whether this machine's clock isn't within the hour of the invitation; the other machine decides
                """
        ),
        CommandReference(
            command: "sync status",
            arguments: [],
            isList: false,
            keys: """
                group text the group's identifier
                folder text the path of the folder
                name text what this machine is called
                state text member, waiting or removed
                devices list the machines of the group
                devices[].id text its identifier
                devices[].name text what it is called
                devices[].isThis boolean whether it is this one
                devices[].files integer the number of its last file that was read here
                devices[].heard time? when something new of it was read last
                devices[].missing boolean whether files of it are missing that others have read
                devices[].ahead number? by how many seconds its clock is ahead; null for less than a day
                devices[].addedBy text? the identifier of the machine, or of the recovery key, that added it
                synced time? when this machine synced last
                unsent boolean whether changes made here wait for the next sync
                unwritten integer how many files the folder lacks that the next sync writes
                unwrittenReason text? why the last sync couldn't write them
                conflicts integer how many edits aren't shown, as another machine's is later
                files integer how many files of the group this store has
                bytes integer how large they are together
                folderProblem text? why the folder can't be read or written
                problems list files that aren't read, as sync now has them
                problems[].device text the machine that they are of
                problems[].file text the file's name
                problems[].error text a word for what is wrong with it
                problems[].text text the same as a sentence
                differing list~ with --verify, the days in UTC on which the store differs from what the group agrees on
                differingTotals list~ with --verify, the types of which another machine has other totals of the same samples
                differingTotals[].type text the type's identifier
                differingTotals[].machine text the other machine
                """
        ),
        CommandReference(
            command: "sync conflicts",
            arguments: [],
            isList: true,
            keys: """
                uuid text the edit that isn't shown, as --take takes it
                type text the type's identifier
                start time when the sample begins
                edited time when the edit was made, by the clock of its machine
                machine text the machine that made it
                value text what it says
                shownUUID text the sample that is shown
                shownMachine text the machine that made that
                shownValue text what that says
                """
        ),
        appList("sync apps"), appList("sync approve"), appList("sync revoke"),
        CommandReference(
            command: "sync folder",
            arguments: [],
            isList: false,
            keys: """
                folder text the whole path of the folder from now on
                """
        ),
        CommandReference(
            command: "sync remove",
            arguments: [],
            isList: false,
            keys: """
                removed text the name of the machine
                letIn list machines that it had let in and that are still members
                letIn[].id text the identifier, which remove takes
                letIn[].name text the name
                """
        ),
        CommandReference(
            command: "sync leave",
            arguments: [],
            isList: false,
            keys: """
                left boolean true
                """
        ),
    ]

    private static func appList(_ command: String) -> CommandReference {
        CommandReference(
            command: command,
            arguments: [],
            isList: true,
            keys: """
                app text the app's identifier
                name text the app's name
                machine text? the machine where it saved; null for one of another group
                machineId text the identifier of that machine
                samples integer how many of those samples are here
                approved boolean whether it is the same app here
                """
        )
    }
}
