import Foundation

/// A request from a program that can't reach a group's folder to one that can.
package enum FolderQuestion: Codable, Hashable, Sendable {
    /// Whether a folder is there.
    case require(path: String)
    /// The groups that have files in it.
    case groups(path: String)
    /// The state of a group's files in the folder.
    case state(path: String, group: String)
    /// The names, sizes and times of a group's files, by device.
    case names(path: String, group: String)
    /// The bytes of a file.
    case bytes(file: FilePlace)
    /// Writes a file.
    case write(file: FilePlace, bytes: Data)
    /// Removes a file.
    case remove(file: FilePlace)

    /// The location of a group's file.
    package struct FilePlace: Codable, Hashable, Sendable {
        var path: String
        var group: String
        var device: String
        var name: String

        package init(path: String, group: String, device: String, name: String) {
            (self.path, self.group, self.device, self.name) = (path, group, device, name)
        }
    }
}

/// The reply to a ``FolderQuestion``.
package enum FolderReply: Codable, Hashable, Sendable {
    case done
    case groups([String])
    case state(FolderState)
    case names([DeviceFiles])
    case bytes(Data)
    /// It failed, with the code of a ``SyncError`` and what happened.
    case failure(code: String, message: String)

    /// A device's files.
    package struct DeviceFiles: Codable, Hashable, Sendable {
        var device: String
        var files: [FolderFile]
    }
}

extension GroupFolders {
    /// Answers a question; errors are part of the answer.
    ///
    /// Only files of groups are touched: other names are refused.
    package func reply(to question: FolderQuestion) -> FolderReply {
        do {
            return try answer(question)
        } catch let error as SyncError {
            return .failure(code: error.code.rawValue, message: error.message)
        } catch {
            return .failure(code: SyncError.Code.folder.rawValue, message: "\(error)")
        }
    }

    private func answer(_ question: FolderQuestion) throws -> FolderReply {
        switch question {
        case .require(let path):
            try require(path)
            return .done
        case .groups(let path): return .groups(try groups(in: path).map(\.description))
        case .state(let path, let group): return .state(try state(of: Self.id(group), in: path))
        case .names(let path, let group):
            try require(path)
            let folder = folder(of: try Self.id(group), in: path)
            return .names(
                try folder.devices()
                    // An unreadable one doesn't block the others.
                    .map { FolderReply.DeviceFiles(device: $0.description, files: (try? folder.files(of: $0)) ?? []) }
            )
        case .bytes(let file):
            let place = try place(file)
            return .bytes(Data(try place.folder.bytes(place.name, of: place.device)))
        case .write(let file, let bytes):
            let place = try place(file)
            try place.folder.write(Array(bytes), place.name, of: place.device)
            return .done
        case .remove(let file):
            let place = try place(file)
            try place.folder.remove(place.name, of: place.device)
            return .done
        }
    }

    private func place(
        _ file: FolderQuestion.FilePlace
    ) throws -> (folder: any GroupFolder, name: FileName, device: SyncID) {
        guard let name = FileName(file.name) else {
            throw SyncError(.invalidArgument, "“\(file.name)” isn't the name of a group's file.")
        }
        // A name alone would be looked for wherever the program happens to stand.
        guard file.path.hasPrefix("/") else { throw SyncError(.invalidArgument, "“\(file.path)” isn't a whole path.") }
        return (folder(of: try Self.id(file.group), in: file.path), name, try Self.id(file.device))
    }

    private static func id(_ text: String) throws -> SyncID {
        guard let id = DiskFolder.id(text) else {
            throw SyncError(.invalidArgument, "“\(text)” isn't the identifier of a group or a machine.")
        }
        return id
    }
}
