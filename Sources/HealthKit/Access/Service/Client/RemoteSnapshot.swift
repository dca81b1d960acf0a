import Foundation

/// A snapshot of a store that a service has open.
final class RemoteSnapshot: StoreSnapshot {
    private let port: ServicePort
    private let work: UInt64
    private var origins: [PlainPage.Origin: SampleOrigin] = [:]

    /// The most origins kept in memory at once.
    private static let originLimit = 512

    init(_ port: ServicePort, _ selection: ExportSelection, copy: UInt64?, leaves: Bool) throws {
        self.port = port
        work = try port.perform(BeginSnapshotCall(selection: selection, copy: copy, leaves: leaves))
    }

    /// Tells the service to release the snapshot.
    func end() { HealthLog.attempt("snapshot") { try port.perform(EndWorkCall(work: work)) } }

    private func ask(_ question: SnapshotQuestion) throws -> SnapshotReply {
        try port.perform(AskSnapshotCall(work: work, question: question))
    }

    private static var misunderstood: HKError {
        .error(.errorDatabaseInaccessible, "The service answered something else than what was asked")
    }

    /// Visits pages until the last; an error thrown by `body` ends the visit.
    private func visit(_ question: SnapshotQuestion, _ body: (SnapshotReply) throws -> Void) throws {
        var reply = try ask(question)
        while true {
            let isLast = reply.isLast
            do {
                try body(reply)
            } catch {
                // The first error is the one to report.
                if !isLast { HealthLog.attempt("snapshot") { _ = try ask(.stop) } }
                throw error
            }
            if isLast { return }
            reply = try ask(.next)
        }
    }

    // MARK: Types and samples

    func typeIdentifiers() throws -> [String] {
        guard case .names(let names) = try ask(.types) else { throw Self.misunderstood }
        return names
    }

    func count() throws -> Int { try number(.count) }

    func unreadableRecordCount(of identifier: String) throws -> Int { try number(.unreadable(type: identifier)) }

    private func number(_ question: SnapshotQuestion) throws -> Int {
        guard case .number(let number) = try ask(question) else { throw Self.misunderstood }
        return number
    }

    func forEachPlainSample(of identifier: String, _ body: (SampleOrigin, SampleNumbers) throws -> Void) throws {
        try visit(.plain(type: identifier)) { reply in
            guard case .plain(let page) = reply else { throw Self.misunderstood }
            let known = try page.origins.map { try origin($0, identifier) }
            try page.visit { try body(known[$0], $1) }
        }
    }

    private func origin(_ form: PlainPage.Origin, _ identifier: String) throws -> SampleOrigin {
        if let known = origins[form], known.type == identifier { return known }
        if origins.count >= Self.originLimit { origins.removeAll(keepingCapacity: true) }
        let origin = try form.origin(of: identifier)
        origins[form] = origin
        return origin
    }

    func forEachRecord(of identifier: String, _ body: (HKSample) throws -> Void) throws {
        try forEach(.records(type: identifier), body)
    }

    func forEachSample(of identifier: String, _ body: (HKSample) throws -> Void) throws {
        try forEach(.samples(type: identifier), body)
    }

    private func forEach(_ question: SnapshotQuestion, _ body: (HKSample) throws -> Void) throws {
        try visit(question) { reply in
            guard case .samples(let data, _) = reply else { throw Self.misunderstood }
            let samples = try ServiceAnswer.answer(.success([UInt8](data)), to: OwnerPageCall.self)
            for sample in samples { try body(sample) }
        }
    }

    private func samples(_ question: SnapshotQuestion) throws -> [HKSample] {
        var found: [HKSample] = []
        try forEach(question) { found.append($0) }
        return found
    }

    func forEachUnknownSample(of identifier: String, _ body: (UnknownSample) throws -> Void) throws {
        try visit(.unknown(type: identifier)) { reply in
            guard case .unknown(let page, _) = reply else { throw Self.misunderstood }
            for data in page {
                let answer = try ServiceAnswer.answer(.success([UInt8](data)), to: OwnerUnknownSampleCall.self)
                if let answer { try body(answer) }
            }
        }
    }

    func sample(_ uuid: UUID) throws -> HKSample? { try samples(.sample(uuid)).first }

    // MARK: Related data

    func statisticsSources(of type: HKQuantityType) throws -> [StatisticsCalculator.Source] { throw Self.needsFile }

    func orderedSources(of type: String) throws -> [String] { throw Self.needsFile }

    func excludedSources(of type: String) throws -> Set<String> { throw Self.needsFile }

    /// Data for a study is merged where the store is open.
    private static var needsFile: HKError {
        .error(
            .errorDatabaseInaccessible,
            "Contributions to studies are read from the store's file. Stop the service first"
        )
    }

    func characteristics() throws -> CharacteristicValues {
        guard case .characteristics(let values) = try ask(.characteristics) else { throw Self.misunderstood }
        return values
    }

    func activitySummaries(in zone: TimeZone) throws -> [ActivitySummaryContent] {
        guard case .summaries(let summaries) = try ask(.summaries(zone: zone.identifier)) else {
            throw Self.misunderstood
        }
        return summaries
    }

    func routes(ofWorkout workout: UUID) throws -> [HKWorkoutRoute] {
        try samples(.routes(workout)).compactMap { $0 as? HKWorkoutRoute }
    }

    func effort(of workout: UUID) throws -> [HKQuantitySample] {
        try samples(.effort(workout)).compactMap { $0 as? HKQuantitySample }
    }

    func symptoms(of electrocardiogram: UUID) throws -> [HKCategorySample] {
        try samples(.symptoms(electrocardiogram)).compactMap { $0 as? HKCategorySample }
    }

    func data(of uuid: UUID) throws -> [UInt8]? { try bytes(.payload(uuid))?.bytes }

    func document(_ uuid: UUID, atMost limit: Int) throws -> (bytes: [UInt8], size: Int)? {
        try bytes(.document(uuid, limit: limit))
    }

    private func bytes(_ question: SnapshotQuestion) throws -> (bytes: [UInt8], size: Int)? {
        guard case .bytes(let data, let size, _) = try ask(question) else { throw Self.misunderstood }
        return data.map { ([UInt8]($0), size) }
    }

    func forEachPiece(ofDocument uuid: UUID, _ body: ([UInt8]) throws -> Void) throws {
        try visit(.documentPieces(uuid)) { reply in
            guard case .bytes(let data, _, _) = reply else { throw Self.misunderstood }
            if let data { try body([UInt8](data)) }
        }
    }

    func attachments(of uuid: UUID) throws -> [HKAttachment] {
        guard case .attachments(let contents) = try ask(.attachments(uuid)) else { throw Self.misunderstood }
        return contents.map { HKAttachment($0) }
    }

    func piece(_ number: Int, of attachment: AttachmentContent) throws -> [UInt8] {
        try bytes(.attachmentPiece(attachment, number: number))?.bytes ?? []
    }

    func medications() throws -> [HKUserAnnotatedMedication] {
        guard case .medications(let data) = try ask(.medications) else { throw Self.misunderstood }
        return try ServiceAnswer.answer(.success([UInt8](data)), to: OwnerMedicationsCall.self)
    }
}
