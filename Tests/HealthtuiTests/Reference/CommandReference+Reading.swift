extension CommandReference {
    /// Commands that list a store's contents, check it and export it.
    static let reading = [
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
            command: "measures",
            arguments: [],
            isList: true,
            keys: """
                measure text its identifier, which every command understands and which means no other measure
                name text its name for people
                names list everything that means it and no other, as texts in lower case
                kind text total, level, ratio, clock or result, which decides what several days say together
                unit text? the unit of its values; count, s for lengths and times of day, valence, severity, d for days
                days integer how many days have a value
                first text? the first of them
                last text? the last of them
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
                sum number? the total, as apps get it
                value number? the total in which what two sources report counts once
                mostRecent number? the latest value
                duration number? how many seconds were recorded
                second number? null: only a blood pressure has two numbers
                mean number? the mean of the days, without today; null for hours
                days integer? how many days the mean is of; null for hours
                of integer? how many days the interval has; null for hours
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
                explanation[].doubled integer how many of its samples an earlier source reports too, which count once
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
                value number? the mean of the days, each of which counts once; of an hour the average
                mostRecent number? the latest value
                duration number? how many seconds were recorded
                second number? null: only a blood pressure has two numbers
                mean number? the mean of the days, without today; null for hours
                days integer? how many days the mean is of; null for hours
                of integer? how many days the interval has; null for hours
                sources object~ with --separate-by-source: the same numbers of each source by its name
                explanation list~ with --explain: which source counted for how much
                """
        ),
        CommandReference(
            command: "stats",
            title: "other measures, and with --of, --rolling or --against",
            arguments: ["sleep", "--by", "day"],
            isList: true,
            keys: """
                start time when the interval begins
                end time when it ends
                partial boolean whether the time cuts the interval, or it is not over yet
                unit text the unit of all numbers; s for lengths and for times of day, which count from midnight
                value number? the total of what adds up, the latest of results, else the mean of the days
                second number? of a blood pressure the diastolic value
                mean number? the mean of the days, without today
                days integer how many days the value is of; of a total, how many its mean is of
                of integer how many days the interval has
                against object?~ with --against: the interval beside it, with the same keys
                difference number?~ with --against: how much more the value is than that one
                """
        ),
        CommandReference(
            command: "stats",
            title: "with --summary",
            arguments: ["sleep", "2023", "--where", "> 1 min", "--summary"],
            isList: false,
            keys: """
                measure text the measure's identifier
                start time when the time begins
                end time when it ends
                unit text the unit of all numbers
                value number? the total of what adds up, the latest of results, else the mean of the days
                second number? of a blood pressure the diastolic value
                mean number? the mean of the days, without today
                total number? the total of what adds up, with today
                days integer how many days the value is of; of a total, how many its mean is of
                of integer how many days the time has
                spread number? how much single days vary: the standard deviation
                least object? the day with the least
                least.start time the day
                least.value number? its value
                least.second number? of a blood pressure its diastolic value
                most object? the day with the most
                most.start time the day
                most.value number? its value
                most.second number? of a blood pressure its diastolic value
                met integer? with --where: how many days meet the condition
                longest object? with --where: the most days in a row that meet it
                longest.count integer how many
                longest.start time? when the first begins
                longest.end time? when the last ends
                current integer? with --where: how many days in a row meet it up to the end
                leftOut integer how many samples of more than 24 hours were left out
                against object?~ with --against: the time beside it, with the keys of a row
                ahead number?~ with --against: how much more the total, or the mean, is in all
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
            command: "sources",
            title: "of the year of one",
            arguments: ["com.apple.health.watch"],
            isList: false,
            keys: """
                name text the name of the app or device
                bundle text its identifier
                versions list its versions, as texts
                samples integer how many samples there are, of all time
                first time? when the first one begins
                last time? when the last one ends
                days integer on how many days of the year there is a value
                of integer how many days those are, since the first one of the year
                devices list the devices that its samples name
                devices[].device object the known facts of the device
                devices[].device.* text a fact
                devices[].samples integer how many samples name it
                software list the versions of its app, the oldest first
                software[].version text the version
                software[].first text? the first day of the year with a sample of it
                software[].last text? the last one
                measures list each measure that it recorded
                measures[].measure text its name
                measures[].type text the type's identifier
                measures[].kind text total, level, ratio, clock or result
                measures[].unit text the unit of the values
                measures[].samples integer how many samples there are, of all time
                measures[].days integer on how many days of the year it has a value
                measures[].first time? when the first sample begins
                measures[].last time? when the last one ends
                measures[].day text? the last day of the year that has a value
                measures[].value number? the value of that day, of this source or device alone
                measures[].second number? of a blood pressure its diastolic value
                measures[].months list this month and the eleven before
                measures[].months[].start text the first day
                measures[].months[].value number? the total of a total, else the mean
                measures[].months[].mean number? the mean of the days
                measures[].months[].days integer on how many days there is a value
                missing list the days without any value, the latest first
                missing[].first text the first day
                missing[].last text the last one
                missing[].days integer how many they are
                missing[].measure text? the measure that other sources were asked for
                missing[].source text? the source that has it on most of the days
                missing[].bundle text? its identifier
                missing[].sourceDays integer on how many of the days
                missing[].total number? of a total, its sum over them
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
            command: "devices",
            title: "of the year of one",
            arguments: ["Watch"],
            isList: false,
            keys: """
                name text? the device's name
                manufacturer text? who made it
                model text? its model
                hardware text? the version of its hardware
                localIdentifier text? what the app that used it calls it
                udi text? its unique device identification
                samples integer how many samples there are, of all time
                first time? when the first one begins
                last time? when the last one ends
                days integer on how many days of the year there is a value
                of integer how many days those are, since the first one of the year
                sources list the sources whose samples name it
                sources[].name text the name of the app or device
                sources[].bundle text its identifier
                sources[].samples integer how many of its samples do
                software list the versions of its software, the oldest first
                software[].version text? the version
                software[].samples integer how many samples name it
                software[].first text? the first day of the year with such a sample
                software[].last text? the last one
                measures list each measure that it recorded
                measures[].measure text its name
                measures[].type text the type's identifier
                measures[].kind text total, level, ratio, clock or result
                measures[].unit text the unit of the values
                measures[].samples integer how many samples there are, of all time
                measures[].days integer on how many days of the year it has a value
                measures[].first time? when the first sample begins
                measures[].last time? when the last one ends
                measures[].day text? the last day of the year that has a value
                measures[].value number? the value of that day, of this source or device alone
                measures[].second number? of a blood pressure its diastolic value
                measures[].months list this month and the eleven before
                measures[].months[].start text the first day
                measures[].months[].value number? the total of a total, else the mean
                measures[].months[].mean number? the mean of the days
                measures[].months[].days integer on how many days there is a value
                missing list the days without any value, the latest first
                missing[].first text the first day
                missing[].last text the last one
                missing[].days integer how many they are
                missing[].measure text? the measure that other sources were asked for
                missing[].source text? the source that has it on most of the days
                missing[].bundle text? its identifier
                missing[].sourceDays integer on how many of the days
                missing[].total number? of a total, its sum over them
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
            command: "report",
            arguments: [
                "{folder}/report.html", "--types", "heartRate,weight", "--from", "2023-11-01", "--to", "2023-12-01",
            ],
            isList: false,
            keys: """
                store text the path of the store
                file text the path of the file
                format text html or pdf
                language text the language of the report
                from time where the period begins
                to time where the period ends
                types list the identifiers of the types that were chosen
                withoutData list the identifiers of those that have no data in the period
                decrypted boolean whether the store is encrypted, which the file is not
                bytes integer the size of the file
                """
        ),
        CommandReference(
            command: "export",
            arguments: ["{folder}/export.zip"],
            isList: false,
            keys: """
                store text the path of the store
                file text the path of the file
                format text apple, csv, jsonl, fhir, gpx, tcx or ecg
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
                decrypted boolean whether the store is encrypted, which the file is not
                bytes integer the size of the file, or of all files together
                seconds number how long it took
                """
        ),
        CommandReference(
            command: "doctor",
            title: "with --where",
            arguments: ["--where"],
            isList: false,
            keys: """
                kind text file, service, or none where there is no store yet
                path text the path of the file, or of the service's socket
                """
        ),
        CommandReference(
            command: "doctor",
            title: "with --compare",
            arguments: ["--compare", "{folder}/copy.store"],
            isList: false,
            keys: """
                store text the path of the store
                other text the path of the other store
                ok boolean whether both have the same samples and the same totals of days
                days list the days in UTC that differ: day, samples and otherSamples of each
                totals list identifiers of the types whose totals differ though the samples don't
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
}
