import HealthtuiTerminalUI

/// A small key table to test with.
enum SampleKeys {
    enum Command: String, Hashable, Sendable {
        case quit
        case open
        case delete
        case down
        case up
        case help
        case add
        case zoomIn
    }

    static let map = KeyMap<Command>([
        KeyBinding(
            .open,
            name: "list.open",
            keys: [.enter, "l"],
            context: "list",
            hint: "open",
            help: "Opens the row.",
            importance: 3
        ),
        KeyBinding(.down, name: "list.down", keys: ["j", .down], context: "list", help: "Moves down."),
        KeyBinding(.up, name: "list.up", keys: ["k", .up], context: "list", help: "Moves up."),
        KeyBinding(
            .delete,
            name: "sample.delete",
            keys: ["d"],
            context: "list",
            hint: "delete",
            help: "Deletes the sample.",
            isWriting: true
        ),
        KeyBinding(
            .zoomIn,
            name: "chart.zoom-in",
            keys: ["+"],
            context: "chart",
            hint: "zoom",
            help: "Shows less time."
        ),
        KeyBinding(.add, name: "add", keys: ["a"], hint: "add", help: "Adds a sample.", isWriting: true, importance: 1),
        KeyBinding(
            .help,
            name: "help",
            keys: ["?", .function(1)],
            hint: "help",
            help: "Shows this help.",
            importance: 9
        ),
        KeyBinding(.quit, name: "quit", keys: ["Q", .control("c")], hint: "quit", help: "Quits.", importance: 5),
    ])
}
