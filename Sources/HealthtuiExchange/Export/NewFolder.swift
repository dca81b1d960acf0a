import Foundation
import Glibc

/// A folder that is created completely or not at all: filled under a temporary name next to its path, then renamed.
package struct NewFolder: Sendable {
    /// The folder's final path.
    package let path: String
    /// The path where the folder is filled.
    package let temporaryPath: String

    /// Checks that the folder may be created and creates an empty one (mode 0700) next to its path.
    ///
    /// - Parameter path: The folder's final path; there may be nothing there except an empty folder.
    /// - Throws: ``ExportError``.
    package init(at path: String) throws {
        let path = URL(fileURLWithPath: path).standardizedFileURL.path
        self.path = path
        let parent = (path as NSString).deletingLastPathComponent
        let name = ".\((path as NSString).lastPathComponent).\(getpid())-\(UInt32.random(in: 0...UInt32.max)).partial"
        temporaryPath = (parent as NSString).appendingPathComponent(name)
        var isFolder: ObjCBool = false
        if FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) {
            guard isFolder.boolValue else {
                throw ExportError("\(path): a file of this name exists. Choose another name.")
            }
            guard try FileManager.default.contentsOfDirectory(atPath: path).isEmpty else {
                throw ExportError("\(path): the folder exists and is not empty. Choose another name.")
            }
        }
        guard mkdir(temporaryPath, 0o700) == 0 else {
            throw ExportError("\(path): \(String(cString: strerror(errno)))")
        }
    }

    /// Moves the folder to its final path.
    ///
    /// - Throws: ``ExportError``; the final path is then unchanged.
    package func finish() throws {
        guard rename(temporaryPath, path) == 0 else {
            throw ExportError("\(path): \(String(cString: strerror(errno)))")
        }
    }

    /// Removes the partial folder if possible; otherwise its name shows that it is incomplete.
    package func discard() { try? FileManager.default.removeItem(atPath: temporaryPath) }
}
