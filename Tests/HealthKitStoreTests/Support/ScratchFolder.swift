import Foundation

/// A folder for one test, which goes with it.
struct ScratchFolder {
    let root: URL

    static func with<T>(_ body: (ScratchFolder) throws -> T) throws -> T {
        let root = FileManager.default.temporaryDirectory.appendingPathComponent("store-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: root, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: root) }
        return try body(ScratchFolder(root: root))
    }

    func url(_ name: String) -> URL { root.appendingPathComponent(name) }

    func path(_ name: String) -> String { url(name).path }

    /// The names in it, in order.
    func names() throws -> [String] { try FileManager.default.contentsOfDirectory(atPath: root.path).sorted() }
}

/// What is kept in the repository for tests.
enum Fixtures {
    static let stores = URL(fileURLWithPath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        .appendingPathComponent("Fixtures/stores")
}
