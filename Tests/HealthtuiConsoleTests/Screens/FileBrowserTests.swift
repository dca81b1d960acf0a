import Foundation
import Glibc
import HealthtuiConsole
import HealthtuiTerminalUI
import HealthtuiTerminalUITesting
import Testing

/// Choosing a file from a list, with real folders.
@Suite("Choosing a file from a list")
struct FileBrowserTests {
    private final class Folder {
        let path: String

        init() throws {
            let url = FileManager.default.temporaryDirectory
                .appendingPathComponent("console-files-\(UUID().uuidString)")
            try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
            path = try #require(realpath(url.path, nil).map { String(cString: $0) })
        }

        deinit {
            chmod(path + "/secret", 0o700)
            try? FileManager.default.removeItem(atPath: path)
        }

        func file(_ name: String, secondsAgo: Double = 0) throws {
            try Data("x".utf8).write(to: URL(fileURLWithPath: path + "/" + name))
            try FileManager.default.setAttributes(
                [.modificationDate: Date(timeIntervalSinceNow: -secondsAgo)],
                ofItemAtPath: path + "/" + name
            )
        }

        func folder(_ name: String) throws {
            try FileManager.default.createDirectory(atPath: path + "/" + name, withIntermediateDirectories: true)
        }
    }

    private let folder: Folder

    init() throws { folder = try Folder() }

    private func console(_ first: Key = "6") async throws -> Console {
        let console = try await Console.start(TestStore().environment(), width: 120, height: 30)
        return try await console.press(first).type(folder.path + "/")
    }

    /// The names in the list, from the top.
    private func names(_ console: Console) -> [String] {
        let rows = console.screen.rows
        let header = rows.firstIndex { $0.contains("Changed") } ?? 0
        return rows[(header + 1)...].prefix { !$0.trimmingCharacters(in: .whitespaces).isEmpty }
            .compactMap {
                $0.replacing("▌", with: " ").split(separator: "  ").first
                    .map { $0.trimmingCharacters(in: .whitespaces) }
            }
    }

    @Test("exports are on top, the newest first, then folders, then the rest; Enter takes the path into the field")
    func order() async throws {
        try folder.file("old.zip", secondsAgo: 9_000)
        try folder.file("new.zip")
        try folder.file("picture.png")
        try folder.file(".hidden.zip")
        try folder.folder("beta")
        try folder.folder("alpha")
        let console = try await console()
        try await console.press(.control("o"))
        #expect(names(console) == ["../", "new.zip", "old.zip", "alpha/", "beta/", "picture.png"])
        #expect(console.cursorRow.contains("new.zip"))
        try await console.press(".")
        #expect(names(console).contains(".hidden.zip"))
        try await console.press(".", "G", .enter)
        console.expectRow("File \(folder.path)/picture.png")
        console.expectNone("Changed")
        // What is typed goes on where the list was opened.
        try await console.type("x")
        console.expectRow("File \(folder.path)/picture.pngx")
    }

    @Test("Enter opens folders, h goes up to the folder it came from, Esc closes the list and keeps what was typed")
    func folders() async throws {
        try folder.folder("alpha")
        try folder.folder("beta")
        try folder.file("beta/export.zip")
        let console = try await console()
        try await console.press(.control("o"), "j", .enter)
        console.expectRow("\(folder.path)/beta")
        #expect(names(console) == ["../", "export.zip"])
        try await console.press("h")
        #expect(console.cursorRow.contains("beta/"))
        try await console.press(.enter, "k", .enter)
        #expect(console.cursorRow.contains("beta/"))
        try await console.press(.escape)
        console.expectRow("File \(folder.path)/")
        console.expectNone("Changed")
    }

    @Test("a filter finds names in any case, Esc takes it away, and a name that isn't there is told")
    func filter() async throws {
        try folder.file("Health.zip")
        try folder.file("other.zip")
        let console = try await console()
        try await console.press(.control("o"), "/").type("heal")
        #expect(names(console) == ["Health.zip"])
        try await console.type("x")
        console.expectRow("No name has that.")
        try await console.press(.escape)
        #expect(names(console).count == 3)
        try await console.press("/").type("OTHER").press(.enter, .enter)
        console.expectRow("File \(folder.path)/other.zip")
    }

