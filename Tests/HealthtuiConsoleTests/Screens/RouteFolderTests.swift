import Foundation
import HealthKit
import HealthtuiConsole
import HealthtuiTerminalUI
import HealthtuiTerminalUITesting
import Testing

/// The routes of several workouts in one go.
@Suite("Routes of workouts in a folder")
struct RouteFolderTests {
    private static func store() async throws -> TestStore {
        let store = TestStore()
        // Two begin in the same minute; two are of the year before, one of them without a route.
        try await store.run(daysAgo: 330)
        try await store.run(daysAgo: 400)
        try await store.run(daysAgo: 400)
        try await store.run(daysAgo: 410, places: 0)
        try await store.run()
        try store.plainWorkout(.yoga, daysAgo: 402, minutes: 41)
        return store
    }

    private static func folder() -> URL {
        FileManager.default.temporaryDirectory.appendingPathComponent("routes-\(UUID().uuidString)")
    }

    @Test(
        "The routes of last year's runs are files of GPX after five keys, the filter's and the folder's words aside"
    )
    func lastYear() async throws {
        let folder = Self.folder()
        defer { try? FileManager.default.removeItem(at: folder) }
        let console = try await Console.start(try await Self.store().environment())
        var task = ConsoleTask.routes
        task.folder = folder.path
        try await console.perform(task)
        console.expectRow("3 routes saved, 1 workout has no route")
        let files = try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
        #expect(
            files.count == 3 && files.allSatisfy { $0.hasPrefix("route_2025-") && $0.hasSuffix(".gpx") },
            "\(files)"
        )
        #expect(files.count { $0.hasSuffix("_2.gpx") } == 1, "\(files)")
        for file in files {
            let text = try String(contentsOf: folder.appendingPathComponent(file), encoding: .utf8)
            #expect(text.contains("<trkpt") && text.contains("</gpx>"))
        }
    }

    @Test("Only the marked ones are written, and a file that is there stays as it is")
    func marked() async throws {
        let folder = Self.folder()
        defer { try? FileManager.default.removeItem(at: folder) }
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let console = try await Console.start(try await Self.store().environment())
        func write() async throws {
            try await console.press("w")
            for _ in 0..<"~/routes".count { try await console.press(.backspace) }
            try await console.type(folder.path).press(.enter)
        }
        try await console.press("7", .space)
        console.expectRow("1 marked")
        try await write()
        console.expectRow("1 route saved")
        let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
        let file = folder.appendingPathComponent(try #require(names.first))
        try Data("mine".utf8).write(to: file)
        try await write()
        console.expectRow("1 file existed and was kept")
        #expect(try String(contentsOf: file, encoding: .utf8) == "mine")
        try await console.press(.escape)
        console.expectNone("1 marked")
    }

    @Test("A file in place of a folder is rejected next to the field, and nothing is written")
    func isFile() async throws {
        let path = Self.folder()
        try Data("mine".utf8).write(to: path)
        defer { try? FileManager.default.removeItem(at: path) }
        let console = try await Console.start(try await Self.store().environment())
        try await console.press("7", "w")
        for _ in 0..<"~/routes".count { try await console.press(.backspace) }
        try await console.type(path.path).press(.enter)
        #expect(
            console.text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
                .contains("a file of that name exists")
        )
        #expect(try String(contentsOf: path, encoding: .utf8) == "mine")
    }
}
