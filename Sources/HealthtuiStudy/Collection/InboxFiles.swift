import Foundation
import Glibc
import HealthKit

/// Finds contributions by what they hold, whatever they are called and however deep they lie.
struct InboxFiles {
    /// A file that may be a contribution.
    struct File: Sendable {
        let path: String
        /// Its name below the folder that was named.
        let name: String
    }

    /// Files to open.
    ///
    /// A problem with one of them is reported when it is opened.
    private(set) var files: [File] = []
    /// Files in the folders that aren't contributions: the name, and the reason.
    private(set) var skipped: [(name: String, why: String)] = []
    /// Folders in them that can't be listed, in which there may be contributions.
    private(set) var closed: [(name: String, why: String)] = []
    /// The researcher's folder, whose own files are no one's contributions.
    private let study: String

    /// Looks through files and folders.
    ///
    /// - Parameters:
    ///   - inputs: Files, which are taken as contributions whatever they hold, and folders.
    ///   - study: The researcher's folder.
    /// - Throws: ``StudyError`` for an input that isn't there, and for a folder that can't be listed.
    init(_ inputs: [String], study: StudyFolder) throws {
        self.study = Self.real(study.path)
        for input in inputs {
            var status = stat()
            guard stat(input, &status) == 0 else {
                let reason = errno == ENOENT ? "not found" : String(cString: strerror(errno))
                throw StudyError(input.printable, reason)
            }
            if status.st_mode & S_IFMT == S_IFDIR {
                try look(through: input)
            } else {
                files.append(File(path: input, name: (input as NSString).lastPathComponent))
            }
        }
    }

    /// The path without links; folders are compared by it.
    private static func real(_ path: String) -> String { URL(fileURLWithPath: path).resolvingSymlinksInPath().path }

    /// Looks through a folder and those in it.
    private mutating func look(through folder: String) throws {
        // Below the folder: its own name is the person's to know.
        var waiting = [""]
        while let place = waiting.popLast() {
            let path = place.isEmpty ? folder : folder + "/" + place
            let names: [String]
            do {
                names = try FileManager.default.contentsOfDirectory(atPath: path).sorted()
            } catch {
                let why = "the folder can't be listed; look at its permissions"
                guard !place.isEmpty else { throw StudyError(path.printable, why) }
                closed.append((place, why))
                continue
            }
            let isStudy = Self.real(path) == study
            var folders: [String] = []
            for name in names where !(isStudy && OwnFiles.has(name)) {
                let below = place.isEmpty ? name : place + "/" + name
                if isFolder(path + "/" + name, below) { folders.append(below) }
            }
            waiting += folders.reversed()
        }
    }

    /// Notes a file; `true` for a folder.
    private mutating func isFolder(_ path: String, _ name: String) -> Bool {
        var (own, status) = (stat(), stat())
        guard lstat(path, &own) == 0, stat(path, &status) == 0 else {
            skipped.append((name, "not found: it is a link to nothing, or was just removed"))
            return false
        }
        switch status.st_mode & S_IFMT {
        case S_IFDIR:
            // A link can lead back to where it lies.
            guard own.st_mode & S_IFMT == S_IFDIR else {
                skipped.append((name, "a link to a folder; name that folder"))
                return false
            }
            return true
        case S_IFREG:
            if Self.isContribution(path) {
                files.append(File(path: path, name: name))
            } else {
                skipped.append((name, status.st_size == 0 ? "an empty file" : "not a contribution"))
            }
        default: skipped.append((name, "not a file"))
        }
        return false
    }

    /// Whether a file says that it is a contribution, in its first bytes or by its name.
    ///
    /// One that can't be read counts as one too: nobody knows what it holds.
    private static func isContribution(_ path: String) -> Bool {
        if path.hasSuffix(ContributionFile.nameEnd) || path.hasSuffix(ContributionFile.withdrawalEnd) { return true }
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else { return true }
        defer { close(descriptor) }
        var first = [UInt8](repeating: 0, count: ContributionFile.family.count)
        let count = pread(descriptor, &first, first.count, 0)
        return count < 0 || Array(first.prefix(count)) == ContributionFile.family
    }
}
