/// The single table of keys, the basis of dispatch, the hint bar, help, documentation and the read-only gate.
package struct KeyMap<Command: Hashable & Sendable>: Sendable {
    package private(set) var bindings: [KeyBinding<Command>]
    /// When true, keys marked as writing are neither offered nor accepted.
    package var isReadOnly = false

    package init(_ bindings: [KeyBinding<Command>]) {
        self.bindings = bindings
    }

    /// The meaning of a key.
    package enum Resolution: Equatable, Sendable {
        case command(Command)
        /// The key would write, but the console is read-only.
        case blocked(hint: String)
        case unbound
    }

    /// Resolves a key in the given contexts.
    ///
    /// - Parameters:
    ///   - key: The key pressed.
    ///   - contexts: The contexts in force, innermost first. ``KeyContext/everywhere`` is always searched last.
    /// - Returns: The command of the innermost context that binds the key.
    package func resolve(_ key: Key, in contexts: [KeyContext]) -> Resolution {
        for context in searched(contexts) {
            guard let binding = bindings.first(where: { $0.context == context && $0.keys.contains(key) }) else {
                continue
            }
            if isReadOnly, binding.isWriting {
                return .blocked(hint: binding.hint.isEmpty ? binding.name : binding.hint)
            }
            return .command(binding.command)
        }
        return .unbound
    }

    /// The command that a key runs in the given contexts, or nil.
    package func command(for key: Key, in contexts: [KeyContext]) -> Command? {
        guard case .command(let command) = resolve(key, in: contexts) else { return nil }
        return command
    }

    /// The label of a command's first key; empty when it has none.
    package func label(of command: Command) -> String {
        bindings.first { $0.command == command && !$0.keys.isEmpty }?.keys.first?.label ?? ""
    }

    /// The bindings available in the given contexts, innermost first, without those that an inner context overrides.
    ///
    /// - Parameters:
    ///   - contexts: The contexts in force, innermost first.
    ///   - idle: Commands that would do nothing now; they are left out.
    /// - Returns: The bindings.
    package func active(in contexts: [KeyContext], without idle: Set<Command> = []) -> [KeyBinding<Command>] {
        var taken: Set<Key> = []
        var active: [KeyBinding<Command>] = []
        for context in searched(contexts) {
            var here: Set<Key> = []
            for var binding in bindings where binding.context == context {
                binding.keys.removeAll { taken.contains($0) }
                here.formUnion(binding.keys)
                guard !binding.keys.isEmpty, !(isReadOnly && binding.isWriting), !idle.contains(binding.command)
                else { continue }
                active.append(binding)
            }
            taken.formUnion(here)
        }
        return active
    }

    /// The hints for the last line of a screen.
    package func hints(in contexts: [KeyContext], without idle: Set<Command> = []) -> [Hint] {
        let active = active(in: contexts, without: idle)
        return active.compactMap { binding in
            guard !binding.hint.isEmpty, let key = binding.keys.first else { return nil }
            let other = binding.counterpart.flatMap { opposite in
                active.first { $0.command == opposite && $0.context == binding.context }?.keys.first
            }
            let label = other.map { key.label + "/" + $0.label } ?? key.label
            return Hint(keyLabel: label, text: binding.hint, key: key, importance: binding.importance)
        }
    }

    mutating func replaceKeys(at index: Int, with keys: [Key]) {
        bindings[index].keys = keys
    }

    private func searched(_ contexts: [KeyContext]) -> [KeyContext] {
        contexts.filter { $0 != .everywhere } + [.everywhere]
    }
}

/// One entry of the hint bar.
package struct Hint: Hashable, Sendable {
    package let keyLabel: String
    package let text: String
    /// The key that a click on the hint stands for.
    package let key: Key
    package let importance: Int

    package init(keyLabel: String, text: String, key: Key, importance: Int = 0) {
        self.keyLabel = keyLabel
        self.text = text
        self.key = key
        self.importance = importance
    }
}
