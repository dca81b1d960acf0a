import Foundation
import Testing

/// The names in stores, files, archives and calls; stores live longer than the names of Swift properties.
@Suite("Names that are stored") struct StoredNamesTests {
    private static let root = URL(fileURLWithPath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    private static let list = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .appendingPathComponent("Reference/StoredNames.txt")

    /// The names that leave each module, as `Module.Type: names`.
    private static func declared() throws -> [String: [String]] {
        let sources = root.appendingPathComponent("Sources")
        var declared: [String: [String]] = [:]
        for module in try FileManager.default.contentsOfDirectory(atPath: sources.path) {
            var scanner = StoredNameScanner()
            let folder = sources.appendingPathComponent(module)
            let files = FileManager.default.enumerator(atPath: folder.path)?.compactMap { $0 as? String } ?? []
            for path in files where path.hasSuffix(".swift") {
                scanner.add(try String(contentsOf: folder.appendingPathComponent(path), encoding: .utf8))
            }
            for (type, names) in scanner.names { declared["\(module).\(type)"] = names.sorted() }
        }
        return declared
    }

    /// The names as the list has them.
    private static func listed() throws -> [String: [String]] {
        var listed: [String: [String]] = [:]
        for line in try String(contentsOf: list, encoding: .utf8).split(separator: "\n") {
            let halves = line.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
            guard halves.count == 2 else { continue }
            listed[String(halves[0])] = halves[1].split(separator: " ").map(String.init)
        }
        return listed
    }

    @Test("None is renamed and none is missing from the list; UPDATE_DOCUMENTATION=1 adds new ones")
    func held() throws {
        let declared = try Self.declared()
        var listed = try Self.listed()
        #expect(declared.count > 100)
        if ProcessInfo.processInfo.environment["UPDATE_DOCUMENTATION"] != nil {
            // It adds only: what a store may hold is taken from the list by hand.
            listed.merge(declared) { Set($0).union($1).sorted() }
            let lines = listed.sorted { $0.key < $1.key }.map { "\($0.key):" + $0.value.map { " " + $0 }.joined() }
            try Data((lines.joined(separator: "\n") + "\n").utf8).write(to: Self.list)
        }
        for (type, names) in listed.sorted(by: { $0.key < $1.key }) {
            let now = try #require(declared[type], "\(type) is stored: update the list if it only moved")
            for name in names where !now.contains(name) {
                Issue.record("“\(name)” of \(type) is stored: keep it with CodingKeys or a raw value")
            }
            for name in now where !names.contains(name) {
                Issue.record("“\(name)” of \(type) isn't in the list; UPDATE_DOCUMENTATION=1 adds it")
            }
        }
        for type in declared.keys.sorted() where listed[type] == nil {
            Issue.record("\(type) isn't in the list; UPDATE_DOCUMENTATION=1 adds it")
        }
    }

    @Test("Stored properties, coding keys, cases and raw values are read from Swift's text")
    func scanner() {
        var scanner = StoredNameScanner()
        scanner.add(
            #"""
            protocol Call: Codable, Sendable { var name: String { get } }
            struct Plain { var hidden = 1 }
            /// struct Comment: Codable { var no = 1 }
            package struct Save: Call, Hashable {
                package static let name = "save { \("}")"
                @Archived package var samples: [HKSample]
                var day = Date(), count: Int
                private let table: Dictionary<Int, String>
                var isEmpty: Bool { samples.isEmpty }
                var seen = false {
                    didSet { print(seen) }
                }
                let make: () -> Int = { 3 }
                func check() throws { let local = 1 }
                private struct Form: Codable { var a, b: Int }
                enum State: String, Codable { case open, closed = "shut" }
            }
            struct Kept: Codable {
                var callers: [Int]
                private enum CodingKeys: String, CodingKey { case callers = "askers" }
            }
            struct Wrapper<Object: Codable> { var object: Object }
            extension Order: Codable {
                struct Rule: Decodable { var key: String }
                func encode(to encoder: any Encoder) throws { try encoder.container(keyedBy: Key.self) }
            }
            indirect enum Owner: Codable {
                case none
                case rename(String, to: (Int, Int)), add([String: Int], at: Int)
            }
            """#
        )
        #expect(
            scanner.names.mapValues { $0.sorted() } == [
                "Save": ["count", "day", "make", "samples", "seen", "table"], "Save.Form": ["a", "b"],
                "Save.State": ["open", "shut"], "Kept": ["askers"], "Order.Rule": ["key"],
                "Owner": ["add(_,at)", "none", "rename(_,to)"],
            ]
        )
    }
}
