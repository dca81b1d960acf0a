import Foundation
import HealthtuiStudy

/// The file of a study, given by itself or by its researcher's folder.
enum StudyFile {
    /// Reads a study.
    ///
    /// - Parameter path: The file, or the folder that it is in.
    /// - Returns: The study, whose signature holds.
    /// - Throws: ``CommandFailure`` for a file that can't be read, `StudyError` for a file that isn't a study.
    static func read(_ path: String) throws -> SignedStudy {
        var isFolder: ObjCBool = false
        guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) else {
            throw CommandFailure(path, "file not found", status: ExitStatus.noInput)
        }
        return try SignedStudy(path: isFolder.boolValue ? path + "/study.json" : path)
    }
}
