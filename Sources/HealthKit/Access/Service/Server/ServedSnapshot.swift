import Foundation
import HealthKitStore

/// A snapshot that a program reads over a connection: its own thread has the transaction open, and answers one question at a
/// time.
final class ServedSnapshot: BegunWork {
    private enum Stop: Error {
        /// The program has ended a visit.
        case visit
        /// The snapshot ends.
        case all
    }

    private struct State {
        var question: SnapshotQuestion?
        var reply: Result<SnapshotReply, any Error>?
        var hasBegun = false
        var isOver = false
        var obstacle: (any Error)?
    }

    /// Held by the asking thread, so that there is one question at a time.
    private let turn = NSLock()
    private let condition = NSCondition()
    // Accessed only with the condition's lock.
    nonisolated(unsafe) private var state = State()

    /// Opens the snapshot.
    ///
    /// - Throws: Any error of opening the store.
    func begin(_ gate: Gate, _ selection: ExportSelection, _ copy: StoreCopy?) throws {
        Thread.detachNewThread { [self] in
            let result = Result {
                if let copy {
                    try gate.answer(from: copy) { try serve($0) }
                } else {
                    try gate.snapshot(ExportCall(selection: selection)) { try serve($0) }
                }
            }
            condition.withLock {
                if case .failure(let error) = result, !(error is Stop) { state.obstacle = error }
                state.isOver = true
                condition.broadcast()
            }
        }
        try condition.withLock {
            while !state.hasBegun, !state.isOver { condition.wait() }
            if let obstacle = state.obstacle { throw obstacle }
        }
    }

    /// Asks a question.
    ///
    /// - Throws: Any error of answering, and `errorDatabaseInaccessible` for a snapshot that has ended.
    func ask(_ question: SnapshotQuestion) throws -> SnapshotReply {
        turn.lock()
        defer { turn.unlock() }
        return try condition.withLock {
            guard !state.isOver else { throw state.obstacle ?? Self.ended }
            state.question = question
            state.reply = nil
            condition.broadcast()
            while state.reply == nil, !state.isOver { condition.wait() }
            guard let reply = state.reply else { throw state.obstacle ?? Self.ended }
            return try reply.get()
        }
    }

    func end() {
        condition.withLock {
            state.isOver = true
            condition.broadcast()
        }
    }

    private static var ended: HKError { .error(.errorDatabaseInaccessible, "What was read of the store has ended") }

    // MARK: The answering thread

    private func serve(_ snapshot: any StoreSnapshot) throws {
        condition.withLock {
            state.hasBegun = true
            condition.broadcast()
        }
        while true { try answer(try next(), snapshot) }
    }

    /// Waits for the next question and returns it.
    private func next() throws -> SnapshotQuestion {
        try condition.withLock {
            while state.question == nil, !state.isOver { condition.wait() }
            guard !state.isOver, let question = state.question else { throw Stop.all }
            state.question = nil
            return question
        }
    }

    private func reply(_ reply: Result<SnapshotReply, any Error>) {
        condition.withLock {
            state.reply = reply
            condition.broadcast()
        }
    }

    private func answer(_ question: SnapshotQuestion, _ snapshot: any StoreSnapshot) throws {
        do {
            reply(.success(try result(question, snapshot)))
        } catch Stop.visit {
            reply(.success(.done))
        } catch let stop as Stop {
            throw stop
        } catch {
            reply(.failure(error))
        }
    }

    /// Hands a page over and waits until the next is wanted; questions meanwhile are answered.
    private func handOver(_ page: SnapshotReply, _ snapshot: any StoreSnapshot) throws {
        reply(.success(page))
        while true {
            switch try next() {
            case .next: return
            case .stop: throw Stop.visit
            case let question: try answer(question, snapshot)
            }
        }
    }