    @Test("a folder that can't be read, is gone, or leads in circles is reported, and the way up stays")
    func trouble() async throws {
        try folder.folder("gone")
        try folder.folder("loop")
        symlink("..", folder.path + "/loop/back")
        symlink("circle", folder.path + "/circle")
        let console = try await console()
        try await console.press(.control("o"), "/").type("gone").press(.enter)
        rmdir(folder.path + "/gone")
        try await console.press(.enter)
        console.expectRow("\(folder.path)/gone: No such file or directory")
        try await console.press("h")
        #expect(names(console) == ["../", "loop/", "circle"])
        try await console.press("G", .enter)
        console.expectRow("This isn’t a file")
        try await console.press("k", .enter, .enter)
        // Through a link back up, the path is that of the folder itself.
        #expect(console.screen.rows.contains { $0.trimmingCharacters(in: .whitespaces) == folder.path })
        if getuid() != 0 {
            try folder.folder("secret")
            chmod(folder.path + "/secret", 0)
            try await console.press("h", .enter, "/").type("secret").press(.enter, .enter)
            console.expectRow("Permission denied")
        }
    }

    @Test("names that aren't UTF-8, have control characters or are very long are shown, and none steers the terminal")
    func names() async throws {
        let long = String(repeating: "n", count: 250) + ".zip"
        try folder.file(long)
        for name: [UInt8] in [[0xFF, 0xFE, 0x2E, 0x7A, 0x69, 0x70], [0x1B, 0x5B, 0x32, 0x4A, 0x2E, 0x7A, 0x69, 0x70]] {
            let path = Array(folder.path.utf8) + [0x2F] + name + [0]
            let descriptor = creat(path.map { CChar(bitPattern: $0) }, 0o600)
            close(descriptor)
        }
        let listing = try FolderListing.read(folder.path)
        #expect(listing.entries.count == 3)
        #expect(listing.entries.count(where: \.canBeTyped) == 1)
        let console = try await console()
        try await console.press(.control("o"), "G", .enter)
        console.expectRow("can’t be typed")
        try await console.press("k", .enter)
        console.expectRow("can’t be typed")
        try await console.press("k", .enter)
        try await console.press(.end)
        console.expectRow("nnn.zip")
    }

    @Test("a folder of very many files is listed, scrolled and filtered")
    func many() async throws {
        let store = TestStore()
        var environment = store.environment()
        environment.listFolder = { path in
            let entries = (0..<20_000)
                .map {
                    FolderListing.Entry(
                        "file-\($0).zip",
                        .file,
                        size: $0,
                        modified: Date(timeIntervalSince1970: Double($0))
                    )
                }
            return .success(FolderListing(folder: path, entries: entries))
        }
        let console = try await Console.start(environment, width: 100, height: 30)
        try await console.press("6", .control("o"))
        #expect(console.cursorRow.contains("file-19999.zip"))
        try await console.press("G")
        #expect(console.cursorRow.contains("file-0.zip"))
        try await console.press("/").type("-777.").press(.enter, .enter)
        console.expectRow("file-777.zip")
    }

    @Test("an export is saved in the folder that is chosen, under the name that was typed")
    func export() async throws {
        try folder.folder("backup")
        let console = try await Console.start(TestStore().environment(), width: 120, height: 30)
        try await console.press(":").type("export").press(.enter).type(folder.path + "/mine.zip")
        try await console.press(.control("o"))
        console.expectRow("Save mine.zip here")
        try await console.press("j", "j", .enter)
        console.expectRow("\(folder.path)/backup")
        #expect(console.cursorRow.contains("Save mine.zip here"))
        try await console.press(.enter)
        console.expectRow("File \(folder.path)/backup/mine.zip")
    }

    @Test("the nearest folder of a path that doesn't exist is found")
    func nearest() throws {
        #expect(FolderListing.nearest(folder.path + "/none/at/all") == folder.path)
        #expect(FolderListing.nearest("/none") == "/")
        #expect(FolderListing.nearest("") == FileManager.default.currentDirectoryPath)
    }
}
