import Foundation
import Synchronization
import UniformTypeIdentifiers

/// Attaches files to objects of the store, and reads them.
///
/// Only vision prescriptions take attachments: PDF, JPEG, PNG or HEIC files. Apple does not say how large they may be; here it is
/// 32 MiB. An attachment is deleted with its object.
open class HKAttachmentStore: NSObject, @unchecked Sendable {
    private let store: HKHealthStore

    /// Makes a store of attachments.
    ///
    /// - Parameter healthStore: The store of the objects.
    public init(healthStore: HKHealthStore) { store = healthStore }

    // MARK: Adding and removing

    /// Attaches a file to an object that this app saved.
    ///
    /// - Parameters:
    ///   - object: A vision prescription that is stored.
    ///   - name: The name of the attachment.
    ///   - contentType: The file's type: PDF, JPEG, PNG or HEIC.
    ///   - url: The file, which is copied.
    ///   - metadata: Strings, numbers and dates by key.
    /// - Returns: The attachment.
    /// - Throws: `errorInvalidArgument` for another object, type or metadata and for a file that cannot be read,
    ///   `errorDataSizeExceeded`, `errorAuthorizationDenied`, `errorAuthorizationNotDetermined`, `errorDatabaseInaccessible`.
    open func addAttachment(
        to object: HKObject,
        name: String,
        contentType: UTType,
        url: URL,
        metadata: [String: Any] = [:]
    ) async throws -> HKAttachment {
        try await waitForValue {
            addAttachment(
                to: object,
                name: name,
                contentType: contentType,
                url: url,
                metadata: metadata,
                completion: $0
            )
        }
    }

    /// Attaches a file to an object that this app saved.
    ///
    /// - Parameters:
    ///   - object: A vision prescription that is stored.
    ///   - name: The name of the attachment.
    ///   - contentType: The file's type: PDF, JPEG, PNG or HEIC.
    ///   - url: The file, which is copied.
    ///   - metadata: Strings, numbers and dates by key.
    ///   - completion: Called on a background queue with the attachment, or with the error.
    open func addAttachment(
        to object: HKObject,
        name: String,
        contentType: UTType,
        url: URL,
        metadata: [String: Any] = [:],
        completion: @escaping (HKAttachment?, (any Error)?) -> Void
    ) {
        let bytes = Result { try AttachmentContent.metadata(metadata) }
        // As Apple's declaration has it, the completion is not marked as sendable.
        let completion = UncheckedSendable(completion)
        store.perform(
            { try self.addNow(object, name, contentType, url, bytes.get()) },
            { completion.value($0.value, $0.failure) }
        )
    }

    private func addNow(
        _ object: HKObject,
        _ name: String,
        _ type: UTType,
        _ url: URL,
        _ metadata: [UInt8]?
    ) throws -> HKAttachment {
        // Checked before the file is read, which may be large.
        let content = AttachmentContent(
            identifier: UUID(),
            object: object.uuid,
            name: name,
            contentType: type.identifier,
            size: 1,
            creation: 0,
            metadata: metadata
        )
        try content.check()
        let data: Data
        do {
            data = try Data(contentsOf: url)
        } catch {
            throw HKError.invalid("The file \(url.lastPathComponent) cannot be read: \(error.localizedDescription)")
        }
        let call = AttachCall(
            object: try prescription(object),
            name: name,
            contentType: type.identifier,
            metadata: metadata,
            data: data
        )
        return HKAttachment(try store.port.send(call))
    }

    /// Removes an attachment from an object that this app saved, and deletes its data.
    ///
    /// - Parameters:
    ///   - attachment: The attachment.
    ///   - object: The object that it belongs to.
    /// - Throws: `errorInvalidArgument` for an attachment of another object, `errorAuthorizationDenied`,
    ///   `errorAuthorizationNotDetermined`, `errorDatabaseInaccessible`.
    open func removeAttachment(_ attachment: HKAttachment, from object: HKObject) async throws {
        try await waitForSuccess { removeAttachment(attachment, from: object, completion: $0) }
    }

    /// Removes an attachment from an object that this app saved, and deletes its data.
    ///
    /// - Parameters:
    ///   - attachment: The attachment.
    ///   - object: The object that it belongs to.
    ///   - completion: Called on a background queue with success, or with the error.
    @preconcurrency
    open func removeAttachment(
        _ attachment: HKAttachment,
        from object: HKObject,
        completion: @escaping @Sendable (Bool, (any Error)?) -> Void
    ) {
        store.perform({ try self.removeNow(attachment, object) }, { completion($0.isSuccess, $0.failure) })
    }

