/// A problem in the user's key settings, described so that it can be fixed.
package enum KeyMapProblem: Hashable, Sendable, CustomStringConvertible {
    case unknownCommand(String)
    case unknownKey(String, command: String)
    case conflict(key: String, context: String, commands: [String])

    package var description: String {
        switch self {
        case .unknownCommand(let name):
            WidgetStrings.noCommand(name)
        case .unknownKey(let key, let command):
            WidgetStrings.noKey(command, key)
        case .conflict(let key, let context, let commands):
            WidgetStrings.meansMore(key, context, commands.joined(separator: ", "))
        }
    }
}

extension KeyMap {
    /// Rebinds commands to other keys.
    ///
    /// - Parameters:
    ///   - settings: Key names by command name; an empty list leaves the command without a key.
    ///   - typing: Contexts in which text is typed; commands there never take a character key.
    /// - Returns: The problems found. Settings without a problem take effect; the others keep the old keys.
    package mutating func rebind(
        _ settings: [String: [String]],
        typing: Set<KeyContext> = []
    ) -> [KeyMapProblem] {
        var problems: [KeyMapProblem] = []
        for (name, keyNames) in settings.sorted(by: { $0.key < $1.key }) {
            let indices = bindings.indices.filter { bindings[$0].name == name }
            guard !indices.isEmpty else {
                problems.append(.unknownCommand(name))
                continue
            }
            var keys: [Key] = []
            for keyName in keyNames {
                if let key = Key(named: keyName) {
                    keys.append(key)
                } else {
                    problems.append(.unknownKey(keyName, command: name))
                }
            }
            guard keys.count == keyNames.count else { continue }
            for index in indices {
                let isTyping = typing.contains(bindings[index].context)
                let usable = isTyping ? keys.filter { !$0.isText } : keys
                if isTyping, usable.isEmpty { continue }
                replaceKeys(at: index, with: usable)
            }
        }
        return problems + conflicts()
    }

    /// Keys bound to two commands in one context.
    package func conflicts() -> [KeyMapProblem] {
        var owners: [KeyContext: [Key: [String]]] = [:]
        for binding in bindings {
            for key in binding.keys where owners[binding.context]?[key]?.contains(binding.name) != true {
                owners[binding.context, default: [:]][key, default: []].append(binding.name)
            }
        }
        return
            owners.flatMap { context, keys in
                keys.filter { $0.value.count > 1 }
                    .map { key, names in
                        KeyMapProblem.conflict(key: key.name, context: context.name, commands: names)
                    }
            }
            .sorted { $0.description < $1.description }
    }

    /// The whole table as plain text, grouped by context, for `--print-keys` and the manual.
    package func printed() -> String {
        var lines: [String] = []
        for context in contexts {
            lines += lines.isEmpty ? [context.name] : ["", context.name]
            for binding in bindings where binding.context == context {
                let keys = binding.keys.map(\.name).joined(separator: " ")
                let writes = binding.isWriting ? WidgetStrings.writes : ""
                lines.append(
                    "  " + keys.fitted(to: max(20, keys.displayWidth)) + " "
                        + binding.name.fitted(to: max(22, binding.name.displayWidth)) + " " + binding.help + writes
                )
            }
        }
        return lines.joined(separator: "\n")
    }

    /// The contexts in the order of their first appearance in the table.
    package var contexts: [KeyContext] {
        var seen: Set<KeyContext> = []
        return bindings.map(\.context).filter { seen.insert($0).inserted }
    }
}
