extension CommandReference {
    /// The keys of an operation.
    private static let step = """
        number integer its number, one more than that of the step before
        time time when it was done; for an import when it began
        what text add, edit, delete, import, workout, change, grants, removeApp, sourceOrder, characteristics, zones, goals, ringPause, pins, addMark, removeMark, unit or sync (deleted on another machine)
        text text what was done, in words
        state text done, undone (it can be done again), closed (undone for good) or final (it stands for good)
        turned time? when it was last undone, or done again
        types object how many samples came (for what was deleted: went), by identifier
        types.* integer how many samples of the type
        app text? the app that it was about
        type text? the type that it was about
        note text? what else tells it from others: a file, a day, a unit
        bytes integer how many bytes are kept to turn it
        """

    /// The keys of a goal.
    private static let goals = """
        type text the identifier of the type
        name text its name
        bound text atLeast or atMost
        value number the amount, in the unit that you use for the type; seconds for times
        secondValue number? the diastolic pressure
        unit text the label of the unit; s for seconds, count for events
        per text day or week
        text text the goal in words
        start time? when today or this week began; null before there is data
        current number? what it comes to so far: the total, or the average
        secondCurrent number? the same of the diastolic pressure
        state text? met, missed or open; null where nothing is known
        met integer on how many of the last 30 days, or in how many of the last 12 weeks, it was met
        of integer how many of them can be judged
        streak integer how many days or weeks in a row it was met up to now
        longest integer the longest such streak
        longestEnd time? when the longest ended
        """

    /// The keys of a mark.
    private static let marks = """
        uuid text the mark's identity
        text text its words
        first text the first day, such as 2026-05-03
        last text the last day, which is the first again for a mark of one day
        days integer how many days it has
        """

    /// The keys of an import for each file.
    private static let importing = """
        [].file text the file, as it was given; - for standard input
        [].outcome text complete, partial, nothing or failed
        [].error text~ of a file that failed: why; the other keys are then absent
        [].records object~ how many records were read, taken, added, there already (duplicate), refused, left out (deleted) and named without a file (missing); taken are those that were added, there already or left out, and these three are null over a service that has not been given the PIN
        [].records.* integer? how many
        [].correlations object~ the same for correlations
        [].correlations.* integer? how many
        [].workouts object~ the same for workouts
        [].workouts.* integer? how many
        [].activitySummaries object~ the same for summaries of days
        [].activitySummaries.* integer? how many
        [].workoutRoutes object~ the same for routes of workouts
        [].workoutRoutes.* integer? how many
        [].heartbeatSeries object~ the same for series of heartbeats, from records of heart rate variability
        [].heartbeatSeries.* integer? how many
        [].electrocardiograms object~ the same for electrocardiograms
        [].electrocardiograms.* integer? how many
        [].audiograms object~ the same for hearing tests
        [].audiograms.* integer? how many
        [].visionPrescriptions object~ the same for prescriptions of glasses and contact lenses
        [].visionPrescriptions.* integer? how many
        [].attachments object~ the same for files that belong to prescriptions
        [].attachments.* integer? how many
        [].clinicalRecords object~ the same for health records of hospitals and doctors
        [].clinicalRecords.* integer? how many
        [].clinicalDocuments object~ the same for clinical documents (CDA)
        [].clinicalDocuments.* integer? how many
        [].verifiableRecords object~ the same for verifiable records, such as SMART Health Cards
        [].verifiableRecords.* integer? how many
        [].types integer~ how many types the records are of
        [].duplicates integer?~ how many records are equal to another one of the file; null as added is
        [].twins integer?~ the same as duplicates: its earlier name, which the next version leaves out
        [].linkedMembers integer?~ how many records belong to correlations; null as added is
        [].notImported list~ what was passed over: kind, count and firstLine of each, and data: whether the outcome is partial without it
        [].partsLeftOut integer~ how many elements, and parts of objects, were left out because they can't be read
        [].truncated boolean~ whether the export ends too early
        [].damage text?~ what is wrong with the file, and with which one inside an archive
        [].bytes integer~ how much was read
        [].seconds number~ how long it took
        [].warnings list~ what was odd, as texts with file and line
        [].warningCount integer~ how much was odd, also beyond what is listed
        """

