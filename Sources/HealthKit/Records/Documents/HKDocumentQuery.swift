import Foundation
import HealthStore

/// Finds documents with their contents.
///
/// The person is asked which documents the app may read, about each document once: a later query asks about new ones only.
/// What the app saved itself it may read.
public class HKDocumentQuery: HKQuery, @unchecked Sendable {
    private static let batchSize = 20

    /// The most documents to find; ``HKObjectQueryNoLimit`` for all.
    public let limit: Int
    /// The order of the documents; `nil` for the order of their starts.
    public let sortDescriptors: [NSSortDescriptor]?
    /// Whether the documents come with their XML.
    public let includeDocumentData: Bool

    private let type: HKDocumentType
    private let order: SampleOrder
    private let handler: (HKDocumentQuery, [HKDocumentSample]?, Bool, (any Error)?) -> Void

    /// Makes a query.
    ///
    /// - Parameters:
    ///   - documentType: The type.
    ///   - predicate: Which documents of it; `nil` for all.
    ///   - limit: The most documents to find; ``HKObjectQueryNoLimit`` for all.
    ///   - sortDescriptors: Their order, by start or end date; `nil` for the order of starts.
    ///   - includeDocumentData: Whether they come with their XML, which may be large.
    ///   - resultsHandler: Called on a background queue with some documents at a time, at last with none and `true`; or with
    ///     an error.
    public init(
        documentType: HKDocumentType,
        predicate: NSPredicate?,
        limit: Int,
        sortDescriptors: [NSSortDescriptor]?,
        includeDocumentData: Bool,
        resultsHandler: @escaping (HKDocumentQuery, [HKDocumentSample]?, Bool, (any Error)?) -> Void
    ) {
        type = documentType
        self.limit = limit
        self.sortDescriptors = sortDescriptors
        self.includeDocumentData = includeDocumentData
        order = raisingExceptions { try SampleOrder(sortDescriptors ?? []) }
        handler = resultsHandler
        super.init(type: documentType, predicate: predicate)
    }

    override func start(_ store: HKHealthStore) {
        Task {
            do {
                try await store.askForNewDocuments(self.type, self.filter)
                try self.deliver(store)
            } catch {
                if self.run.isActive { self.handler(self, nil, true, error) }
            }
            self.run.end()
        }
    }

    private func deliver(_ store: HKHealthStore) throws {
        let found = try read(store) { reader in try self.documents(reader, store) }
        for start in stride(from: 0, to: found.count, by: Self.batchSize) {
            guard run.isActive else { return }
            let batch = found[start..<min(start + Self.batchSize, found.count)]
            let opened = try read(store) { reader in
                try batch.map { $0.opened(with: try self.data(of: $0, reader)) }
            }
            guard run.isActive else { return }
            handler(self, opened, false, nil)
        }
        if run.isActive { handler(self, [], true, nil) }
    }

    /// The documents that the asker may read, in order, without their contents.
    private func documents(_ reader: ObjectReader, _ store: HKHealthStore) throws -> [HKCDADocumentSample] {
        let requests = try requests(reader, store, [(type, filter)])
        var choice: ObjectChoice?
        if case .app(let app) = store.principal {
            choice = try reader.objectChoice(app: app.bundleIdentifier, type: type.identifier)
        }
        let found = try reader.samples(requests, order: order, limit: nil)
            .compactMap { $0 as? HKCDADocumentSample }
            .filter { choice?.admits($0.uuid, from: $0.sourceRevision.source.bundleIdentifier) ?? true }
        return limit > 0 ? Array(found.prefix(limit)) : found
    }

    private func data(of document: HKCDADocumentSample, _ reader: ObjectReader) throws -> [UInt8]? {
        guard includeDocumentData else { return nil }
        return try reader.store.record(uuid: document.uuid).flatMap { SplitPayload(bytes: $0.payload)?.data }
    }
}

extension HKHealthStore {
    /// Asks the person about the documents that were never asked about.
    ///
    /// - Throws: `errorAuthorizationNotDetermined` when the app never asked for the type, `errorUserCanceled` when the person
    ///   closed the list.
    fileprivate func askForNewDocuments(_ type: HKDocumentType, _ filter: SampleFilter) async throws {
        guard case .app(let app) = principal else { return }
        let database = try readableDatabase()
        let new = try database.read { reader -> Set<UUID> in
            guard try reader.readScope(principal, type) == .everything else { return [] }
            let choice = try reader.objectChoice(app: app.bundleIdentifier, type: type.identifier)
            let found = try reader.samples(
                [FetchRequest(type: type, filter: filter)],
                order: .byStart(ascending: true),
                limit: nil
            )
            let others = found.filter { $0.sourceRevision.source.bundleIdentifier != app.bundleIdentifier }
            return Set(others.map(\.uuid)).subtracting(choice.allowed).subtracting(choice.refused)
        }
        guard !new.isEmpty, !database.state.isGuest else { return }
        let now = clock()
        let wanted = SampleFilter.compare(FilterComparison(.uuid, .isIn, .set(Set(new.map { .uuid($0) }))))
        let request = try await perform {
            try database.write { try $0.ask(app, objectsOf: type, wanted, now: now) }
        }
        try await present(request, in: database)
    }
}
