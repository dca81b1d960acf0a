import Foundation

/// A path that was identified as an export, with a reader for its main file.
struct OpenedExport {
    let mainName: String
    let totalBytes: UInt64?
    let reader: any ChunkReader

    /// Identifies the export at a path.
    ///
    /// - Parameters:
    ///   - path: A zip archive, an XML file, a folder or `-` for standard input.
    ///   - beginning: The bytes already read from standard input to identify it.
    /// - Throws: `ExportSourceError`.
    init(path: String, beginning: [UInt8] = []) throws {
        if path == OpenedExport.standardInput {
            let descriptor = fcntl(STDIN_FILENO, F_DUPFD_CLOEXEC, 0)
            var status = stat()
            guard descriptor >= 0, fstat(descriptor, &status) == 0 else {
                throw ExportSourceError(code: .unreadable, path: path, reason: FileReader.systemMessage())
            }
            try self.init(path: "standard input", descriptor, status, beginning: beginning)
            return
        }
        let (descriptor, status) = try FileReader.open(path, as: path)
        try self.init(path: path, descriptor, status, hasPlace: true)
    }

    /// Identifies the export that an open file is.
    ///
    /// - Parameters:
    ///   - name: Its name in errors.
    ///   - descriptor: The file, which stays the caller's.
    /// - Throws: `ExportSourceError`.
    init(name: String, descriptor: Int32) throws {
        let copy = fcntl(descriptor, F_DUPFD_CLOEXEC, 0)
        var status = stat()
        guard copy >= 0, fstat(copy, &status) == 0, lseek(copy, 0, SEEK_SET) == 0 else {
            throw ExportSourceError(code: .unreadable, path: name, reason: FileReader.systemMessage())
        }
        try self.init(path: name, copy, status)
    }

    /// The path that means standard input.
    static let standardInput = "-"

    /// Identifies the export behind a descriptor.
    ///
    /// - Parameters:
    ///   - path: The name to use in errors.
    ///   - descriptor: The open descriptor.
    ///   - status: Its status.
    ///   - hasPlace: Whether the path is its location, so that there may be files next to it.
    ///   - beginning: The bytes already read from it.
    /// - Throws: `ExportSourceError`.
    private init(
        path: String,
        _ descriptor: Int32,
        _ status: stat,
        hasPlace: Bool = false,
        beginning: [UInt8] = []
    ) throws {
        if status.st_mode & S_IFMT == S_IFDIR {
            CDescriptor.close(descriptor)
            let folder = ExportFolder(path: path)
            let main = try folder.findMain()
            self.init(mainName: main.name, size: main.size, reader: main.reader, encoding: main.encoding)
            return
        }
        let size = status.st_mode & S_IFMT == S_IFREG ? UInt64(max(0, status.st_size)) : nil
        let peek: ContentPeek
        do {
            peek = try FileReader.peek(descriptor, beginning: beginning)
        } catch {
            CDescriptor.close(descriptor)
            let reason = (error as? ChunkReaderFailure)?.reason ?? "\(error)"
            throw ExportSourceError(code: .unreadable, path: path, reason: reason)
        }
        if ReadableKind.isArchive(peek.bytes) {
            let isFile = size != nil && lseek(descriptor, 0, SEEK_SET) == 0
            let file =
                isFile ? descriptor : try SpooledInput.copy(descriptor, beginning: peek.bytes, path: path)
            let members = DirectMembers(descriptor: file)
            let reader = try ArchiveReader(path: path, descriptor: file, members: members)
            self.init(mainName: reader.mainName, size: size, reader: reader, encoding: reader.mainEncoding)
            return
        }
        guard peek.isExport else {
            CDescriptor.close(descriptor)
            let reason =
                peek.bytes.isEmpty
                ? "the file is empty"
                : peek.reasonAlone ?? "no <HealthData> element in \(ContentPeek.extent(peek.bytes.count))"
            throw ExportSourceError(code: .notAnExport, path: path, reason: reason)
        }
        let folder = ExportFolder(path: (path as NSString).deletingLastPathComponent)
        let beside = hasPlace && size != nil ? folder.filesBeside(path) : (files: [], contents: ExportContents())
        let reader = FileReader(
            descriptor: descriptor,
            peeked: peek.bytes,
            folder: folder.path.isEmpty ? "." : folder.path,
            files: beside.files,
            contents: beside.contents
        )
        let name = (path as NSString).lastPathComponent
        self.init(mainName: name, size: size, reader: reader, encoding: peek.encoding)
    }

    private init(mainName: String, size: UInt64?, reader: any ChunkReader, encoding: TextEncoding) {
        self.mainName = mainName
        totalBytes = size
        self.reader = encoding == .utf8 ? reader : UTF16Reader(reader, encoding)
    }
}
