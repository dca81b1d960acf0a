import Foundation
import GRDB

extension StoreWriter {
    /// Begins to keep what this transaction takes away and changes, so that it can be taken back by another.
    ///
    /// It is kept with the transaction, or not at all: as values of a namespace, in parts of bounded size.
    ///
    /// - Parameters:
    ///   - namespace: where the parts go.
    ///   - prefix: the prefix of their keys; a number of six digits follows.
    ///   - firstPart: the number of the first.
    ///   - namespaces: the namespaces whose values are kept.
    package func beginRecording(
        into namespace: String,
        prefix: String,
        firstPart: Int = 0,
        values namespaces: Set<String>
    ) {
        recorder = ChangeRecorder(after: state.anchor, namespaces: namespaces, firstPart: firstPart) {
            [unowned self] part, bytes in
            try self.write(part: bytes, namespace, StoreWriter.partKey(prefix, part))
        }
    }

    /// Whether what this transaction does is being kept.
    package var isRecording: Bool { recorder != nil }

    /// Ends what ``beginRecording(into:prefix:firstPart:values:)`` began.
    ///
    /// - Returns: a summary of the recorded changes.
    /// - Throws: ``StoreError``.
    package func endRecording() throws -> RecordedSummary {
        guard let recorder else { return RecordedSummary() }
        self.recorder = nil
        for identifier in recorder.changedPayloads {
            try recorder.finish(payloadOf: identifier, record(uuid: identifier.uuid)?.payload)
        }
        for key in recorder.changedValues { try recorder.finish(key, try value(key.namespace, key.key)) }
        try recorder.finish(at: state.anchor)
        return recorder.summary
    }

    /// Records that an object was restored although the person had deleted it.
    ///
    /// - Parameter uuid: the object.
    /// - Throws: ``StoreError``.
    package func noteRevived(_ uuid: UUID) throws { try recorder?.revived(Identifier(uuid)) }

    private static func partKey(_ prefix: String, _ part: Int) -> String {
        let digits = String(part)
        return prefix + String(repeating: "0", count: max(0, 6 - digits.count)) + digits
    }

    /// Parts wake no observer: the value that announces them does.
    private func write(part bytes: UnsafeRawBufferPointer, _ namespace: String, _ key: String) throws {
        try change {
            let query = try connection.query(.replaceValue)
            query.bind(Array(namespace.utf8), at: 1)
            query.bind(Array(key.utf8), at: 2)
            query.bind(unowned: bytes, at: 3)
            try query.run()
        }
    }

    /// Removes the values of a namespace whose keys have a prefix, all of them when it is empty.
    ///
    /// - Parameters:
    ///   - namespace: where they are.
    ///   - prefix: the prefix of their keys.
    ///   - overwrites: whether the pages that they leave are overwritten too, and not only free.
    /// - Throws: ``StoreError``.
    package func removeValues(_ namespace: String, prefix: String = "", overwriting overwrites: Bool = false) throws {
        try change {
            if overwrites { try connection.database.execute(sql: "PRAGMA secure_delete = ON") }
            // If it stays on, more is overwritten than necessary.
            defer { if overwrites { try? connection.database.execute(sql: "PRAGMA secure_delete = FAST") } }
            try touch(namespace: namespace)
            let query = try connection.query(.deleteValuesInRange)
            let lower = Array(prefix.utf8)
            query.bind(Array(namespace.utf8), at: 1)
            query.bind(lower, at: 2)
            query.bind(StoreReader.successor(of: lower), at: 3)
            try query.run()
        }
    }

    // MARK: Links

    func recordLink(_ parent: UUID, _ child: UUID, _ role: Int, _ key: Int64) throws {
        guard let recorder, try !hasLink(key, role, child) else { return }
        try recorder.linked(StoreLink(parent: parent, child: child, role: role))
    }

    func recordUnlink(_ parent: UUID, _ child: UUID, _ role: Int, _ key: Int64) throws {
        guard let recorder, try hasLink(key, role, child) else { return }
        try recorder.unlinkedAlone(StoreLink(parent: parent, child: child, role: role))
    }

    private func hasLink(_ parent: Int64, _ role: Int, _ child: UUID) throws -> Bool {
        let query = try connection.query(.hasLink)
        defer { query.reset() }
        query.bind(parent, at: 1)
        query.bind(role, at: 2)
        query.bind(Identifier(child), at: 3)
        return try query.step()
    }
}
