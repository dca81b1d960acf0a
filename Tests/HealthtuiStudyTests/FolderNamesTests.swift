import Foundation
import Glibc
import Testing

@testable import HealthtuiStudy

/// A folder that can't be listed isn't an empty one: nothing begins anew because of it, and nothing is left behind.
@Suite struct FolderNamesTests {
    /// The obstacle in place of a folder.
    enum Obstacle: CaseIterable {
        case file, loop, brokenLink

        func put(at path: String) throws {
            switch self {
            case .file: try Data("x".utf8).write(to: URL(fileURLWithPath: path))
            case .loop: try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: path)
            case .brokenLink:
                try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: path + "-gone")
            }
        }
    }

    /// Checks that something fails, and that the error names the folder.
    private func expectFailure(at path: String, _ body: () throws -> Void) {
        let error = #expect(throws: StudyError.self) { try body() }
        let text = error.map { "\($0)" } ?? ""
        #expect(text.contains(path) && text.contains("can't be listed"), "\(text)")
    }

    @Test("A missing folder is empty where it may be missing, and nothing else is", arguments: Obstacle.allCases)
    func names(_ obstacle: Obstacle) throws {
        let world = try StudyWorld()
        let path = world.root + "/some"
        #expect(try FolderNames.names(in: path, mayBeMissing: true).isEmpty)
        expectFailure(at: path) { _ = try FolderNames.names(in: path, mayBeMissing: false) }
        try FileManager.default.createDirectory(atPath: path + "/a", withIntermediateDirectories: true)
        #expect(try FolderNames.names(in: path, mayBeMissing: true) == ["a"])
        try FileManager.default.removeItem(atPath: path)
        try obstacle.put(at: path)
        for mayBeMissing in [false, true] {
            expectFailure(at: path) { _ = try FolderNames.names(in: path, mayBeMissing: mayBeMissing) }
        }
    }

    @Test("A study whose folder can't be listed isn't one that was never collected", arguments: Obstacle.allCases)
    func latest(_ obstacle: Obstacle) throws {
        let world = try StudyWorld()
        let folder = world.folder
        #expect(try Dataset.latest(folder).number == 0)
        try FileManager.default.moveItem(atPath: folder.path, toPath: folder.path + "-aside")
        expectFailure(at: folder.path) { _ = try Dataset.latest(folder) }
        try obstacle.put(at: folder.path)
        expectFailure(at: folder.path) { _ = try Dataset.latest(folder) }
    }

    @Test("A list of files of a later format is refused as such, whatever else is in it")
    func laterList() throws {
        let world = try StudyWorld()
        let list = URL(fileURLWithPath: world.folder.path + "/dataset-1.json")
        let later = Dataset.newestFormat + 1
        try Data(#"{"format":\#(later),"tables":[]}"#.utf8).write(to: list)
        let error = #expect(throws: StudyError.self) { _ = try Dataset.latest(world.folder) }
        let text = error.map { "\($0)" } ?? ""
        #expect(text.contains("dataset-1.json") && text.contains("its format \(later) isn't known"), "\(text)")
        try Data(#"{"format":\#(Dataset.newestFormat)}"#.utf8).write(to: list)
        let damaged = #expect(throws: StudyError.self) { _ = try Dataset.latest(world.folder) }
        #expect(damaged.map { "\($0)" }?.contains("restore the folder from a backup") == true)
    }

    @Test("A ledger that can't be listed isn't one without reports", arguments: Obstacle.allCases)
    func ledger(_ obstacle: Obstacle) throws {
        let world = try StudyWorld()
        let ledger = StudyLedger(world.folder)
        #expect(try ledger.entries().isEmpty)
        try ledger.removeLeftovers()
        try obstacle.put(at: ledger.path)
        expectFailure(at: ledger.path) { _ = try ledger.entries() }
        expectFailure(at: ledger.path) { try ledger.removeLeftovers() }
    }

    @Test("Receipts that wait where nobody can list them are no published ones", arguments: Obstacle.allCases)
    func receipts(_ obstacle: Obstacle) throws {
        let world = try StudyWorld()
        let receipts = ReceiptFiles(world.folder, 1)
        try receipts.publish {}
        try obstacle.put(at: receipts.waiting)
        expectFailure(at: receipts.waiting) { try receipts.publish {} }
    }
}
