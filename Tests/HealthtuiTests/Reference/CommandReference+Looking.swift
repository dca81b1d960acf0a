extension CommandReference {
    private static let change = """
        measure text the identifier of the measure
        after object the days since
        after.start time when they begin
        after.end time when they end; today isn't among them
        after.unit text the canonical unit of the type; s for lengths of time and times of day, s/km for paces
        after.value number? the total of what adds up, else the mean of the days, or the latest result
        after.second number? the second number of a pair, such as the diastolic pressure
        after.total number? the total of what adds up
        after.mean number? the mean of the days
        after.days integer how many days have a value
        after.of integer how many days there are
        after.spread number? how much single days vary: their standard deviation
        before object the days before, with the same keys
        before.start time when they begin
        before.end time when they end
        before.unit text the unit
        before.value number? the value
        before.second number? the second number of a pair
        before.total number? the total of what adds up
        before.mean number? the mean of the days
        before.days integer how many days have a value
        before.of integer how many days there are
        before.spread number? how much single days vary
        earlier object as many days before those, with the same keys
        earlier.start time when they begin
        earlier.end time when they end
        earlier.unit text the unit
        earlier.value number? the value
        earlier.second number? the second number of a pair
        earlier.total number? the total of what adds up
        earlier.mean number? the mean of the days
        earlier.days integer how many days have a value
        earlier.of integer how many days there are
        earlier.spread number? how much single days vary
        difference number? the value after less the value before; null for totals of different numbers of days
        secondDifference number? the same of the second numbers of pairs
        meanDifference number? the difference of the means of the days, or of the latest results
        weeks integer how many whole weeks since have four days
        weeksBefore integer how many of the 52 weeks before have
        weeksOutside integer how many of the weeks since lie beyond every week before
        found text tooFew, wentOn, outside or within
        """

    private static let chart = """
        start time when the bar begins
        end time when it ends
        partial boolean whether its time is not over yet
        unit text the unit that the person uses; s for lengths of time, count for numbers of events, valence for moods
        value number? what the bar's days say together: the total of what adds up, else the mean of the days that are over
        second number? of a blood pressure the mean of the diastolic numbers
        total number? the total of what adds up, with today
        days integer? how many days the mean is of; null for hours
        sum number? superseded by value: the total of what adds up, or the average day of a week, month or year
        average number? the average, of a blood pressure the systolic one
        minimum number? the least value
        maximum number? the greatest value
        secondAverage number? the average of diastolic pressures
        secondMinimum number? the least of them
        secondMaximum number? the greatest of them
        """

    /// Commands with the same content as the console.
    static let looking = [
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
            command: "compare",
            arguments: ["steps", "heartRate", "--from", "2000-01-01"],
            isList: false,
            keys: """
                first object the first measure
                first.measure text its identifier
                first.type text? the identifier of the type of its samples
                first.name text its name for people
                first.unit text the unit that you use for it
                second object the second measure, with the same keys
                second.measure text its identifier
                second.type text? the identifier of the type of its samples
                second.name text its name for people
                second.unit text the unit that you use for it
                by text how long each point is: day, week or month
                pairing text which day of the second goes with one of the first: sameDay, nightAfter or dayAfterNight
                pairs integer how many points have numbers of both
                pearson number? Pearson's coefficient of the numbers
                spearman number? Spearman's coefficient, of their order
                changes number? Pearson's coefficient of the differences from one point to the next
                lag object? where they agree clearly better at a distance than at the same time
                lag.steps integer~ how many points the second comes after the first; below 0 before it
                lag.pearson number~ Pearson's coefficient at that distance
                found text what they did, in words
                limits text what that does not prove
                points list the points that have a number of either, oldest first
                points[].start time when the point begins
                points[].first number? the day's value, or the mean of the days of a week or month
                points[].second number? the same of the second measure
                """
        ),
        CommandReference(
            command: "change",
            arguments: ["steps", "last", "30", "days"],
            isList: false,
            keys: change
        ),
        CommandReference(
            command: "pattern",
            arguments: ["steps", "--from", "2000-01-01"],
            isList: true,
            keys: """
                weekday text? the weekday in English; null for an hour
                hour integer? the hour of the day, 0 to 23; null for a weekday
                mean number? the mean of its days; null for fewer than three
                second number? the second number of a pair, such as the diastolic pressure
                least number? the least of them
                greatest number? the greatest of them
                unit text the unit that you use
                days integer how many days it is of
                """
        ),
        CommandReference(
            command: "pattern",
            title: "with --heat",
            arguments: ["steps", "--heat", "--from", "2000-01-01"],
            isList: true,
            keys: """
                weekday text the weekday in English
                hour integer the hour of the day, 0 to 23
                mean number? the mean of its days; null for fewer than three
                least number? the least of them
                greatest number? the greatest of them
                unit text the unit that you use
                days integer how many days it is of
                """
        ),
        CommandReference(
            command: "summary",
            arguments: [],
            isList: true,
            keys: """
                type text the type's identifier
                name text its name for people
                value number? the total of the latest day of what adds up, else the latest value
                secondValue number? the second number of a pair, such as the diastolic pressure
                minimum number? the least value of the latest day, of what is measured
                maximum number? the greatest value of that day
                unit text? the unit of the numbers: the one that you use; s for durations
                date time? when the latest of it ended
                text text? the same for people, with its unit
                note text what the value is of
                trend text? rising, falling or steady: the last week against the weeks before
                values list the last days or weeks, oldest first: numbers in the same unit, null where there is no data
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
                counted number the part of it that counts, from 0 to 1, where several sources recorded its time (R7.27)
                first text? the workout beneath which it stands, which counts in its place
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
                words text? a result that isn't a number
                outOfRange boolean? whether the result is out of range, as filters say; null where that isn't known
                results list the results of the same LOINC code: uuid, date, number, unit, text and outOfRange of each
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
                counted number the part of it that counts, from 0 to 1, where several sources recorded its time (R7.27)
                first text? the workout beneath which it stands, which counts in its place
                others list what other sources recorded of it: uuid, source, start, end, duration, distance, energy, counted of each
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
                referenceSex text? whose reference ranges count: female or male
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
}
