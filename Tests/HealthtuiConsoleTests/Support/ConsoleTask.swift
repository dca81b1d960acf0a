import HealthtuiConsole
import HealthtuiTerminalUI
import HealthtuiTerminalUITesting
import Testing

/// A question that people have, or a thing that they do, and the keys that it takes from the console's first screen.
///
/// The tests press these keys, and the table in `Documentation/Console.md` is written from them.
struct ConsoleTask: Sendable {
    /// Keys one after the other.
    enum Part: Sendable {
        /// Keys that are counted.
        case keys([Key])
        /// A text that is counted.
        case typed(String)
        /// What is typed into a field and not counted: what it is, and the keys that a test types.
        case aside(String, [Key])
    }

    let name: String
    var parts: [Part]
    /// How many keys it may take.
    let most: Int
    /// What is not counted.
    var aside = ""

    /// The keys that are counted.
    var count: Int {
        parts.reduce(0) { sum, part in
            switch part {
            case .keys(let keys): sum + keys.count
            case .typed(let text): sum + text.count
            case .aside: sum
            }
        }
    }

    /// The path that is typed in the place of the one that stands in the field.
    var folder: String {
        get { "" }
        set {
            let keys = Array(repeating: Key.backspace, count: 40) + newValue.map { Key(.character($0)) }
            parts = parts.map { if case .aside("folder", _) = $0 { .aside("folder", keys) } else { $0 } }
        }
    }

    /// Its row in the table.
    var row: String {
        let words = parts.map { part in
            switch part {
            case .keys(let keys):
                keys.map { key in key.label.count == 1 ? "`\(key.label)`" : key.label }.joined(separator: " ")
            case .typed(let text): "`\(text)`"
            case .aside(let what, _): "*\(what)*"
            }
        }
        return "| \(name) | \(words.joined(separator: " ")) | \(count)\(aside.isEmpty ? "" : ", \(aside) aside") |"
    }
}

extension ConsoleTask {
    static let restingHeartRate = ConsoleTask(
        name: "My resting heart rate this March against last March",
        parts: [.typed(":rhr mar"), .keys([.enter, "C"])],
        most: 10
    )
    static let besideWorkouts = ConsoleTask(
        name: "Heart rates above 150 BPM that are in no workout",
        parts: [.keys(["j", .enter]), .typed("/>150"), .keys([.tab])],
        most: 8
    )
    static let atrialFibrillation = ConsoleTask(
        name: "ECGs with atrial fibrillation",
        parts: [.typed(":afib"), .keys([.enter])],
        most: 6
    )
    static let labValues = ConsoleTask(
        name: "Lab values out of range",
        parts: [.typed(":la"), .keys([.enter])],
        most: 4
    )
    static let fortnight = ConsoleTask(
        name: "Sleep of two weeks side by side, with stages",
        parts: [.typed(":sl"), .keys([.enter, "W"])],
        most: 6
    )
    static let weightAndEnergy = ConsoleTask(
        name: "Weight against active energy",
        parts: [
            .keys([":"]), .aside("weight v active energy", "weight v active energy".map { Key(.character($0)) }),
            .keys([.enter]),
        ],
        most: 2,
        aside: "both names"
    )
    static let routes = ConsoleTask(
        name: "Routes of last year’s runs as GPX files",
        parts: [
            .keys(["7", "/"]), .aside("running 2025", "running 2025".map { Key(.character($0)) }),
            .keys([.enter, "w"]),
            .aside("folder", []), .keys([.enter]),
        ],
        most: 6,
        aside: "filter and folder"
    )
    static let pressure = ConsoleTask(
        name: "Edit the latest blood pressure",
        parts: [
            .typed(":ebp"), .keys([.enter, .control("u")]), .aside("131", ["1", "3", "1"]),
            .aside("Ctrl-S", [.control("s")]),
        ],
        most: 6,
        aside: "the number and saving"
    )
    static let night = ConsoleTask(
        name: "Enter a night of eight stages",
        parts: [
            .typed(":ni"), .keys([.enter]), .aside("23:30", "23:30".map { Key(.character($0)) } + [.tab]),
            .aside("7:10", "7:10".map { Key(.character($0)) } + [.tab]), .typed("c45d50r20a5c60d30r40c"),
            .aside("Ctrl-S", [.control("s")]),
        ],
        most: 25,
        aside: "times and saving"
    )
    static let goal = ConsoleTask(
        name: "A goal for steps, with days met and streaks",
        parts: [.keys(["T"]), .typed("6000"), .keys([.control("s"), .enter])],
        most: 8
    )
    static let pattern = ConsoleTask(
        name: "Steps by weekday and time of day",
        parts: [.keys([.enter, "P"])],
        most: 4
    )

    static let all =
        [
            restingHeartRate, besideWorkouts, atrialFibrillation, labValues, fortnight, weightAndEnergy, routes,
            pressure,
            night, goal, pattern,
        ] + measures
}

extension TestDriver where P == ConsoleProgram {
    /// Presses all keys of a task, and checks that it takes no more than it may.
    @discardableResult
    func perform(_ task: ConsoleTask, sourceLocation: SourceLocation = #_sourceLocation) async throws -> Self {
        #expect(task.count <= task.most, "\(task.name) takes \(task.count) keys", sourceLocation: sourceLocation)
        for part in task.parts {
            switch part {
            case .keys(let keys), .aside(_, let keys): for key in keys { try await press(key) }
            case .typed(let text): try await type(text)
            }
        }
        return self
    }
}
