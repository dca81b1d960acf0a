import ArgumentParser
import Foundation
import HealthKit

/// `TYPE=read,share`, `TYPE=days,add` or `TYPE=none`, as a person types it.
struct PermissionSetting: ExpressibleByArgument {
    let text: String
    let type: String
    var read = false
    var share = false
    /// The level of an assistant.
    var level: AssistantLevel?
    /// Whether an assistant may draft entries.
    var adds = false
    /// Whether it is `on`, the usual permissions.
    var isUsual = false

    /// Whether it has settings that only assistants have.
    var isAssistants: Bool { level != nil || adds || isUsual }
    var isNone: Bool { !isAssistants && !read && !share }

    init?(argument: String) {
        let parts = argument.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        guard parts.count == 2, !parts[0].isEmpty else { return nil }
        text = argument
        type = String(parts[0])
        let words = parts[1].lowercased().split(separator: ",").map { $0.trimmingCharacters(in: .whitespaces) }
        guard !words.isEmpty, words == ["none"] || !words.contains("none") else { return nil }
        for word in words {
            switch word {
            case "read": read = true
            case "share", "write", "save": share = true
            case "add": adds = true
            case "on": isUsual = true
            case "none": break
            default:
                guard level == nil, let named = AssistantLevel(rawValue: word) else { return nil }
                level = named
            }
        }
    }
}
