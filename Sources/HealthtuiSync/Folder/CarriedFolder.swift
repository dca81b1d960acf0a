import Foundation

/// Folders that another program reaches, which is asked.
package struct CarriedFolders: GroupFolders {
    /// Asks it.
    private let ask: (FolderQuestion) throws -> FolderReply
    /// The folder for temporary copies of files.
    private let scratch: String

    /// - Parameters:
    ///   - scratch: The path of a folder for prefetched files.
    ///   - ask: Asks the other program; an error from it ends the work.
    package init(scratch: String, asking ask: @escaping (FolderQuestion) throws -> FolderReply) {
        self.scratch = scratch
        self.ask = ask
    }

    package func require(_ path: String) throws { _ = try reply(to: .require(path: path)) }

    package func groups(in path: String) throws -> [SyncID] {
        guard case .groups(let names) = try reply(to: .groups(path: path)) else { throw Self.misunderstood }
        return names.compactMap { DiskFolder.id($0) }.sorted()
    }

    package func state(of group: SyncID, in path: String) throws -> FolderState {
        guard case .state(let state) = try reply(to: .state(path: path, group: group.description)) else {
            throw Self.misunderstood
        }
        return state
    }

    package func folder(of group: SyncID, in path: String) -> any GroupFolder {
        CarriedFolder(path: path, group: group, folders: self, scratch: scratch)
    }

    fileprivate func reply(to question: FolderQuestion) throws -> FolderReply {
        let reply = try ask(question)
        if case .failure(let code, let message) = reply {
            throw SyncError(SyncError.Code(rawValue: code) ?? .folder, message)
        }
        return reply
    }

    fileprivate static var misunderstood: SyncError {
        SyncError(.folder, "The program that reads the folder answered something else than what it was asked.")
    }
}

/// A group's folder that another program reaches.
///
/// Its files are listed once, so that all that one piece of work sees is one state of it.
private final class CarriedFolder: GroupFolder {
    private let path: String
    private let group: SyncID
    private let folders: CarriedFolders
    private let scratch: String
    private var listed: [SyncID: [FolderFile]]?
    /// The statements and answers that were read already.
    private var small: [GroupFile: Result<[UInt8], SyncError>] = [:]
    private var prefetched: PrefetchedFiles?

    /// The most bytes of a statement or an answer.
    private static let smallSize = 64 << 10

    init(path: String, group: SyncID, folders: CarriedFolders, scratch: String) {
        (self.path, self.group, self.folders, self.scratch) = (path, group, folders, scratch)
    }

    private func place(_ name: FileName, _ device: SyncID) -> FolderQuestion.FilePlace {
        FolderQuestion.FilePlace(
            path: path,
            group: group.description,
            device: device.description,
            name: name.description
        )
    }

    private func list() throws -> [SyncID: [FolderFile]] {
        if let listed { return listed }
        guard case .names(let found) = try folders.reply(to: .names(path: path, group: group.description)) else {
            throw CarriedFolders.misunderstood
        }
        var list: [SyncID: [FolderFile]] = [:]
        for files in found {
            if let device = DiskFolder.id(files.device) { list[device] = files.files.sorted { $0.name < $1.name } }
        }
        listed = list
        return list
    }

    func devices() throws -> [SyncID] { try list().keys.sorted() }

    func names(of device: SyncID) throws -> [String] { try list()[device]?.map(\.name) ?? [] }

    func files(of device: SyncID) throws -> [FolderFile] { try list()[device] ?? [] }

    func bytes(_ name: FileName, of device: SyncID) throws -> [UInt8] {
        let file = GroupFile(device: device, name: name)
        if let known = small[file] { return try known.get() }
        if let prefetched { return try prefetched.bytes(file) }
        let read = try fetch(file)
        if name.kind != .segment { small[file] = read }
        return try read.get()
    }

    /// The bytes of a file, or its problem.
    ///
    /// - Throws: What ends the work.
    private func fetch(_ file: GroupFile) throws -> Result<[UInt8], SyncError> {
        do {
            guard case .bytes(let bytes) = try folders.reply(to: .bytes(file: place(file.name, file.device))) else {
                throw CarriedFolders.misunderstood
            }
            guard file.name.kind == .segment || bytes.count <= Self.smallSize else {
                throw SyncError(.damaged, "\(file.name) is larger than what it is called.")
            }
            return .success(Array(bytes))
        } catch let error as SyncError {
            return .failure(error)
        }
    }

    func write(_ bytes: [UInt8], _ name: FileName, of device: SyncID) throws {
        _ = try folders.reply(to: .write(file: place(name, device), bytes: Data(bytes)))
        // When it was written is known with the next list.
        let file = FolderFile(name: name.description, size: bytes.count, time: 0)
        listed?[device, default: []].removeAll { $0.name == file.name }
        listed?[device, default: []].append(file)
    }

    func remove(_ name: FileName, of device: SyncID) throws {
        _ = try folders.reply(to: .remove(file: place(name, device)))
        listed?[device]?.removeAll { $0.name == name.description }
    }

    func prepare(_ files: [GroupFile]) throws {
        let prefetched = try PrefetchedFiles(in: scratch)
        for file in files { try prefetched.add(file, try fetch(file)) }
        self.prefetched = prefetched
    }

    func endPreparation() { prefetched = nil }
}

/// Files that were read ahead, in a file without a name.
private final class PrefetchedFiles {
    private let descriptor: Int32
    private var size = 0
    private var places: [GroupFile: Result<Range<Int>, SyncError>] = [:]

    init(in folder: String) throws {
        let path = "\(folder)/.carried-\(getpid())-\(UUID().uuidString)"
        descriptor = open(path, O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw Self.failed(errno) }
        unlink(path)
    }

    deinit { close(descriptor) }

    func add(_ file: GroupFile, _ read: Result<[UInt8], SyncError>) throws {
        switch read {
        case .failure(let error): places[file] = .failure(error)
        case .success(let bytes):
            let start = size
            var count = 0
            while count < bytes.count {
                let written = bytes.withUnsafeBytes {
                    pwrite(descriptor, $0.baseAddress.unsafelyUnwrapped + count, $0.count - count, off_t(size))
                }
                if written < 0 && errno == EINTR { continue }
                guard written > 0 else { throw Self.failed(errno) }
                count += written
                size += written
            }
            places[file] = .success(start..<size)
        }
    }

    func bytes(_ file: GroupFile) throws -> [UInt8] {
        guard let place = try places[file]?.get() else {
            throw SyncError(.folder, "\(file.name) appeared while the folder was read.")
        }
        var bytes = [UInt8](repeating: 0, count: place.count)
        var count = 0
        while count < bytes.count {
            let read = bytes.withUnsafeMutableBytes {
                pread(
                    descriptor,
                    $0.baseAddress.unsafelyUnwrapped + count,
                    $0.count - count,
                    off_t(place.lowerBound + count)
                )
            }
            if read < 0 && errno == EINTR { continue }
            guard read > 0 else { throw Self.failed(errno) }
            count += read
        }
        return bytes
    }

    private static func failed(_ error: Int32) -> SyncError {
        SyncError(.folder, "Files of the group can't be kept while they are read: \(String(cString: strerror(error))).")
    }
}