    private func removeNow(_ attachment: HKAttachment, _ object: HKObject) throws {
        try store.port.send(DetachCall(object: prescription(object), attachment: attachment.identifier))
    }

    private func prescription(_ object: HKObject) throws -> UUID {
        guard object is HKVisionPrescription else {
            throw HKError.invalid("Only vision prescriptions have attachments")
        }
        return object.uuid
    }

    // MARK: Reading

    /// The attachments of an object that this app may read.
    ///
    /// - Parameter object: The object.
    /// - Returns: The attachments, the oldest first; none for an object that is not stored.
    /// - Throws: `errorAuthorizationNotDetermined`, `errorDatabaseInaccessible`.
    open func attachments(for object: HKObject) async throws -> [HKAttachment] {
        try await waitForValue { getAttachments(for: object, completion: $0) }
    }

    /// The attachments of an object that this app may read.
    ///
    /// - Parameters:
    ///   - object: The object.
    ///   - completion: Called on a background queue with the attachments, the oldest first, or with the error.
    @preconcurrency
    open func getAttachments(
        for object: HKObject,
        completion: @escaping @Sendable ([HKAttachment]?, (any Error)?) -> Void
    ) {
        store.perform({ try self.attachmentsNow(object) }, { completion($0.value, $0.failure) })
    }

    private func attachmentsNow(_ object: HKObject) throws -> [HKAttachment] {
        guard object is HKVisionPrescription else { return [] }
        return try store.port.send(AttachmentsCall(object: object.uuid)).map { HKAttachment($0) }
    }

    /// A reader of an attachment's data.
    ///
    /// - Parameter attachment: The attachment.
    /// - Returns: The reader.
    open func dataReader(for attachment: HKAttachment) -> HKAttachmentDataReader {
        HKAttachmentDataReader(attachment) { try await self.nextPiece($0, of: attachment) }
    }

    /// Reads the data of an attachment.
    ///
    /// - Parameters:
    ///   - attachment: The attachment.
    ///   - completion: Called on a background queue with the data, or with the error.
    /// - Returns: The progress of reading; cancelling it ends the reading.
    @discardableResult
    open func getData(
        for attachment: HKAttachment,
        completion: @escaping (Data?, (any Error)?) -> Void
    ) -> Progress {
        let collected = Mutex(Data())
        return streamData(for: attachment) { piece, error, done in
            if let error { return completion(nil, error) }
            let all = collected.withLock { data in
                data.append(piece ?? Data())
                return data
            }
            if done { completion(all, nil) }
        }
    }

    /// Reads the data of an attachment piece by piece.
    ///
    /// - Parameters:
    ///   - attachment: The attachment.
    ///   - dataHandler: Called on a background queue with each piece, in order, and whether it is the last; or with the error.
    /// - Returns: The progress of reading; cancelling it ends the reading.
    @discardableResult
    open func streamData(
        for attachment: HKAttachment,
        dataHandler: @escaping (Data?, (any Error)?, Bool) -> Void
    ) -> Progress {
        let progress = Progress(totalUnitCount: Int64(attachment.size))
        let handler = UncheckedSendable((dataHandler))
        let shown = UncheckedSendable(progress)
        store.queue.async {
            do {
                for number in 0..<attachment.content.pieces {
                    guard !shown.value.isCancelled else { throw CancellationError() }
                    let piece = try self.piece(number, of: attachment)
                    shown.value.completedUnitCount += Int64(piece.count)
                    handler.value(piece, nil, number == attachment.content.pieces - 1)
                }
            } catch {
                handler.value(nil, error, true)
            }
        }
        return progress
    }

    /// A piece of the data of an attachment that the caller may read.
    ///
    /// - Throws: `errorNoData` when it doesn't exist, or the caller may not read it.
    func piece(_ number: Int, of attachment: HKAttachment) throws -> Data {
        try store.port.send(
            AttachmentPieceCall(object: attachment.content.object, attachment: attachment.identifier, number: number)
        )
    }

    /// A piece, read off the caller's thread.
    func nextPiece(_ number: Int, of attachment: HKAttachment) async throws -> Data {
        try await store.perform { try self.piece(number, of: attachment) }
    }
}
