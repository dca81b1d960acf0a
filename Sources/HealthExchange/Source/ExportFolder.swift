import Foundation

/// The folder that an export unpacks to.
struct ExportFolder {
    let path: String

    /// How deep files are looked for: the unpacked archive may sit in a folder of its own, and has folders inside.
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
        for name in try files() {
            let member = ExportMember(path: name)
            if member.isDecoy { continue }
            guard member.isXML else {
                beside.append(ExportSideFile(path: name, kind: member.kind))
                continue
            }
            let (descriptor, status) = try OpenedExport.open(path + "/" + name, as: path + "/" + name)
            let peek = (try? FileReader.peek(descriptor)) ?? ContentPeek(bytes: [])
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
            let reason =
                looked.isEmpty
                ? "the folder holds no .xml file"
                : "no <HealthData> element in \(looked[0])\(looked.count == 1 ? "" : " and \(looked.count - 1) more .xml files")"
            throw ExportSourceError(code: .notAnExport, path: path, reason: reason)
        }
        let reader = FileReader(
            descriptor: main.descriptor,
            peeked: main.peek.bytes,
            folder: path,
            files: beside
        )
        return Main(name: main.name, size: main.size, reader: reader, encoding: main.peek.encoding)
    }

    /// The files below the folder, nearest first, then by name.
    ///
    /// Links are followed for files, not for folders.
    private func files() throws -> [String] {
        var found: [String] = []
        var folders = [""]
        for depth in 0...ExportFolder.deepest where !folders.isEmpty {
            var deeper: [String] = []
            for folder in folders {
                let names: [String]
                do {
                    names = try FileManager.default.contentsOfDirectory(atPath: path + "/" + folder).sorted()
                } catch {
                    if depth > 0 { continue }
                    throw ExportSourceError(code: .unreadable, path: path, reason: "the folder cannot be listed")
                }
                for name in names {
                    let relative = folder.isEmpty ? name : folder + "/" + name
                    var status = stat()
                    guard lstat(path + "/" + relative, &status) == 0 else { continue }
                    if status.st_mode & S_IFMT == S_IFDIR {
                        deeper.append(relative)
                    } else if stat(path + "/" + relative, &status) == 0, status.st_mode & S_IFMT == S_IFREG {
                        found.append(relative)
                    }
                }
            }
            folders = deeper
        }
        return found
    }
}
