import Foundation
import Glibc
import HealthStudy

/// The file of a study, given by itself or by its researcher's folder.
enum StudyFile {
    /// Reads a study.
    ///
    /// - Parameter path: The file, or the folder that it is in.
    /// - Returns: The study, whose signature holds.
    /// - Throws: ``CommandFailure`` for a file that can't be read, `StudyError` for what is no study.
    static func read(_ path: String) throws -> SignedStudy {
        var isFolder: ObjCBool = false
        guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) else {
            throw CommandFailure(path, "file not found", status: ExitStatus.noInput)
        }
        let file = isFolder.boolValue ? path + "/study.json" : path
        var status = stat()
        guard stat(file, &status) == 0, status.st_mode & S_IFMT == S_IFREG, status.st_size <= SignedStudy.mostBytes,
            let data = FileManager.default.contents(atPath: file)
        else { throw CommandFailure(file, "not a study; ask its researcher for study.json") }
        return try SignedStudy(data, named: file)
    }
}
