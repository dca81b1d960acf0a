/// A part of the interface with its own key bindings, such as a screen or a sheet.
package struct KeyContext: Hashable, Sendable, ExpressibleByStringLiteral {
    package let name: String

    /// The context that is always the outermost one.
    package static let everywhere = KeyContext(WidgetStrings.everywhere)

    package init(_ name: String) {
        self.name = name
    }

    package init(stringLiteral value: String) {
        name = value
    }
}

/// One row of the key table: a command's name, its keys, their context, and its descriptions.
package struct KeyBinding<Command: Hashable & Sendable>: Sendable {
    package let command: Command
    /// The stable name used in configuration files and documentation, such as `sample.delete`.
    package let name: String
    package var keys: [Key]
    package let context: KeyContext
    /// One or two words for the hint bar; an empty hint keeps the command out of it.
    package let hint: String
    /// A sentence for the help sheet.
    package let help: String
    /// Whether the command changes stored data: such keys are hidden and blocked in read-only mode.
    package let isWriting: Bool
    /// The hint's priority when the bar is short of room: higher stays longer.
    package let importance: Int
    /// The opposite command, shown in the same hint: `h/l page`.
    package let counterpart: Command?

    package init(
        _ command: Command,
        name: String,
        keys: [Key],
        context: KeyContext = .everywhere,
        hint: String = "",
        help: String,
        isWriting: Bool = false,
        importance: Int = 0,
        counterpart: Command? = nil
    ) {
        self.command = command
        self.name = name
        self.keys = keys
        self.context = context
        self.hint = hint
        self.help = help
        self.isWriting = isWriting
        self.importance = importance
        self.counterpart = counterpart
    }

    /// The keys as shown to the user: `j/Down`.
    package var keyLabel: String {
        keys.map(\.label).joined(separator: "/")
    }
}
