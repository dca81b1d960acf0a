import Foundation

/// What the commands print for programs, said in words; `CommandReferenceTests` holds the commands to it.
///
/// Each line of `keys` is a path, a kind and a meaning. `[]` stands for the entries of a list, `*` for keys that are data.
/// A kind with `?` may be null, one with `~` may be left out.
struct CommandReference {
    /// The subcommand.
    let command: String
    /// What this run shows, where the command has several.
    var title = ""
    /// What stands behind the subcommand, with `{…}` for what the test puts in.
    let arguments: [String]
    /// Whether JSON is an array of what `keys` says, so that `--jsonl` and `--csv` are there too.
    let isList: Bool
    let keys: String

    static let all: [CommandReference] = reading + looking + deciding + changing

    /// What is said of a step of the person.
    private static let step = """
        number integer its number, one more than that of the step before
        time time when it was done; for an import when it began
        what text add, edit, delete, import, workout, change, grants, removeApp, sourceOrder, characteristics, zones, goals, ringPause, pins or unit
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

    private static let reading = [
        CommandReference(
            command: "types",
            arguments: [],
            isList: true,
            keys: """
                identifier text the type's identifier, such as HKQuantityTypeIdentifierStepCount
                name text its name for people
                kind text quantity, category, correlation, workout, …; unknown for a type that HealthKit does not know
                unit text? the canonical unit of a quantity
                samples integer how many samples there are
                first time? when the earliest begins
                last time? when the latest begins
                sources integer how many sources they came from
                """
        ),
        CommandReference(
            command: "stats",
            title: "totals of a cumulative type",
            arguments: ["steps", "--by", "day", "--separate-by-source", "--explain"],
            isList: true,
            keys: """
                start time when the interval begins
                end time when it ends
                partial boolean whether --from or --to cuts the interval, or it is not over yet
                unit text the unit of all numbers
                sum number? the total
                mostRecent number? the latest value
                duration number? how many seconds were recorded
                sources object~ with --separate-by-source: the same numbers of each source by its name
                sources.* object the numbers of one source
                sources.*.sum number? its total
                sources.*.mostRecent number? its latest value
                sources.*.duration number? how many seconds it recorded
                explanation list~ with --explain: which source counted for how much
                explanation[].source text its name
                explanation[].bundle text its identifier
                explanation[].samples integer how many samples it has there
                explanation[].recorded number? what they add up to
                explanation[].counted number? what of that counted
                explanation[].excluded boolean whether the person left the source out
                """
        ),
        CommandReference(
            command: "stats",
            title: "averages of a discrete type",
            arguments: ["heartRate", "--by", "month"],
            isList: true,
            keys: """
                start time when the interval begins
                end time when it ends
                partial boolean whether --from or --to cuts the interval, or it is not over yet
                unit text the unit of all numbers
                average number? the average
                minimum number? the least value
                maximum number? the greatest value
                mostRecent number? the latest value
                duration number? how many seconds were recorded
                sources object~ with --separate-by-source: the same numbers of each source by its name
                explanation list~ with --explain: which source counted for how much
                """
        ),
        CommandReference(
            command: "sources",
            arguments: [],
            isList: true,
            keys: """
                name text the name of the app or device
                bundle text its identifier
                versions list its versions, as texts
                samples integer how many samples it has
                last time? when its latest sample begins
                types object how many samples of each type, by identifier
                types.* integer how many samples of the type
                """
        ),
        CommandReference(
            command: "sources",
            title: "of a type, in the order in which they count",
            arguments: ["--type", "steps"],
            isList: true,
            keys: """
                place integer 1 for the source that counts first
                name text the name of the app or device
                bundle text its identifier
                samples integer how many samples of the type it has
                excluded boolean whether the person left it out of totals
                """
        ),
        CommandReference(
            command: "devices",
            arguments: [],
            isList: true,
            keys: """
                name text? the device's name
                manufacturer text? who made it
                model text? its model
                hardware text? the version of its hardware
                firmware text? the version of its firmware
                software text? the version of its software
                localIdentifier text? what the app that used it calls it
                udi text? its unique device identification
                samples integer how many samples it measured
                types object how many samples of each type, by identifier
                types.* integer how many samples of the type
                """
        ),
        CommandReference(
            command: "doctor",
            arguments: [],
            isList: false,
            keys: """
                store text the path of the store
                ok boolean whether nothing is wrong
                types integer how many types have samples
                samples integer how many samples were read
                problems list what is wrong: kind, text, count, type, source, start and end of each
                """
        ),
        CommandReference(
            command: "backup",
            arguments: ["{folder}/copy.store"],
            isList: false,
            keys: """
                store text the path of the store
                file text the path of the copy
                bytes integer the size of the copy
                """
        ),
        CommandReference(
            command: "export",
            arguments: ["{folder}/export.zip"],
            isList: false,
            keys: """
                store text the path of the store
                file text the path of the file
                format text apple, csv, jsonl, fhir, gpx or ecg
                records integer how many records were written
                correlations integer how many correlations
                workouts integer how many workouts
                activitySummaries integer how many summaries of days
                workoutRoutes integer how many routes of workouts
                heartbeatSeries integer how many series of heartbeats
                electrocardiograms integer how many electrocardiograms
                audiograms integer how many audiograms
                visionPrescriptions integer how many prescriptions
                attachments integer how many attachments
                clinicalRecords integer how many clinical records
                clinicalDocuments integer how many clinical documents
                verifiableRecords integer how many verifiable records
                types integer how many types the records have
                leftOut list what the format has no place for: kind, count, and the place in the file where it is all the same
                whole boolean whether a copy of the store is in the file
                bytes integer the size of the file, or of all files together
                seconds number how long it took
                """
        ),
        CommandReference(
            command: "doctor",
            title: "with --repair",
            arguments: ["--repair", "{folder}/saved.store"],
            isList: false,
            keys: """
                store text the path of the store
                newStore text the path of the new store
                ok boolean whether nothing was lost and the new store is intact
                samples integer how many samples were saved
                deletions integer how many deletions were saved
                settings integer how many settings were saved
                problems list what is wrong with the store
                lost list what could not be saved
                changed list what is not as it was
                remaining list what is wrong with the new store
                """
        ),
    ]

    private static let chart = """
        start time when the bar begins
        end time when it ends
        partial boolean whether its time is not over yet
        unit text the unit that the person uses; s for lengths of time, count for numbers of events
        sum number? what adds up: the total, or the average day of a week, month or year
        average number? the average, of a blood pressure the systolic one
        minimum number? the least value
        maximum number? the greatest value
        secondAverage number? the average of diastolic pressures
        secondMinimum number? the least of them
        secondMaximum number? the greatest of them
        """

    private static let looking = [
        CommandReference(
            command: "console",
            title: "the table of keys",
            arguments: ["--print-keys"],
            isList: false,
            keys: """
                keys list the rows of the table
                keys[].context text where the keys work, such as chart
                keys[].command text the name by which config.toml gives it other keys
                keys[].keys list the names of its keys
                keys[].help text what it does
                keys[].writes boolean whether it changes what is stored
                """
        ),
        CommandReference(
            command: "chart",
            arguments: ["steps", "--span", "week"],
            isList: true,
            keys: chart
        ),
        CommandReference(
            command: "summary",
            arguments: [],
            isList: true,
            keys: """
                type text the type's identifier
                name text its name for people
                value text? the latest value or the total of the latest day, for people
                unit text? its unit, for people
                note text what the value is of
                trend text? rising, falling or steady: the last week against the weeks before
                values list the last days or weeks, oldest first: numbers, null where there is no data
                highlights list what is worth a sentence, the most remarkable first
                """
        ),
        CommandReference(
            command: "workouts",
            arguments: [],
            isList: true,
            keys: """
                uuid text the workout's identity
                activity text what was done, as HealthKit names it in Swift
                title text what was done and where, for people
                start time when it began
                end time when it ended
                duration number the seconds, pauses left out
                distance number? the metres
                energy number? the kilocalories of active energy
                averageHeartRate number? the beats in a minute, where the workout tells them
                source text the app or device that saved it
                """
        ),
        CommandReference(
            command: "record",
            title: "of an electrocardiogram",
            arguments: ["electrocardiogram"],
            isList: false,
            keys: """
                uuid text the record's identity
                heading text what it is called
                sample object what samples --json tells of it
                files list what can be saved of it: number, name and, where they are known, bytes of each
                symptoms list the types of the symptoms noted with it
                millivolts list the voltages in mV, in order of time
                """
        ),
        CommandReference(
            command: "record",
            title: "of a series of heartbeats",
            arguments: ["heartbeatSeries"],
            isList: false,
            keys: """
                uuid text the record's identity
                heading text what it is called
                sample object what samples --json tells of it
                files list what can be saved of it: number, name and, where they are known, bytes of each
                sdnn number? the standard deviation of the intervals, in ms
                rmssd number? the root mean square of the differences of successive intervals, in ms
                meanInterval number? in ms
                gaps integer how often beats were missed
                beats list the beats: time in seconds from the start, precededByGap
                """
        ),
        CommandReference(
            command: "record",
            title: "of a health record",
            arguments: ["allergyRecord"],
            isList: false,
            keys: """
                uuid text the record's identity
                heading text what it is called
                sample object what samples --json tells of it
                files list what can be saved of it: number, name and, where they are known, bytes of each
                date time? when it was, as its FHIR says
                codes list its codes: system and code of each
                number number? the value of a result
                numberUnit text? the unit of the value
                words text? a result that is no number
                results list the results of the same LOINC code: uuid, date, number, unit and text of each
                fhir text? its FHIR resource
                problem text? why nothing can be said of its FHIR
                """
        ),
        CommandReference(
            command: "record",
            title: "of a dose",
            arguments: ["medicationDoseEvent"],
            isList: false,
            keys: """
                uuid text the record's identity
                heading text what it is called
                sample object what samples --json tells of it
                files list what can be saved of it: number, name and, where they are known, bytes of each
                medicationName text? what was taken; null for what is not in the list of medications
                """
        ),
        CommandReference(
            command: "record",
            title: "of a verifiable record",
            arguments: ["{card}"],
            isList: false,
            keys: """
                uuid text the record's identity
                heading text what it is called
                sample object what samples --json tells of it
                files list what can be saved of it: number, name and, where they are known, bytes of each
                issuer text who it says has issued it
                subject text whom it is about
                items list what it contains, in words
                attests list what it attests, as texts
                issued time when it was issued
                expires time? when it expires
                signature text valid, validForUnknownIssuer (the key is one of yours, but you did not say whose it is), invalid, or notChecked (there is no key for it)
                signatureText text the same in words
                key text? the name of the key that it says it was signed with
                """
        ),
        CommandReference(
            command: "record",
            title: "of another record",
            arguments: ["stateOfMind"],
            isList: false,
            keys: """
                uuid text the record's identity
                heading text what it is called
                sample object what samples --json tells of it
                files list what can be saved of it: number, name and, where they are known, bytes of each
                """
        ),
        CommandReference(
            command: "workout",
            arguments: ["latest"],
            isList: false,
            keys: """
                uuid text the workout's identity
                activity text what was done, as HealthKit names it in Swift
                title text what was done and where, for people
                start time when it began
                end time when it ended
                duration number the seconds, pauses left out
                elapsed number the seconds from start to end
                distance number? the metres: as the workout tells them, else of its route
                energy number? the kilocalories of active energy
                averageHeartRate number? the beats in a minute
                minimumHeartRate number? the fewest
                maximumHeartRate number? the most
                ascent number? the metres climbed
                descent number? the metres descended
                effort number? how hard it was, from 0 to 10
                effortIsEstimated boolean? whether the person did not say so
                source text the app or device that saved it
                bundle text its identifier
                routePlaces integer how many places its routes have
                zones list the time in each zone: number, type, minimum, maximum and duration of each
                splits list each kilometre or mile: number, distance, start, end, duration, averageHeartRate, ascent, descent
                events list pauses, laps and segments: type, start and end of each
                activities list the parts of a workout of several: activity, start, end and duration of each
                statistics object the statistics of each type by its identifier
                statistics.* object the numbers of one type
                statistics.*.sum number? the total
                statistics.*.average number? the average
                statistics.*.minimum number? the least value
                statistics.*.maximum number? the greatest value
                statistics.*.unit text the unit of the numbers
                samples object how many samples of each type were added to it, by identifier
                samples.* integer how many
                metadata object its metadata by key
                """
        ),
        CommandReference(
            command: "profile",
            title: "also with --set",
            arguments: ["--set", "dateOfBirth=1990-12-10", "bloodType=aPositive", "energyGoal=600"],
            isList: false,
            keys: """
                dateOfBirth text? year, month and day
                biologicalSex text? female, male or other
                bloodType text? aPositive, oNegative, …
                fitzpatrickSkinType text? I to VI
                wheelchairUse text? yes or no
                activityMoveMode text? activeEnergy or appleMoveTime
                energyGoal number? the goal of the move ring that holds today, in kilocalories
                moveTimeGoal number? the goal of a move ring that counts time, in minutes
                exerciseGoal number the goal of the exercise ring, in minutes
                standGoal number the goal of the stand ring, in hours
                ringsPaused text? the last day, or yes until you go on
                heartRateZones list? where your own zones meet: numbers in count/min
                cyclingPowerZones list? where your own zones meet: numbers in W
                """
        ),
    ]

    private static let deciding = [
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
            command: "audit",
            arguments: ["--app", "Walker"],
            isList: true,
            keys: """
                app text the app's name
                bundle text its identifier
                type text the type's identifier; empty for several that were too many to tell apart
                operation text ask, read, follow (what came and went), observe, statistics, sources, save, change or delete
                outcome text allowed, hidden (asked for, not granted: it found nothing) or refused (a write)
                calls integer how often
                objects integer how many samples were read or written, statistics computed or sources named
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
                type text the type's identifier; empty for several that were too many to tell apart
                operation text ask, read, follow (what came and went), observe, statistics, sources, save, change or delete
                outcome text allowed, hidden (asked for, not granted: it found nothing) or refused (a write)
                calls integer how often
                objects integer how many samples were read or written, statistics computed or sources named
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
            command: "guest",
            arguments: [],
            isList: false,
            keys: """
                guest boolean whether a guest uses the machine
                """
        ),
    ]

    private static let changing = [
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
            keys: """
                [].file text the file, as it was given; - for standard input
                [].outcome text complete, partial, nothing or failed
                [].error text~ of a file that failed: why; the other keys are then absent
                [].records object~ how many records were read, added, there already (duplicate), refused, left out (deleted) and named without a file (missing)
                [].records.* integer how many
                [].correlations object~ the same for correlations
                [].correlations.* integer how many
                [].workouts object~ the same for workouts
                [].workouts.* integer how many
                [].activitySummaries object~ the same for summaries of days
                [].activitySummaries.* integer how many
                [].workoutRoutes object~ the same for routes of workouts
                [].workoutRoutes.* integer how many
                [].heartbeatSeries object~ the same for series of heartbeats, from records of heart rate variability
                [].heartbeatSeries.* integer how many
                [].electrocardiograms object~ the same for electrocardiograms
                [].electrocardiograms.* integer how many
                [].audiograms object~ the same for hearing tests
                [].audiograms.* integer how many
                [].visionPrescriptions object~ the same for prescriptions of glasses and contact lenses
                [].visionPrescriptions.* integer how many
                [].attachments object~ the same for files that belong to prescriptions
                [].attachments.* integer how many
                [].clinicalRecords object~ the same for health records of hospitals and doctors
                [].clinicalRecords.* integer how many
                [].clinicalDocuments object~ the same for clinical documents (CDA)
                [].clinicalDocuments.* integer how many
                [].verifiableRecords object~ the same for verifiable records, such as SMART Health Cards
                [].verifiableRecords.* integer how many
                [].types integer~ how many types the records are of
                [].twins integer~ how many records are equal to another one of the file
                [].linkedMembers integer~ how many records belong to correlations
                [].notImported list~ what was passed over: kind, count and firstLine of each
                [].truncated boolean~ whether the export ends too early
                [].damage text?~ what is wrong with the file, and with which one inside an archive
                [].bytes integer~ how much was read
                [].seconds number~ how long it took
                [].warnings list~ what was odd, as texts with file and line
                [].warningCount integer~ how much was odd, also beyond what is listed
                """
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
                """
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
