import Foundation

/// Finds documents with their contents.
///
/// The person is asked once about each document whether the app may read it; a later query asks only about new ones.
/// The app may read its own documents.
open class HKDocumentQuery: HKQuery, @unchecked Sendable {
    private static let batchSize = 20

    /// The maximum number of documents; ``HKObjectQueryNoLimit`` for all.
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
    ///   - predicate: A predicate that selects the documents; `nil` for all.
    ///   - limit: The maximum number of documents; ``HKObjectQueryNoLimit`` for all.
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
        order = raisingExceptions(ExceptionName.invalidArgument) { try SampleOrder(sortDescriptors ?? []) }
        handler = resultsHandler
        super.init(type: documentType, predicate: predicate)
    }

    override func start(_ store: HKHealthStore) {
        Task {
            do {
                try await store.port.sendAndWait(
                    AuthorizeDocumentsCall(selection: SampleSelection(self.type, self.filter))
                )
                try self.deliver(store)
            } catch {
                if self.run.isActive { self.handler(self, nil, true, error) }
            }
            self.run.end()
        }
    }

    private func deliver(_ store: HKHealthStore) throws {
        let isWanted = { [run] in run.isActive }
        let call = SamplesCall(
            selections: [SampleSelection(type, filter)],
            order: order,
            limit: limit > 0 ? limit : nil
        )
        let found = try store.port.send(call, while: isWanted).compactMap { $0 as? HKCDADocumentSample }
        for start in stride(from: 0, to: found.count, by: Self.batchSize) {
            guard run.isActive else { return }
            let opened = try found[start..<min(start + Self.batchSize, found.count)]
                .map { document in
                    let data = RecordDataCall(type: document.sampleType, uuid: document.uuid)
                    return document.opened(
                        with: includeDocumentData ? try store.port.send(data, while: isWanted).data : nil
                    )
                }
            guard run.isActive else { return }
            handler(self, opened, false, nil)
        }
        if run.isActive { handler(self, [], true, nil) }
    }
}
