import Foundation

/// A folder, an archive or a compressed file whose files are imported together.
package final class FileContainer {
    /// Its name, which the undo history has.
    package let name: String
    /// Its name in errors.
    private let path: String
    private let place: Place

    private enum Place {
        case folder(String)
        case file(Int32)
    }

    /// Opens the container at a path.
    ///
    /// - Parameter path: The path; the result is `nil` for a file by itself, for an export of the Health app, and for
    ///   an unreadable file.
    package init?(path: String) {
        var kind = stat()
        // Opening a pipe and closing it again would end whoever writes to it.
        guard path != OpenedExport.standardInput, stat(path, &kind) == 0,
            [S_IFDIR, S_IFREG].contains(kind.st_mode & S_IFMT),
            let (descriptor, status) = try? FileReader.open(path, as: path)
        else { return nil }
        let place: Place
        switch status.st_mode & S_IFMT {
        case S_IFDIR:
            CDescriptor.close(descriptor)
            // Of an unpacked export everything goes to its importer.
            guard Self.isNoExport(path) else { return nil }
            place = .folder(path)
        case S_IFREG where Self.isContainer(descriptor, path): place = .file(descriptor)
        default:
            CDescriptor.close(descriptor)
            return nil
        }
        self.place = place
        self.path = path
        name = URL(fileURLWithPath: path).lastPathComponent
    }

    /// Takes bytes that didn't come from a file.
    ///
    /// - Parameters:
    ///   - bytes: All of them.
    ///   - name: Their name; the result is `nil` for other bytes.
    /// - Throws: ``ImportError`` if there is no space for them.
    package convenience init?(_ bytes: [UInt8], named name: String) throws {
        guard ReadableKind.isArchive(bytes) || ReadableKind.isCompressed(bytes) else { return nil }
        let descriptor = try UnnamedFile.holding(MemberStream(bytes), in: NSTemporaryDirectory())
        self.init(descriptor, named: name)
    }

    /// Reads standard input into an anonymous file.
    ///
    /// - Parameter beginning: Its first bytes; the result is `nil` where it begins as no container does.
    /// - Throws: `ExportSourceError` where it can't be read or kept.
    package convenience init?(standardInput beginning: [UInt8]) throws {
        guard ReadableKind.isArchive(beginning) || ReadableKind.isCompressed(beginning) else { return nil }
        let input = fcntl(STDIN_FILENO, F_DUPFD_CLOEXEC, 0)
        guard input >= 0 else {
            throw ExportSourceError(code: .unreadable, path: Self.input, reason: FileReader.systemMessage())
        }
        self.init(try SpooledInput.copy(input, beginning: beginning, path: Self.input), named: Self.input)
    }

    private static let input = "standard input"

    private init(_ descriptor: Int32, named name: String) {
        place = .file(descriptor)
        (self.name, path) = (name, name)
    }

    deinit {
        if case .file(let descriptor) = place { CDescriptor.close(descriptor) }
    }

    private static func isContainer(_ descriptor: Int32, _ path: String) -> Bool {
        guard let beginning = FilePart.bytes(of: descriptor, at: 0, count: 4) else { return false }
        if ReadableKind.isCompressed(beginning) { return true }
        return ReadableKind.isArchive(beginning) && !ReadableKind.isExport(archive: descriptor, named: path)
    }

    /// Whether a folder can be read and holds no export of the Health app.
    private static func isNoExport(_ folder: String) -> Bool {
        do {
            _ = try OpenedExport(path: folder)
            return false
        } catch let error as ExportSourceError {
            return error.code == .notAnExport
        } catch {
            return false
        }
    }

    /// Whether it is an export of the Health app, which is only possible for standard input.
    package var isExport: Bool {
        guard case .file(let descriptor) = place else { return false }
        return ReadableKind.isExport(archive: descriptor, named: path)
    }

    /// The export that it is.
    ///
    /// - Returns: The export, to be read once.
    /// - Throws: `ExportSourceError` if it isn't an export.
    func export() throws -> ExportSource {
        guard case .file(let descriptor) = place else { throw failure() }
        return try ExportSource(name: path, descriptor: descriptor)
    }

    /// Visits everything in it.
    ///
    /// - Parameters:
    ///   - spoolFolder: The folder on whose disk archives in archives are unpacked.
    ///   - isCancelled: Asked before each file.
    ///   - visit: Called with each file found.
    /// - Throws: ``ContainerError``, `CancellationError`, and what the visit throws.
    func walk(
        spoolFolder: String,
        isCancelled: @escaping @Sendable () -> Bool,
        _ visit: @escaping (MemberWalk.Found) throws -> Void
    ) throws {
        let walk = MemberWalk(spoolFolder: spoolFolder, isCancelled: isCancelled, visit: visit)
        switch place {
        case .folder(let path): try walk.walk(folder: path)
        case .file(let descriptor): try walk.walk(file: descriptor, named: name)
        }
    }

    /// Whether it is an archive with a file that by its name may be the main file of an export.
    private var mayHoldExport: Bool {
        guard case .file(let descriptor) = place else { return false }
        return ZipDirectory(descriptor: descriptor)?.mayHoldExport ?? false
    }

    /// The reason that nothing of it can be imported, for an archive or a folder that isn't an export.
    ///
    /// - Parameters:
    ///   - limit: The limit that was reached before any file was recognized, with its location; `nil` for none.
    ///   - unread: The reasons, with their locations, that files in it can't be read, that of the limit among them.
    /// - Returns: The error.
    func failure(limit: String? = nil, unread: [String] = []) -> ExportSourceError {
        // Of what may be an export of the Health app, its reader knows more.
        if let first = limit ?? (mayHoldExport ? nil : unread.first) {
            let others = unread.count - 1
            let more = others == 0 ? "" : ". \(others) more \(others == 1 ? "file" : "files") can't be read either"
            return ExportSourceError(
                code: .unreadFiles,
                path: path,
                reason: "nothing in it is of a format that is read here, as far as it can be read. \(first)\(more)"
            )
        }
        do {
            switch place {
            case .folder(let path): _ = try OpenedExport(path: path)
            case .file(let descriptor):
                guard let beginning = FilePart.bytes(of: descriptor, at: 0, count: 4),
                    !ReadableKind.isCompressed(beginning)
                else { break }
                _ = try OpenedExport(name: path, descriptor: descriptor)
            }
        } catch let error as ExportSourceError {
            return error
        } catch {
            return ExportSourceError(code: .unreadable, path: path, reason: "\(error)")
        }
        return ExportSourceError(
            code: .notAnExport,
            path: path,
            reason: "no file in it is of a format that is read here"
        )
    }
}
