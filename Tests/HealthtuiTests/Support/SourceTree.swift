import Foundation

/// A Swift file of the package, parsed from its text: its top-level declarations, and the names that it uses.
struct SourceFile: Hashable {
    /// The path below `Sources`, such as `HealthKitStore/Base/Identifier.swift`.
    let path: String
    let declares: Set<String>
    let names: Set<String>

    var target: String { String(path.split(separator: "/")[0]) }
    /// The folder right below the target; `nil` for a file that isn't in one.
    var floor: String? {
        let parts = path.split(separator: "/")
        return parts.count > 2 ? String(parts[1]) : nil
    }

    static func == (left: SourceFile, right: SourceFile) -> Bool { left.path == right.path }
    func hash(into hasher: inout Hasher) { hasher.combine(path) }
}

/// The package's sources and who names whom.
///
/// A file names another of its target when it uses a type or a top-level function that only the other declares. A name
/// that several files declare ties to none of them, nor does one of fewer than four letters.
struct SourceTree {
    let files: [SourceFile]
    /// The files that a file names, with the names by which it does.
    let uses: [SourceFile: [SourceFile: Set<String>]]

    init(sources: URL) throws {
        var files: [SourceFile] = []
        let found = FileManager.default.enumerator(atPath: sources.path)
        while let path = found?.nextObject() as? String {
            guard path.hasSuffix(".swift") else { continue }
            let bytes = [UInt8](try Data(contentsOf: sources.appendingPathComponent(path)))
            var scanner = NameScanner(bytes)
            scanner.scan()
            files.append(SourceFile(path: path, declares: scanner.declares, names: scanner.names))
        }
        self.files = files.sorted { $0.path < $1.path }
        var owners: [String: [SourceFile]] = [:]
        for file in files { for name in file.declares { owners[name, default: []].append(file) } }
        var uses: [SourceFile: [SourceFile: Set<String>]] = [:]
        for file in files {
            for name in file.names {
                guard let owner = owners[name], owner.count == 1, owner[0] != file, owner[0].target == file.target
                else { continue }
                uses[file, default: [:]][owner[0], default: []].insert(name)
            }
        }
        self.uses = uses
    }

    /// The groups of files that name each other in a circle, each sorted by path.
    ///
    /// - Parameter isLeftOut: whether the first file's naming of the second doesn't count.
    /// - Returns: the groups.
    func circles(leavingOut isLeftOut: (SourceFile, SourceFile) -> Bool = { _, _ in false }) -> [[String]] {
        let kept = uses.reduce(into: [SourceFile: [SourceFile]]()) { kept, entry in
            kept[entry.key] = entry.value.keys.filter { !isLeftOut(entry.key, $0) }
        }
        var search = CircleSearch(uses: kept)
        for file in files { search.visit(file) }
        return search.circles.map { $0.map(\.path).sorted() }.sorted { $0[0] < $1[0] }
    }
}

/// Tarjan's search for strongly connected groups.
private struct CircleSearch {
    let uses: [SourceFile: [SourceFile]]
    var circles: [[SourceFile]] = []
    private var order: [SourceFile: Int] = [:]
    private var low: [SourceFile: Int] = [:]
    private var stack: [SourceFile] = []
    private var onStack: Set<SourceFile> = []

    init(uses: [SourceFile: [SourceFile]]) { self.uses = uses }

    mutating func visit(_ file: SourceFile) {
        guard order[file] == nil else { return }
        let number = order.count
        order[file] = number
        low[file] = number
        stack.append(file)
        onStack.insert(file)
        for other in uses[file, default: []] {
            if order[other] == nil {
                visit(other)
                low[file] = min(low[file] ?? number, low[other] ?? number)
            } else if onStack.contains(other) {
                low[file] = min(low[file] ?? number, order[other] ?? number)
            }
        }
        guard low[file] == number else { return }
        var group: [SourceFile] = []
        while let last = stack.popLast() {
            onStack.remove(last)
            group.append(last)
            if last == file { break }
        }
        if group.count > 1 { circles.append(group) }
    }
}

/// Reads the names of a Swift file, past comments and the text of strings.
private struct NameScanner {
    private(set) var declares: Set<String> = []
    private(set) var names: Set<String> = []
    private let bytes: [UInt8]
    private var position = 0
    /// Whether only attributes, modifiers and a kind stood before on this line, from its first column on.
    private var mayDeclare = true
    private var isKindBefore = false

    private static let kinds: Set<String> = ["class", "struct", "enum", "protocol", "actor", "typealias", "func"]
    private static let modifiers: Set<String> = [
        "public", "package", "internal", "open", "final", "indirect", "nonisolated", "private", "fileprivate",
    ]

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    mutating func scan() {
        while position < bytes.count {
            switch bytes[position] {
            case UInt8(ascii: "\n"):
                position += 1
                mayDeclare = position < bytes.count && !Self.isSpace(bytes[position])
                isKindBefore = false
            case UInt8(ascii: "/") where starts(with: "//"): skip { $0 != UInt8(ascii: "\n") }
            case UInt8(ascii: "/") where starts(with: "/*"): skipPast("*/")
            case UInt8(ascii: "\"") where starts(with: "\"\"\""):
                position += 3
                skipPast("\"\"\"")
            case UInt8(ascii: "\""): skipString()
            case let byte where Self.isLetter(byte): word()
            case let byte:
                if !Self.isSpace(byte), byte != UInt8(ascii: "@") { mayDeclare = false }
                position += 1
            }
        }
    }

    private mutating func word() {
        let start = position
        skip { Self.isLetter($0) || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
        let isAttribute = start > 0 && bytes[start - 1] == UInt8(ascii: "@")
        let word = String(decoding: bytes[start..<position], as: UTF8.self)
        if word.utf8.count > 3 { names.insert(word) }
        if isKindBefore {
            if word.utf8.count > 3 { declares.insert(word) }
            isKindBefore = false
            mayDeclare = false
        } else if mayDeclare, Self.kinds.contains(word) {
            isKindBefore = true
        } else if !isAttribute, !Self.modifiers.contains(word) {
            mayDeclare = false
        }
    }

    /// Skips a string on one line; interpolations count as text.
    private mutating func skipString() {
        position += 1
        while position < bytes.count, bytes[position] != UInt8(ascii: "\n") {
            if bytes[position] == UInt8(ascii: "\\") {
                position += 2
                continue
            }
            position += 1
            if bytes[position - 1] == UInt8(ascii: "\"") { return }
        }
    }

    private mutating func skip(while condition: (UInt8) -> Bool) {
        while position < bytes.count, condition(bytes[position]) { position += 1 }
    }

    private mutating func skipPast(_ end: String) {
        while position < bytes.count, !starts(with: end) { position += 1 }
        position += end.utf8.count
    }

    private func starts(with text: String) -> Bool { bytes[position...].starts(with: text.utf8) }

    private static func isSpace(_ byte: UInt8) -> Bool { byte == 32 || byte == 9 || byte == 13 }

    private static func isLetter(_ byte: UInt8) -> Bool {
        byte == UInt8(ascii: "_") || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20) || byte >= 0x80
    }
}
