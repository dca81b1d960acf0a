import Foundation

/// The locations of calls' conformances that code checks at run time.
///
/// It reads Swift files as `swift format` leaves them: what a file declares begins in the first column, and so does the brace that
/// ends it.
struct CallConformances {
    /// A call that conforms to a protocol, and the file that says so.
    struct Conformance: Hashable {
        let call: String
        let protocolName: String
        let path: String
    }

    /// The protocols of how a call passes the gate.
    private static let passing: Set = ["PassedCall", "AwaitedCall", "RepeatableCall"]
    /// The protocols that both ends of a connection ask for.
    private static let ofWire: Set = ["SecretCarryingCall", "OwnerNeedingCall"]
    private static let readers: Set = ["ScopedReader", "ScopedWriter", "ObjectReader", "ObjectWriter"]
    private static let modifiers: Set = [
        "public", "package", "internal", "private", "fileprivate", "final", "indirect",
    ]
    private static let kinds: Set = ["extension", "struct", "enum", "class", "actor", "protocol"]

    private var inherited: [Conformance] = []
    /// The protocols that a protocol refines.
    private var refined: [String: Set<String>] = [:]
    /// The files that declare a type or a protocol.
    private var declarations: [String: Set<String>] = [:]
    /// The folders where the gate, or the call itself, answers a call.
    private var answers: [String: Set<String>] = [:]
    /// The folders where a call says how it passes.
    private var passes: [String: Set<String>] = [:]

    /// - Parameter texts: the files by their path, which begins with the module.
    init(_ texts: [String: String]) {
        for (path, text) in texts { read(path, text) }
    }

    /// The conformances that the rule is about.
    var conformances: [Conformance] {
        let names = passing.union(Self.ofWire)
        return inherited.filter { names.contains($0.protocolName) && refined[$0.call] == nil }
    }

    /// The misplaced conformances: a sentence for each, sorted.
    var problems: [String] {
        let passing = passing
        var problems: [String] = []
        for found in conformances {
            let folder = Self.folder(found.path)
            let text = "\(found.path) makes \(found.call) a \(found.protocolName)"
            if passing.contains(found.protocolName) {
                let right = answers[found.call] ?? passes[found.call] ?? []
                if !right.contains(folder) { problems.append("\(text); it is answered in \(right.sorted())") }
            } else {
                let right = Set(declarations[found.protocolName, default: []].map(Self.folder))
                if !right.contains(folder) { problems.append("\(text); the protocol is declared in \(right.sorted())") }
            }
            let modules = Set(declarations[found.call, default: []].map(Self.module))
            if modules != [Self.module(found.path)] {
                problems.append("\(text); the call is declared in \(modules.sorted())")
            }
        }
        return problems.sorted()
    }

    /// The protocols of how a call passes the gate, and those that refine them.
    private var passing: Set<String> {
        var found = Self.passing
        var count = 0
        while count != found.count {
            count = found.count
            for (name, others) in refined where !others.isDisjoint(with: found) { found.insert(name) }
        }
        return found
    }

    private static func folder(_ path: String) -> String {
        path.split(separator: "/").dropLast().joined(separator: "/")
    }

    private static func module(_ path: String) -> String { String(path.prefix { $0 != "/" }) }

    // MARK: Reading

    private mutating func read(_ path: String, _ text: String) {
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        // The part of a declaration before its brace.
        var head: String?
        // The gate or the call whose functions follow.
        var block: String?
        for (index, line) in lines.enumerated() {
            if head == nil, Self.begins(line) { head = "" }
            if let begun = head {
                let joined = "\(begun) \(line)"
                guard let brace = joined.firstIndex(of: "{") else {
                    head = joined
                    continue
                }
                head = nil
                let name = declare(joined[..<brace], path)
                let answers = name == "Gate" || name.hasSuffix("Call")
                block = answers && !line.hasSuffix("}") ? name : nil
            } else if line == "}" {
                block = nil
            } else if let block {
                let next = index + 1 < lines.count ? lines[index + 1] : ""
                function(line, next, of: block, Self.folder(path))
            }
        }
    }

    /// Whether a line of the first column begins a type, a protocol or an extension.
    private static func begins(_ line: Substring) -> Bool {
        guard let first = line.first, first.isLetter || first == "@" else { return false }
        return words(line).first.map { kinds.contains($0) } ?? false
    }

    /// The words of a line after attributes and modifiers.
    private static func words(_ line: Substring) -> ArraySlice<String> {
        line.split(separator: " ").map(String.init).drop { $0.hasPrefix("@") || modifiers.contains($0) }
    }

    /// Notes a declaration, and returns its name.
    private mutating func declare(_ head: Substring, _ path: String) -> String {
        let words = Self.words(head)
        let kind = words.first ?? ""
        let rest = words.dropFirst().joined(separator: " ")
        let name = String(rest.prefix(while: Self.isName))
        let after = rest.dropFirst(name.count).drop { $0 == " " }
        var others: Set<String> = []
        if after.first == ":" {
            let list = after.dropFirst().split(separator: " ").prefix { $0 != "where" }.joined(separator: " ")
            others = Set(list.split { !Self.isName($0) }.map(String.init))
        }
        if kind == "protocol" { refined[name, default: []].formUnion(others) }
        if kind != "extension" { declarations[name, default: []].insert(path) }
        inherited += others.map { Conformance(call: name, protocolName: $0, path: path) }
        return name
    }

    /// Notes a function that answers a call, or passes it.
    private mutating func function(_ line: Substring, _ next: Substring, of block: String, _ folder: String) {
        let line = line.drop { $0 == " " }
        guard !line.hasPrefix("//"), let start = line.range(of: "func ") else { return }
        let signature = line[start.upperBound...]
        let name = String(signature.prefix(while: Self.isName))
        guard ["answer", "save", "next", "pass"].contains(name), let brace = signature.firstIndex(of: "(") else {
            return
        }
        if name == "pass" {
            passes[block, default: []].insert(folder)
            return
        }
        var parameter = signature[signature.index(after: brace)...]
        if parameter.isEmpty { parameter = next }
        guard let colon = parameter.firstIndex(of: ":") else { return }
        let type = parameter[parameter.index(after: colon)...].drop { $0 == " " }.prefix(while: Self.isName)
        if Self.readers.contains(String(type)) {
            answers[block, default: []].insert(folder)
        } else {
            answers[String(type), default: []].insert(folder)
        }
    }

    private static func isName(_ character: Character) -> Bool {
        character.isLetter || character.isNumber || character == "_"
    }
}
