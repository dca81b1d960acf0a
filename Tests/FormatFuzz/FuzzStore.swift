import Foundation
import HealthKit

/// The store that damaged files are imported into, many into one, which stays whole whatever they say.
final class FuzzStore {
    nonisolated(unsafe) static let shared = FuzzStore()

    /// The store that takes imports now.
    private(set) var person = HKHealthStore.person(location: .memory).person
    private var folder: URL?
    private var path: String?
    private var count = 0

    /// Begins a store in a file.
    func begin(in folder: URL) {
        self.folder = folder
        count += 1
        let path = folder.appendingPathComponent("batch-\(count).store").path
        self.path = path
        person = HKHealthStore.person(location: .file(path)).person
    }

    /// Reads all of the store, as `healthtui doctor` does, and begins another.
    ///
    /// - Returns: What is wrong with it.
    /// - Throws: An error if it can't be read.
    func check() throws -> [String] {
        guard let path, let folder else { return [] }
        defer { begin(in: folder) }
        guard FileManager.default.fileExists(atPath: path) else { return [] }
        let problems = try StoreDoctor(path: path).check().problems.map { "\($0)" }
        if problems.isEmpty {
            for name in try FileManager.default.contentsOfDirectory(atPath: folder.path)
            where name.hasPrefix((path as NSString).lastPathComponent) {
                try FileManager.default.removeItem(at: folder.appendingPathComponent(name))
            }
        }
        return problems
    }
}
