import Foundation
import Testing

/// Compares a command's output with its reference.
extension CommandReference {
    /// Checks that a JSON value has exactly the documented keys.
    ///
    /// - Parameters:
    ///   - value: The value.
    ///   - place: The command, for what fails.
    func check(_ value: Any, _ place: String) { check(value, "", parsed, place) }

    private func check(_ value: Any, _ path: String, _ keys: [Key], _ place: String) {
        switch value {
        case let object as [String: Any]:
            let below = keys.filter { Self.parent($0.path) == path }
            if !path.isEmpty, below.isEmpty { return }
            if let any = below.first(where: { $0.path.hasSuffix("*") }) {
                for (_, value) in object { checkLeaf(value, any, keys, place) }
                return
            }
            for key in below {
                let name = String(key.path.dropFirst(path.isEmpty ? 0 : path.count + 1))
                if let value = object[name] {
                    checkLeaf(value, key, keys, place)
                } else {
                    #expect(key.mayBeAbsent, "\(place): \(key.path) is not there")
                }
            }
            let known = Set(below.map { String($0.path.dropFirst(path.isEmpty ? 0 : path.count + 1)) })
            let unknown = Set(object.keys).subtracting(known).sorted()
            #expect(unknown.isEmpty, "say in CommandReference what \(unknown) of \(place) means")
        case let list as [Any]:
            if let key = keys.first(where: { $0.path == path + "[]" }) {
                for value in list { checkLeaf(value, key, keys, place) }
            } else if keys.contains(where: { $0.path.hasPrefix(path + "[].") }) {
                for value in list { check(value, path + "[]", keys, place) }
            }
        default: break
        }
    }

    private func checkLeaf(_ value: Any, _ key: Key, _ keys: [Key], _ place: String) {
        let kind = Self.kind(value)
        let fits =
            switch key.kind {
            case "number": kind == "number" || kind == "integer"
            case "time":
                kind == "text" && (value as? String)?.firstMatch(of: /^\d{4}-\d\d-\d\dT[\d:.]+[+-]\d\d:\d\d$/) != nil
            default: kind == key.kind
            }
        #expect(fits || (kind == "null" && key.mayBeNull), "\(place): \(key.path) is \(value), not \(key.kind)")
        check(value, key.path, keys, place)
    }

    private static func kind(_ value: Any) -> String {
        switch value {
        case is NSNull: return "null"
        case is String: return "text"
        case is [Any]: return "list"
        case is [String: Any]: return "object"
        case let number as NSNumber:
            // JSONSerialization gives true and false as numbers of their own type.
            if String(cString: number.objCType) == "c" { return "boolean" }
            return number.doubleValue == number.doubleValue.rounded() ? "integer" : "number"
        default: return "\(type(of: value))"
        }
    }

    /// The path of the object or list entry that contains a key.
    private static func parent(_ path: String) -> String {
        path.lastIndex(of: ".").map { String(path[..<$0]) } ?? ""
    }
}
