extension CommandReference {
    /// Commands by which the person says who may do what, and what counts.
    static let deciding = [
        CommandReference(
            command: "apps",
            arguments: [],
            isList: true,
            keys: """
                name text the app's name
                bundle text its identifier
                version text? its version
                readUsage text? why it wants to read, in its words
                shareUsage text? why it wants to save, in its words
                firstRequest time when it first asked
                lastRequest time when it last asked
                types integer for how many types something was decided
                read integer how many types it may read
                share integer how many types it may save
                samples integer how many samples it saved
                formerPrograms list other programs that asked under its identifier before, the latest last
                program text? the path of the program that asked last
                sha256 text? what the approved program holds; null where no service told programs apart
                interpreter text? what runs the program, where it is a script
                level text by what the store is kept: library, sameUser (a service of your user) or ownUser
                verified boolean whether the system proves which app it is
                verifiedBy text? user: or group:, and its name
                changedProgram text? the program that came in the place of the approved one, and may do nothing until you answer
                trustsPath boolean whether any program at the path is the app
                """
        ),
        CommandReference(
            command: "requests",
            arguments: [],
            isList: true,
            keys: """
                id integer the number that authorize takes
                app text the app's name
                bundle text its identifier
                created time when it asked
                read list identifiers of the types that it wants to read
                share list identifiers of the types that it wants to save
                objects list single objects that it asks for: uuid, source, start and allowed of each
                takenFrom text? the other program that used the identifier before; null for none
                companion text? the app with which it wants to share workout sessions; null for none
                program text? the path of the program that asks
                sha256 text? what the program holds; null where no service told programs apart
                interpreter text? what runs the program, where it is a script
                level text by what the store is kept: library, sameUser (a service of your user) or ownUser
                verified boolean whether the system proves which app it is
                changed boolean whether the program changed since it was approved
                """
        ),
        CommandReference(
            command: "authorize",
            arguments: ["1", "--read", "steps", "--yes"],
            isList: true,
            keys: """
                type text the type's identifier
                read boolean? whether the app may read it; null while that is open
                share boolean? whether the app may save it; null while that is open
                since time? only what ended then or later may be read; null for everything
                """
        ),
        CommandReference(
            command: "permissions",
            arguments: ["Walker", "--set", "heartRate=read", "--yes"],
            isList: true,
            keys: """
                type text the type's identifier
                read boolean? whether the app may read it; null while that is open
                share boolean? whether the app may save it; null while that is open
                since time? only what ended then or later may be read; null for everything
                """
        ),
        CommandReference(
            command: "permissions",
            title: "of an assistant",
            arguments: ["mcp.desk", "--set", "steps=days", "bodyMass=weeks,add", "--yes"],
            isList: true,
            keys: """
                type text the type's identifier
                level text? weeks, days or samples: what it is answered from; null for nothing
                add boolean whether it may draft entries, which you confirm
                unit text? the unit of its numbers, where it isn't the usual one
                past integer how many days back it is answered, today included
                until text the last day on which it is answered
                calls integer how many calls it may make on a day
                zone text the time zone of its days
                """
        ),
        CommandReference(
            command: "audit",
            arguments: ["--app", "Walker"],
            isList: true,
            keys: """
                app text the app's name
                bundle text its identifier
                verified boolean whether the system proved which app it was
                level text by what the store was kept when the app asked last: library, sameUser or ownUser
                type text the type's identifier, companion: and an app's, or tool: and an assistant's; empty for several that were too many to tell apart
                operation text ask, read, follow (what came and went), observe, statistics, sources, save, change, delete, mirror, launch, contribute, totals or draft
                outcome text allowed, hidden (asked for, not granted: it found nothing) or refused (a write)
                calls integer how often
                objects integer how many samples were read or written, statistics computed, sources named or days told
                first time when it was first done
                last time when it was last done
                """
        ),
        CommandReference(
            command: "audit",
            title: "minute by minute, hour by hour and day by day",
            arguments: ["--calls"],
            isList: true,
            keys: """
                app text the app's name
                bundle text its identifier
                verified boolean whether the system proved which app it was
                level text by what the store was kept when the app asked last: library, sameUser or ownUser
                type text the type's identifier, companion: and an app's, or tool: and an assistant's; empty for several that were too many to tell apart
                operation text ask, read, follow (what came and went), observe, statistics, sources, save, change, delete, mirror, launch, contribute, totals or draft
                outcome text allowed, hidden (asked for, not granted: it found nothing) or refused (a write)
                calls integer how often
                objects integer how many samples were read or written, statistics computed, sources named or days told
                first time when it was first done
                last time when it was last done
                span text minute, hour or day: how exactly the time is known
                """
        ),
        CommandReference(
            command: "apps",
            title: "forgetting one and deleting its data",
            arguments: ["--delete-data", "Walker", "--yes"],
            isList: false,
            keys: """
                forgotten text? the identifier of the app that was forgotten
                emptied text? the identifier of the app whose data was deleted
                deleted integer how many samples were deleted
                """
        ),
        CommandReference(
            command: "companions",
            arguments: [],
            isList: true,
            keys: """
                app text an app's identifier
                companion text the identifier of the other app
                appProgram text? the app's executable; null where it is not known
                companionProgram text? the other app's executable; null where it is not known
                state text undecided, allowed, refused, or changed: allowed to other executables
                decided time? when it was decided; null for not yet
                """
        ),
        CommandReference(
            command: "wakes",
            arguments: [],
            isList: true,
            keys: """
                app text the app's identifier
                type text the type's identifier
                frequency text immediate, hourly, daily or weekly: how often it is started at most
                program text? the executable that is started; null where it is not known
                arguments list what it is started with
                decision text undecided, allowed, refused, or changed: allowed as another program or with other arguments
                registered time? when the app registered; null where an earlier version didn't note it
                acknowledged integer the change number up to which the app is done
                acknowledgedAt time? when it last said so after being woken
                change integer? the first change number after that which it may see; null for none
                changed time? when that was noticed, or the one before
                started time? when the app was last started for the type
                outcome text? underWay, acknowledged, notStarted, programChanged, noObserver, noCompletion, exited, serviceEnded or launcherEnded
                attempt integer how many wakes in a row have failed
                next time? when it is woken, if nothing else is in the way
                state text? why it isn't woken now: noService, neverChanges, notApproved, refused, programChanged, locked, guest, noAccess, noChange, interval, retry, noLauncher, busy or underWay
                """
        ),
        CommandReference(
            command: "wakes",
            title: "the last starts of an app",
            arguments: ["--starts", "Walker"],
            isList: true,
            keys: """
                number integer counts the starts of all apps
                time time when it was started
                types list the identifiers of the types for which it was
                outcome text as above
                problem text? why the launcher couldn't start it
                status integer? its exit status, or 128 and the number of the signal that ended it; null while it runs
                """
        ),
        CommandReference(
            command: "guest",
            arguments: [],
            isList: false,
            keys: """
                guest boolean whether a guest uses the machine
                """
        ),
        CommandReference(
            command: "pin",
            title: "status",
            arguments: ["status"],
            isList: false,
            keys: """
                asks text what the service asks for: set (the PIN), passphrase, unset (a PIN, and there is none), off (nothing, as you decided) or unasked (nothing, as it runs as you)
                """
        ),
    ]
}
