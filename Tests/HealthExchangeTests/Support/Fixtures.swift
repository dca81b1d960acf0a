import Foundation

/// Where the tests' inputs lie.
enum Fixtures {
    /// `Tests/Fixtures` of this package.
    static let own = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().appending(path: "Fixtures")

    /// The fixtures of other authors, which are not part of the package; `nil` where they are not at hand.
    static let shared: URL? = {
        if let path = ProcessInfo.processInfo.environment["HEALTHKIT_SHARED"] {
            return existing(URL(filePath: path).appending(path: "fixtures"))
        }
        var folder = URL(filePath: #filePath).deletingLastPathComponent()
        while folder.path != "/" {
            if let found = existing(folder.appending(path: "shared/fixtures")) { return found }
            folder = folder.deletingLastPathComponent()
        }
        return nil
    }()

    static var hasShared: Bool { shared != nil }

    /// The bytes of a file of this package.
    static func bytes(_ name: String) throws -> [UInt8] {
        Array(try Data(contentsOf: own.appending(path: name)))
    }

    /// The bytes of a file of other authors.
    static func sharedBytes(_ name: String) throws -> [UInt8] {
        Array(try Data(contentsOf: sharedURL(name)))
    }

    static func sharedURL(_ name: String) throws -> URL {
        guard let shared else { throw CocoaError(.fileNoSuchFile) }
        return shared.appending(path: name)
    }

    private static func existing(_ url: URL) -> URL? {
        FileManager.default.fileExists(atPath: url.path) ? url : nil
    }
}

/// A folder that goes away again.
final class TemporaryFolder {
    let url: URL

    init() throws {
        url = FileManager.default.temporaryDirectory.appending(path: "health-exchange-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    }

    deinit {
        try? FileManager.default.removeItem(at: url)
    }

    /// Writes a file, with the folders above it.
    func write(_ bytes: some Sequence<UInt8>, to name: String) throws -> String {
        let file = url.appending(path: name)
        try FileManager.default.createDirectory(
            at: file.deletingLastPathComponent(),
            withIntermediateDirectories: true
        )
        try Data(bytes).write(to: file)
        return file.path
    }
}
