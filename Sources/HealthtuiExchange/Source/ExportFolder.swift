import Foundation

/// The folder of an unpacked export.
struct ExportFolder {
    let path: String

    /// The maximum depth of the search: the unpacked archive may be in a separate folder, and has subfolders.
    private static let deepest = 4

    /// The main file of a folder.
    struct Main {
        let name: String
        let size: UInt64?
        let reader: any ChunkReader
        let encoding: TextEncoding
    }

    /// Finds the main file; the rest is read after it.
    ///
    /// - Returns: The main file, open.
    /// - Throws: `ExportSourceError`.
    func findMain() throws -> Main {
        var beside: [ExportSideFile] = []
        var main: (name: String, size: UInt64?, descriptor: Int32, peek: ContentPeek)?
        var looked: [String] = []
        var contents = ExportContents()
        var failures: [ExportSourceError] = []
        for name in try files(&contents) {
            let member = ExportMember(path: name)
            if member.isDecoy { continue }
            guard member.isXML else {
                beside.append(ExportSideFile(path: name, kind: member.kind))
                continue
            }
            let (descriptor, status): (Int32, stat)
            do {
                (descriptor, status) = try FileReader.open(path + "/" + name, as: path + "/" + name)
            } catch let failure as ExportSourceError {
                // It may be a file other than the main file.
                failures.append(failure)
                contents.passOver(name)
                continue
            }
            guard let peek = try? FileReader.peek(descriptor) else {
                CDescriptor.close(descriptor)
                contents.passOver(name)
                continue
            }
            if main == nil, peek.isExport {
                main = (name, UInt64(max(0, status.st_size)), descriptor, peek)
                continue
            }
            CDescriptor.close(descriptor)
            looked.append(name)
            let kind: ExportContents.Kind =
                peek.isExport ? .furtherExport : peek.isClinicalDocument ? .clinicalDocument : .other
            beside.append(ExportSideFile(path: name, kind: kind))
        }
        guard let main else {
            if let first = failures.first { throw first }
            let reason =
                looked.isEmpty
                ? "the folder contains no .xml file"
                : "no <HealthData> element in \(looked[0])\(looked.count == 1 ? "" : " and \(looked.count - 1) more .xml files")"
            throw ExportSourceError(code: .notAnExport, path: path, reason: reason)
        }
        let reader = FileReader(
            descriptor: main.descriptor,
            peeked: main.peek.bytes,
            folder: path,
            files: beside,
            contents: contents
        )
        return Main(name: main.name, size: main.size, reader: reader, encoding: main.peek.encoding)
    }

    /// The files of an export next to its main file, if the person names that file and not the folder.
    ///
    /// Only files in an export's usual locations are included: anything else in the folder may be unrelated.
    ///
    /// - Returns: The files, and the links that lead out of the folder.
    func filesBeside(_ main: String) -> (files: [ExportSideFile], contents: ExportContents) {
        let place = path.isEmpty ? "." : path
        let names = [ExportLayout.routes, ExportLayout.electrocardiograms, ExportLayout.clinicalRecords]
        var contents = ExportContents()
        var found = names.flatMap { files(of: $0, in: place, &contents) }
        let document = (ExportLayout.document as NSString).lastPathComponent
        let isOther = (main as NSString).lastPathComponent != document
        if isOther, leadsOut(document) {
            contents.refuse(link: document)
        } else if isOther {
            switch isClinicalDocument(place + "/" + document) {
            case true?: found.append(ExportSideFile(path: document, kind: .clinicalDocument))
            case false?: break
            case nil: contents.passOver(document)
            }
        }
        // Other programs have folders of this name too.
        if !found.isEmpty { found += files(of: ExportLayout.attachments, in: place, &contents) }
        return (found, contents)
    }

    private func files(of folder: String, in place: String, _ contents: inout ExportContents) -> [ExportSideFile] {
        var status = stat()
        guard lstat(place + "/" + folder, &status) == 0, status.st_mode & S_IFMT == S_IFDIR else { return [] }
        guard let names = try? FileManager.default.contentsOfDirectory(atPath: place + "/" + folder) else {
            contents.passOver(folder)
            return []
        }
        return names.sorted()
            .compactMap { name in
                let member = ExportMember(path: folder + "/" + name)
                let file = ExportSideFile(path: member.path, kind: member.kind)
                guard !member.isDecoy, file.isRead, stat(place + "/" + file.path, &status) == 0,
                    status.st_mode & S_IFMT == S_IFREG
                else { return nil }
                guard !leadsOut(file.path) else {
                    contents.refuse(link: file.path)
                    return nil
                }
                return file
            }
    }

    /// Whether a file is a clinical document, or `nil` if it exists and can't be read.
    private func isClinicalDocument(_ file: String) -> Bool? {
        var status = stat()
        guard lstat(file, &status) == 0 else { return false }
        guard let (descriptor, opened) = try? FileReader.open(file, as: file) else { return nil }
        defer { CDescriptor.close(descriptor) }
        guard opened.st_mode & S_IFMT == S_IFREG else { return false }
        return (try? FileReader.peek(descriptor))?.isClinicalDocument
    }

    /// Whether a file is a link to something outside of the folder.
    ///
    /// The export may come from another person, with links to any of this person's files.
    func leadsOut(_ relative: String) -> Bool {
        let place = path.isEmpty ? "." : path
        var status = stat()
        guard lstat(place + "/" + relative, &status) == 0, status.st_mode & S_IFMT == S_IFLNK,
            let folder = realpath(place, nil)
        else { return false }
        defer { free(folder) }
        guard let file = realpath(place + "/" + relative, nil) else { return false }
        defer { free(file) }
        let root = String(cString: folder)
        return !String(cString: file).hasPrefix(root == "/" ? root : root + "/")
    }

    /// The files below the folder, nearest first, then by name.
    ///
    /// Links to folders aren't followed, links to files only where they stay in the folder.
    private func files(_ contents: inout ExportContents) throws -> [String] {
        var found: [String] = []
        var folders = [""]
        for depth in 0...ExportFolder.deepest where !folders.isEmpty {
            var deeper: [String] = []
            for folder in folders {
                let names: [String]
                do {
                    names = try FileManager.default.contentsOfDirectory(atPath: path + "/" + folder).sorted()
                } catch {
                    if depth > 0 {
                        contents.passOver(folder)
                        continue
                    }
                    throw ExportSourceError(code: .unreadable, path: path, reason: "the folder can't be listed")
                }
                for name in names {
                    let relative = folder.isEmpty ? name : folder + "/" + name
                    var status = stat()
                    guard lstat(path + "/" + relative, &status) == 0 else { continue }
                    if status.st_mode & S_IFMT == S_IFDIR {
                        deeper.append(relative)
                        continue
                    }
                    if leadsOut(relative) {
                        if !ExportMember(path: relative).isDecoy { contents.refuse(link: relative) }
                        continue
                    }
                    if stat(path + "/" + relative, &status) == 0, status.st_mode & S_IFMT == S_IFREG {
                        found.append(relative)
                    }
                }
            }
            folders = deeper
        }
        return found
    }
}
