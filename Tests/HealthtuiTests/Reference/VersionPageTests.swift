import CHealthKitStoreFileSystem
import Foundation
import Testing

@testable import HealthKit
@testable import HealthKitStore
@testable import HealthtuiExchange
@testable import HealthtuiStudy
@testable import HealthtuiSync

/// `Documentation/Versions.md` names the numbers that the code writes and reads.
@Suite("The page of versions")
struct VersionPageTests {
    private let lines: [String]

    init() throws { lines = try Self.lines("Documentation/Versions.md") }

    private static func lines(_ path: String) throws -> [String] {
        let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent()
        let text = try String(contentsOf: root.appendingPathComponent(path), encoding: .utf8)
        return text.split(separator: "\n").map(String.init)
    }

    /// The cells of the row that begins with a text, without that text.
    private func row(_ name: String) throws -> [String] {
        let line = try #require(lines.first { $0.hasPrefix("| \(name) |") }, "no row “\(name)”")
        return line.split(separator: "|").dropFirst().map { $0.trimmingCharacters(in: .whitespaces) }
    }

    @Test("names the formats of files that this version writes and opens")
    func files() throws {
        let store = try row("a store")
        #expect(store[2] == "\(STORE_FORMAT)")
        #expect(store[3] == "\(StoreFormat.earliest), 3, \(STORE_FORMAT)")
        let encrypted = try row("an encrypted store")
        #expect(encrypted[2] == "\(STORE_LOCKED_FORMAT)")
        #expect(encrypted[3] == "\(STORE_EARLIER_LOCKED_FORMAT), \(STORE_LOCKED_FORMAT)")
        let journal = try row("saves made while a store is locked")
        #expect(journal[2] == "`\(String(decoding: JournalBeginning().bytes.prefix(8), as: UTF8.self))`")
        let group = "`\(String(decoding: SegmentCoding.magic, as: UTF8.self))`, \(SegmentCoding.version)"
        #expect(try row("files of a group").suffix(2) == [group, group])
        let contribution = try row("a contribution")
        #expect(contribution[2].hasPrefix("`\(String(decoding: ContributionFile.magic, as: UTF8.self))`"))
        let dataset = try row("the list of a study's files")
        #expect(dataset[2] == "\(Dataset.newestFormat)" && dataset[3].hasSuffix(" \(Dataset.newestFormat)"))
    }

    @Test("names the version of an export's copy, of which alone this version takes the copy over")
    func copies() throws {
        #expect(try row("the copy of the store in an export").suffix(2) == ["1", "1"])
        func copy(_ version: Int) -> StoreCompanion? {
            let part = #"{"bytes":1,"checksum":"0"}"#
            return StoreCompanion(json: Array(#"{"version":\#(version),"main":\#(part),"store":\#(part)}"#.utf8))
        }
        #expect(copy(1) != nil && copy(2) == nil)
    }

    @Test("names the versions that programs speak with each other")
    func connections() throws {
        let service = ServiceCalls.versions
        #expect(try row("a program and the service").last == "\(service.lowerBound) to \(service.upperBound)")
        #expect(try row("the calls on that connection").last == "\(CallMessage.version)")
        let agent = try row("a program and the agent that keeps the keys of unlocked stores")
        #expect(agent.last == "\(AgentMessage.version)")
    }

    @Test("quotes what this version says of a store of a later one")
    func laterStore() throws {
        var header = store_file_look()
        header.format = UInt32(STORE_LOCKED_FORMAT) + 1
        let text = StoreError.newerFile(header).message
        let limit = "this one reads up to format \(STORE_LOCKED_FORMAT)"
        #expect(text.contains(limit) && lines.contains { $0.contains(limit) })
    }

    /// The list is from the page of commands in version 0.2.0.
    @Test("Every command, option and JSON key of version 0.2 is still there")
    func earlierCommands() throws {
        var (command, now): (String, [String: Set<String>]) = ("", [:])
        for line in try Self.lines("Documentation/Commands.md") {
            if line.hasPrefix("## healthtui ") {
                command = String(line.dropFirst("## healthtui ".count))
                // It may have no options.
                now[command, default: []].formUnion([])
            } else if let row = line.firstMatch(of: /^\| `([^`]+)`/) {
                // An option's value may have another name.
                now[command, default: []].insert(String(row.1.split(separator: " ")[0]))
            }
        }
        let earlier = try Self.lines("Tests/HealthtuiTests/Reference/Commands-0.2.txt")
        // Scripts give an argument by its place: it may have another name.
        func isArgument(_ row: String) -> Bool { row.hasPrefix("<") }
        #expect(earlier.count == 38)
        for line in earlier {
            let name = line.prefix { $0 != ":" }
            let rows = line.dropFirst(name.count + 2).split(separator: "; ").map(String.init)
            let known = try #require(now[String(name)], "\(name)")
            let arguments = (rows.count(where: isArgument), known.count(where: isArgument))
            #expect(arguments.0 <= arguments.1, "\(name) takes fewer arguments")
            for row in rows where !isArgument(row) && !known.contains(row) {
                Issue.record("\(row) of \(name) is gone: scripts name it")
            }
        }
    }
}
