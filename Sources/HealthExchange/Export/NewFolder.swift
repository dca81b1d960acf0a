import Foundation
import Glibc

/// A folder that comes into being whole or not at all: filled under another name beside its place, then moved there.
package struct NewFolder: Sendable {
    /// Where the folder is to be.
    package let path: String
    /// Where it is filled.
    package let temporaryPath: String

    /// Checks that the folder may be made and makes an empty one (mode 0700) beside its place.
    ///
    /// - Parameter path: Where the folder is to be; nothing may be there but an empty folder.
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

    /// Moves the folder to its place.
    ///
    /// - Throws: ``ExportError``; the folder's place is then as it was.
    package func finish() throws {
        guard rename(temporaryPath, path) == 0 else {
            throw ExportError("\(path): \(String(cString: strerror(errno)))")
        }
    }

    /// Removes what was written, as far as it can be: its name says that it isn't whole.
    package func discard() { try? FileManager.default.removeItem(atPath: temporaryPath) }
}