    /// The answer to a question; for a visit, the last page after the others were handed over.
    private func result(_ question: SnapshotQuestion, _ snapshot: any StoreSnapshot) throws -> SnapshotReply {
        switch question {
        case .types: .names(try snapshot.typeIdentifiers())
        case .count: .number(try snapshot.count())
        case .unreadable(let type): .number(try snapshot.unreadableRecordCount(of: type))
        case .plain(let type): try plain(type, snapshot)
        case .records(let type): try samples(snapshot) { try snapshot.forEachRecord(of: type, $0) }
        case .samples(let type): try samples(snapshot) { try snapshot.forEachSample(of: type, $0) }
        case .unknown(let type): try unknown(type, snapshot)
        case .next, .stop: throw HKError.invalid("Invalid call: nothing is visited")
        case .characteristics: .characteristics(try snapshot.characteristics())
        case .summaries(let zone):
            .summaries(try snapshot.activitySummaries(in: TimeZone(identifier: zone) ?? .gmt))
        case .routes(let uuid): try samples(snapshot.routes(ofWorkout: uuid))
        case .effort(let uuid): try samples(snapshot.effort(of: uuid))
        case .symptoms(let uuid): try samples(snapshot.symptoms(of: uuid))
        case .sample(let uuid): try samples([snapshot.sample(uuid)].compactMap { $0 })
        case .payload(let uuid):
            .bytes(try snapshot.data(of: uuid).map { Data($0) }, size: 0, isLast: true)
        case .document(let uuid, let limit):
            if let found = try snapshot.document(uuid, atMost: limit) {
                .bytes(Data(found.bytes), size: found.size, isLast: true)
            } else {
                .bytes(nil, size: 0, isLast: true)
            }
        case .documentPieces(let uuid): try pieces(uuid, snapshot)
        case .attachments(let uuid): .attachments(try snapshot.attachments(of: uuid).map(\.content))
        case .attachmentPiece(let content, let number):
            .bytes(Data(try snapshot.piece(number, of: content)), size: 0, isLast: true)
        case .medications:
            .medications(
                Data(try CallMessage(answer: snapshot.medications(), to: OwnerMedicationsCall.self).bytes)
            )
        }
    }

    private func samples(_ samples: [HKSample], isLast: Bool = true) throws -> SnapshotReply {
        .samples(Data(try CallMessage(answer: samples, to: OwnerPageCall.self).bytes), isLast: isLast)
    }

    private func samples(
        _ snapshot: any StoreSnapshot,
        _ visit: ((HKSample) throws -> Void) throws -> Void
    ) throws -> SnapshotReply {
        var page: [HKSample] = []
        try visit { sample in
            page.append(sample)
            guard page.count == 500 else { return }
            try handOver(samples(page, isLast: false), snapshot)
            page.removeAll(keepingCapacity: true)
        }
        return try samples(page)
    }

    private func plain(_ type: String, _ snapshot: any StoreSnapshot) throws -> SnapshotReply {
        var page = PlainPage()
        var last: (origin: SampleOrigin, place: Int)?
        var places: [PlainPage.Origin: Int] = [:]
        try snapshot.forEachPlainSample(of: type) { origin, numbers in
            if let last, last.origin === origin {
                page.append(origin: last.place, numbers)
            } else {
                let form = PlainPage.Origin(origin)
                let place = places[form] ?? page.origins.count
                if place == page.origins.count {
                    page.origins.append(form)
                    places[form] = place
                }
                last = (origin, place)
                page.append(origin: place, numbers)
            }
            guard page.count == PlainPage.limit else { return }
            try handOver(.plain(page), snapshot)
            (page, last, places) = (PlainPage(), nil, [:])
        }
        page.isLast = true
        return .plain(page)
    }

    private func unknown(_ type: String, _ snapshot: any StoreSnapshot) throws -> SnapshotReply {
        var page: [Data] = []
        try snapshot.forEachUnknownSample(of: type) { sample in
            page.append(Data(try CallMessage(answer: sample, to: OwnerUnknownSampleCall.self).bytes))
            guard page.count == 500 else { return }
            try handOver(.unknown(page, isLast: false), snapshot)
            page.removeAll(keepingCapacity: true)
        }
        return .unknown(page, isLast: true)
    }

    private func pieces(_ uuid: UUID, _ snapshot: any StoreSnapshot) throws -> SnapshotReply {
        try snapshot.forEachPiece(ofDocument: uuid) { piece in
            try handOver(.bytes(Data(piece), size: 0, isLast: false), snapshot)
        }
        return .bytes(nil, size: 0, isLast: true)
    }
}
