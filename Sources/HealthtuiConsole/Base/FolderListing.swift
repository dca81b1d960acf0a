import Foundation
import Glibc
import HealthKit

/// The contents of a folder, as far as they matter for choosing a file.
package struct FolderListing: Sendable, Hashable {
    /// Something in the folder.
    package struct Entry: Sendable, Hashable {
        package enum Kind: Sendable, Hashable {
            case folder
            case file
            /// A device, a socket, or a broken link.
            case other
        }

        /// The name, with invalid UTF-8 and control characters replaced.
        package let name: String
        package let kind: Kind
        /// In bytes.
        package let size: Int
        package let modified: Date
        /// Whether a path of this name can be typed.
        package let canBeTyped: Bool
        /// The name in lower case, for filters.
        fileprivate let folded: [UInt8]

        package var isHidden: Bool { name.hasPrefix(".") }

        package init(_ name: String, _ kind: Kind, size: Int = 0, modified: Date, canBeTyped: Bool = true) {
            self.name = name
            self.kind = kind
            self.size = size
            self.modified = modified
            self.canBeTyped = canBeTyped
            folded = Array(name.lowercased().utf8)
        }
    }

    /// Why a folder can't be listed.
    package struct Problem: Error, Sendable, Hashable {
        package let folder: String
        package let reason: String
    }

    /// The folder, without links in its path.
    package let folder: String
    package let entries: [Entry]

    package init(folder: String, entries: [Entry]) { (self.folder, self.entries) = (folder, entries) }

    /// The folder above; `nil` for the root.
    package var parent: String? {
        guard folder != "/", let slash = folder.lastIndex(of: "/") else { return nil }
        return slash == folder.startIndex ? "/" : String(folder[..<slash])
    }

    /// The path of an entry.
    package func path(of name: String) -> String { folder == "/" ? "/" + name : folder + "/" + name }

    /// Reads a folder.
    ///
    /// Symbolic links are resolved, so that a link to a parent folder doesn't make paths grow forever.
    ///
    /// - Parameter path: The folder.
    /// - Returns: The contents, in no particular order.
    /// - Throws: ``Problem``.
    package static func read(_ path: String) throws(Problem) -> FolderListing {
        func problem() -> Problem { Problem(folder: path, reason: String(cString: strerror(errno))) }
        guard let real = realpath(path, nil) else { throw problem() }
        defer { free(real) }
        guard let folder = String(validatingCString: real) else {
            throw Problem(folder: path, reason: FileBrowserStrings.notUTF8)
        }
        guard let stream = opendir(real) else { throw problem() }
        defer { closedir(stream) }
        var entries: [Entry] = []
        while let found = readdir(stream) {
            let bytes = withUnsafeBytes(of: &found.pointee.d_name) { Array($0.prefix { $0 != 0 }) }
            guard bytes != [0x2E], bytes != [0x2E, 0x2E] else { continue }
            entries.append(entry(bytes, in: dirfd(stream)))
        }
        return FolderListing(folder: folder, entries: entries)
    }

    private static func entry(_ bytes: [UInt8], in folder: Int32) -> Entry {
        var status = stat()
        let isThere = fstatat(folder, bytes.map { CChar(bitPattern: $0) } + [0], &status, 0) == 0
        let text = String(validating: bytes, as: UTF8.self)
        let name = (text ?? String(decoding: bytes, as: UTF8.self)).printable
        let kind: Entry.Kind =
            switch (isThere, status.st_mode & S_IFMT) {
            case (true, S_IFDIR): .folder
            case (true, S_IFREG): .file
            default: .other
            }
        return Entry(
            name,
            kind,
            size: isThere ? Int(status.st_size) : 0,
            modified: Date(timeIntervalSince1970: Double(status.st_mtim.tv_sec)),
            canBeTyped: text == name && name.last?.isWhitespace == false
        )
    }

    /// The nearest folder at or above a path that exists.
    ///
    /// - Parameter path: An absolute path, or one below the current folder.
    /// - Returns: A folder; the root where nothing else is there.
    package static func nearest(_ path: String) -> String {
        let current = FileManager.default.currentDirectoryPath
        var path = path.hasPrefix("/") ? path : path.isEmpty ? current : current + "/" + path
        while path != "/", !path.isEmpty {
            var isFolder: ObjCBool = false
            if FileManager.default.fileExists(atPath: path, isDirectory: &isFolder), isFolder.boolValue {
                return path
            }
            path = path.lastIndex(of: "/").map { String(path[..<$0]) } ?? ""
        }
        return "/"
    }
}

extension FolderListing.Entry {
    /// Whether the name has a text, in whatever case.
    func matches(_ folded: [UInt8]) -> Bool {
        guard !folded.isEmpty else { return true }
        return self.folded.withUnsafeBufferPointer { all in
            folded.withUnsafeBufferPointer { wanted in
                guard all.count >= wanted.count else { return false }
                return (0...(all.count - wanted.count))
                    .contains { begin in
                        wanted.indices.allSatisfy { all[begin + $0] == wanted[$0] }
                    }
            }
        }
    }
}
