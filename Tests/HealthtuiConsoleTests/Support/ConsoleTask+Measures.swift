import HealthtuiTerminalUI

// Questions about measures: what is asked is typed and not counted.
extension ConsoleTask {
    static let lastWeek = asked("Sleep of last week", "sleep last week", most: 2)
    static let shortNights = asked("Nights under six hours this month", "night <6h this month", most: 2)
    static let bedtime = asked("The usual bedtime of the last 30 days", "bedtime last 30 days", most: 3)
    static let since = asked("Resting heart rate before and after a mark", "rhr since stopped drinking", most: 2)
    static let caffeine = asked("Caffeine against the sleep of the night after", "caffeine v sleep", most: 2)
    static let leastSteps = ConsoleTask(
        name: "The days with the fewest and the most steps",
        parts: [.keys([.enter, "t"])],
        most: 3
    )
    static let heat = ConsoleTask(
        name: "Glucose by weekday and hour at once, at its row",
        parts: [.keys([.enter, "H"])],
        most: 2
    )
    static let addPressure = ConsoleTask(
        name: "Add a blood pressure of yesterday",
        parts: [
            .keys([":"]), .aside("bp 131/80 yesterday 7:30", "bp 131/80 yesterday 7:30".map { Key(.character($0)) }),
            .keys([.enter, .enter]),
        ],
        most: 3,
        aside: "the line"
    )

    static let measures = [lastWeek, shortNights, bedtime, leastSteps, since, caffeine, heat, addPressure]

    private static func asked(_ name: String, _ line: String, most: Int) -> ConsoleTask {
        ConsoleTask(
            name: name,
            parts: [.keys([":"]), .aside(line, line.map { Key(.character($0)) }), .keys([.enter])],
            most: most,
            aside: "the line"
        )
    }
}
