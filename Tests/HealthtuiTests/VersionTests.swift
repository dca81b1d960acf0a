import Foundation
import Testing

@testable import healthtui

@Suite("The version")
struct VersionTests {
    @Test("is one: the program prints it, and the newest entry of the change log is about it")
    func one() throws {
        let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
        let changes = try String(contentsOf: root.appendingPathComponent("CHANGELOG.md"), encoding: .utf8)
        var versions = changes.matches(of: /(?m)^## (\S+)/).map { String($0.1) }
        // The changes of the next version.
        if versions.first == "Unreleased" { versions.removeFirst() }
        #expect(versions.first == Version.current)
        #expect(versions == versions.sorted { $0.compare($1, options: .numeric) == .orderedDescending })
        #expect(versions.allSatisfy { $0.wholeMatch(of: /\d+\.\d+\.\d+/) != nil })
        let folder = try ScratchFolder()
        let printed = try Command.run(["--version"], in: folder)
        #expect(printed.status == 0 && printed.output == Version.current + "\n")
    }

    @Test("names the commit that the linker wrote down, and nothing for another build id")
    func commit() {
        let commit: [UInt8] = (1...20).map { $0 * 11 }
        func notes(_ identifier: [UInt8]) -> [UInt8] {
            func word(_ value: Int) -> [UInt8] { withUnsafeBytes(of: UInt32(value).littleEndian) { Array($0) } }
            let other = word(4) + word(8) + word(5) + Array("GNU\0".utf8) + [UInt8](repeating: 7, count: 8)
            return other + word(4) + word(identifier.count) + word(3) + Array("GNU\0".utf8) + identifier
        }
        func found(_ notes: [UInt8]) -> String? {
            notes.withUnsafeBytes { BuiltFrom.identifier(in: $0) }.flatMap { BuiltFrom.read($0) }
        }
        #expect(found(notes(BuiltFrom.mark + commit + [0])) == "0b16212c37")
        #expect(found(notes(BuiltFrom.mark + commit + [1])) == "0b16212c37+")
        #expect(found(notes(commit)) == nil)
        let whole = notes(BuiltFrom.mark + commit + [0])
        for length in 0..<whole.count { #expect(found(Array(whole.prefix(length))) == nil) }
    }
}