    /// The additional keys of a dry run and an explained import.
    private static let explaining = """
        [].dryRun boolean~ with --dry-run: true, as nothing is stored; the numbers are those of the import that would follow
        [].parts list?~ with --dry-run: what each type and source gets, those with the most new objects first; null of the copy of a store
        [].parts[].type text the type's identifier
        [].parts[].source text the source's name
        [].parts[].bundleIdentifier text the source's bundle identifier
        [].parts[].activity text? of workouts the activity
        [].parts[].kind text what its objects are counted as: records, workouts and so on
        [].parts[].count integer how many objects there are, with those that are there already or stay out
        [].parts[].added integer how many would be added
        [].parts[].duplicate integer how many are there already
        [].parts[].deleted integer how many stay out, since you deleted them
        [].parts[].start time? the earliest start
        [].parts[].end time? the latest end
        [].parts[].unit text? the unit of the numbers below; null without values
        [].parts[].sum number? the sum of all values, of types that are summed, and the distance of workouts
        [].parts[].least number? the least value
        [].parts[].most number? the greatest value
        [].files list~ with --explain: how each file was read, and why
        [].files[].path text the file, with its path in an archive or folder
        [].files[].reader text? the format that it was read as; null where none recognizes it
        [].files[].reason text why it was read as that
        [].files[].mapping list what the columns of tables mean
        [].files[].read integer how many objects were read of it
        [].files[].refused integer how many of them can't be imported
        [].files[].types object how many objects were read of each type; empty for an export of the Health app, and without workouts
        [].files[].types.* integer how many
        [].files[].notImported list what was passed over, as above
        [].files[].warnings list what was odd
        """

