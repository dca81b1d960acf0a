import Foundation
import Glibc
import HealthKit

/// The files in the folders of a study.
///
/// A folder that can't be listed isn't an empty one: what it holds would be counted as never collected, or be left behind.
enum FolderNames {
    /// Lists a folder.
    ///
    /// - Parameters:
    ///   - path: The folder.
    ///   - mayBeMissing: Whether a folder that isn't there is an empty one.
    /// - Returns: The names in it, in no certain order.
    /// - Throws: ``StudyError`` when it can't be listed.
    static func names(in path: String, mayBeMissing: Bool) throws -> [String] {
        var status = stat()
        // The loop of a link and a folder that nobody may enter are no missing folders.
        if mayBeMissing, lstat(path, &status) != 0, errno == ENOENT { return [] }
        do {
            return try FileManager.default.contentsOfDirectory(atPath: path)
        } catch {
            let why = "the folder can't be listed; check that it's there and that you may read it"
            throw StudyError(path.printable, why)
        }
    }
}
