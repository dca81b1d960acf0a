import ArgumentParser
import HealthKit
import HealthtuiFacts

extension CompletionKind {
    /// `steps=days`: a type, and behind `=` what the app or the assistant before it may have.
    static var access: CompletionKind {
        .custom { words, index, _ in
            guard let words = ShellWords(words, index) else { return [] }
            return words.rests(AccessWords(words).completions, words: 0)
        }
    }
}

/// What may follow `--set` of the permissions: types, and what an app or an assistant may have of one.
struct AccessWords {
    private let current: String
    private let isAssistants: Bool

    /// What a shell has so far.
    ///
    /// - Parameter words: The words; behind the command's name comes the app.
    init(_ words: ShellWords) {
        current = words.current
        isAssistants = AssistantGrant.isAssistant(words.before.dropFirst().first ?? "")
    }

    /// What may stand instead of the current word.
    ///
    /// One type alone comes with what may be had of it: a shell would put a space behind `stepCount=`.
    var completions: [String] {
        let parts = current.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
        if parts.count == 2 { return settings(of: parts[0], typed: parts[1]) }
        let names = types
        if names.count == 1, let name = names.first { return settings(of: name, typed: "") }
        return names.map { $0 + "=" }
    }

    private var types: [String] {
        let names = TypeCatalogue.shared.entries
            .filter { isAssistants ? AssistantTypes.contains($0.identifier) : $0.type != nil }
            .map(\.shortName)
        return (["all"] + names.sorted()).filter { $0.lowercased().hasPrefix(current.lowercased()) }
    }

    private func settings(of name: String, typed: String) -> [String] {
        rights(of: name).filter { $0.hasPrefix(typed.lowercased()) }.map { name + "=" + $0 }
    }

    /// What may be had of a type; nothing of one that isn't known, or that nobody can give.
    private func rights(of name: String) -> [String] {
        let (levels, apps) = (AssistantLevel.allCases.map(\.rawValue), ["read", "share", "read,share", "none"])
        if name == "all" { return isAssistants ? ["on"] + levels + ["none"] : apps }
        // A name that is still being typed is none, or several: there is nothing to offer then.
        guard let type = try? Names.type(name) else { return [] }
        guard isAssistants else { return type.canBeShared ? apps : ["read", "none"] }
        guard AssistantTypes.contains(type.identifier) else { return [] }
        let adding = AssistantTypes.canBeDrafted(type.identifier) ? levels.map { $0 + ",add" } + ["add"] : []
        return levels + adding + ["none"]
    }
}