    /// Commands that change stored data, and those about the file and its key.
    static let changing = [
        CommandReference(
            command: "replay",
            arguments: ["{session}", "--screens"],
            isList: false,
            keys: """
                steps integer how many steps were done again
                screen list the rows of the screen at the end
                screens list~ with --screens: the screen after each step
                screens[].line integer the line of the step in the file
                screens[].rows list the rows of the screen
                """
        ),
        CommandReference(
            command: "import",
            arguments: ["{exports}/v14-de_NL.xml"],
            isList: false,
            keys: importing + "\n" + explaining
        ),
        CommandReference(
            command: "medications",
            title: "also with --add, --take and --skip",
            arguments: ["--add", "Aspirin"],
            isList: true,
            keys: """
                identifier text the medication's identity
                name text what it is
                nickname text? what you call it
                form text the form that it comes in, such as tablet
                due integer how many doses were due in the last twelve weeks
                taken integer how many of those were taken
                last time? when it was taken last in those weeks
                today list the doses of today: uuid, time and status of each
                """
        ),
        CommandReference(
            command: "goals",
            title: "of list, set and remove alike",
            arguments: ["set", "steps", "8000"],
            isList: true,
            keys: goals
        ),
        CommandReference(
            command: "mark",
            title: "of the mark that was added; with --remove, of those that are left",
            arguments: ["Lisbon", "2026-05-03", "2026-05-10"],
            isList: true,
            keys: marks
        ),
        CommandReference(
            command: "marks",
            arguments: [],
            isList: true,
            keys: marks
        ),
        CommandReference(
            command: "summaries",
            arguments: [],
            isList: true,
            keys: """
                day text the day of the calendar
                activeEnergyBurned number? the energy of the move ring
                activeEnergyBurnedGoal number? its goal
                appleMoveTime number? the minutes of the move ring, where it counts time
                appleMoveTimeGoal number? their goal
                appleExerciseTime number? the minutes of the exercise ring
                appleExerciseTimeGoal number? their goal
                appleStandHours number? the hours of the stand ring
                appleStandHoursGoal number? their goal
                energyUnit text? the unit of the energy, as the export has it
                """
        ),
        CommandReference(
            command: "simulate",
            arguments: ["workout", "--minutes", "2", "--speed", "10000x", "--yes"],
            isList: false,
            keys: """
                workout text? the identity of the workout that was recorded, or that was fed
                fed boolean whether it was a workout of the console
                samples integer how many samples were saved
                places integer how many places the route has
                distance number the metres
                """
        ),
        CommandReference(
            command: "routes",
            arguments: ["--output", "{folder}/run.gpx.routes"],
            isList: false,
            keys: """
                folder text the path of the folder
                files list the names of the files that were written
                withoutRoute integer how many workouts have no route
                kept integer how many files were there before, and stayed as they were
                leftOut integer how many places are nowhere on Earth, which GPX cannot hold
                """
        ),
        CommandReference(
            command: "workout",
            title: "with --gpx",
            arguments: ["latest", "--gpx", "{folder}/run.gpx"],
            isList: false,
            keys: """
                file text the path of the file
                routes integer how many routes it holds, a segment each
                places integer how many places they have
                leftOut integer how many places are nowhere on Earth, which GPX cannot hold
                """
        ),
        CommandReference(
            command: "rings",
            arguments: [],
            isList: true,
            keys: """
                day text the day of the calendar
                paused boolean whether the rings were paused
                moveUnit text kcal, or min where the ring counts time
                move number what was moved
                moveGoal number? its goal
                moveShare number? how much of the goal that is: 1 for all
                exercise number the minutes of exercise
                exerciseGoal number? their goal
                exerciseShare number? how much of the goal they are
                stand number the hours with some standing
                standGoal number? their goal
                standShare number? how much of the goal they are
                """
        ),
        CommandReference(
            command: "add",
            arguments: ["bloodPressure", "118/76"],
            isList: false,
            keys: "[] text the UUID of the sample, then those of its members"
        ),
        CommandReference(
            command: "keys",
            title: "also with --add and --remove",
            arguments: ["--add", "{cards}/keys.json"],
            isList: true,
            keys: """
                key text the name by which records call the key
                issuer text? whose it is; null where you did not say
                algorithm text what is signed with it: ES256
                """
        ),
        CommandReference(
            command: "mapping",
            arguments: ["{cards}/../imports/scale.csv"],
            isList: false,
            keys: """
                file text the file, as it was given
                mapping text the text of the mapping
                questions list what the table leaves open, which an import asks
                """
        ),
        CommandReference(
            command: "delete",
            arguments: ["--type", "bloodPressure", "--yes"],
            isList: false,
            keys: "[] text the UUID of a sample that was deleted"
        ),
        CommandReference(
            command: "edit",
            arguments: ["{own}", "71 kg"],
            isList: false,
            keys: "[] text the UUID of the sample that took the place of the other"
        ),
        CommandReference(
            command: "undo",
            arguments: [],
            isList: false,
            keys: Self.step + """

                restored integer how many samples came back
                deleted integer how many samples went
                missing integer how many of those that were to go were not there any more
                present integer how many of those that were to come back were there already
                kept integer how many settings were changed since by somebody else, and stay
                touched integer how many objects were changed or deleted since, and stay as they are
                """
        ),
        CommandReference(
            command: "undo",
            title: "with --list",
            arguments: ["--list"],
            isList: true,
            keys: Self.step
        ),
        CommandReference(
            command: "lock",
            title: "with --status",
            arguments: ["--status"],
            isList: false,
            keys: """
                state text plain (not encrypted), locked or unlocked
                waiting integer how many saves wait for it to be unlocked
                seconds integer? for how many seconds more it is unlocked; null where it is not, and until it is locked
                programs integer how many other programs have it open
                beforeSleep boolean whether the key is forgotten before the machine sleeps, rather than on waking
                withScreen boolean whether the launcher locks the store when the screen is locked
                """
        ),
        CommandReference(
            command: "lock",
            title: "with --on-screen-lock",
            arguments: ["--on-screen-lock", "yes"],
            isList: false,
            keys: "withScreen boolean whether the launcher locks the store when the screen is locked"
        ),
        CommandReference(
            command: "lock",
            title: "with --all",
            arguments: ["--all"],
            isList: false,
            keys: """
                stores integer how many stores were unlocked until now
                silent integer how many programs did not say in time to have closed theirs
                """
        ),
        CommandReference(
            command: "restore",
            arguments: ["{folder}/copy.store", "--yes"],
            isList: false,
            keys: """
                store text the path of the store
                backup text the path of the backup
                kept text? where the store that was there is now; null where there was none
                """
        ),
    ]
}
