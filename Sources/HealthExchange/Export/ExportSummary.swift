import Foundation
import HealthKit

/// What an export brought out of the store.
package struct ExportSummary: Codable, Sendable, Hashable {
    /// Something of the store that the format has no place for.
    package struct LeftOut: Codable, Sendable, Hashable {
        package var kind: String
        package var count: Int
        /// Where it is all the same; `nil` when it is not in what was written.
        package var place: String?
    }

    /// How many of each kind were written.
    package private(set) var counts: [ImportKind: Int] = [:]
    /// How many types the records have.
    package var types = 0
    package private(set) var leftOut: [LeftOut] = []
    /// How large the file, or all of them together, became.
    package var bytes: UInt64 = 0
    package var seconds = 0.0
    /// Whether what the format has no place for went along, so that this file gives back the whole store.
    package var isWhole = false
    /// Whether the store is encrypted, which what was written is not; `nil` where nobody has asked.
    package var isDecrypted: Bool?

    package init() {}

    /// How many objects were written.
    package var total: Int { counts.values.reduce(0, +) }

    package mutating func add(_ kind: ImportKind, _ count: Int = 1) { counts[kind, default: 0] += count }

    package mutating func leaveOut(_ kind: String, _ count: Int = 1) {
        if let index = leftOut.firstIndex(where: { $0.kind == kind }) {
            leftOut[index].count += count
        } else {
            leftOut.append(LeftOut(kind: kind, count: count, place: nil))
        }
    }

    /// Notes that what was left out lies in the copy of the store.
    mutating func place(in name: String) {
        for index in leftOut.indices { leftOut[index].place = name }
    }
}

/// How far an export is.
package struct ExportProgress: Sendable, Hashable {
    package var objects: Int
    /// How many there may be at most.
    package var total: Int

    package init(objects: Int, total: Int) {
        self.objects = objects
        self.total = total
    }
}

/// What is to leave the store, where to, and who is told.
package struct ExportRequest: Sendable {
    package var path: String
    package var selection: ExportSelection
    /// Whether a file that is there is replaced.
    package var replaces: Bool
    /// Takes the bytes of a single file as they come, instead of a file at the path; `nil` for the file.
    package var take: (@Sendable ([UInt8]) throws -> Void)?
    /// Where the person is.
    package var zone: TimeZone
    package var now: Date
    /// Asked now and then; an export that is cancelled leaves nothing behind.
    package var isCancelled: @Sendable () -> Bool
    package var progress: @Sendable (ExportProgress) -> Void

    package init(
        path: String,
        selection: ExportSelection = ExportSelection(),
        replaces: Bool = false,
        zone: TimeZone = .current,
        now: Date = Date(),
        isCancelled: @escaping @Sendable () -> Bool = { false },
        progress: @escaping @Sendable (ExportProgress) -> Void = { _ in }
    ) {
        self.path = path
        self.selection = selection
        self.replaces = replaces
        self.zone = zone
        self.now = now
        self.isCancelled = isCancelled
        self.progress = progress
    }
}

/// Counts what an export has done, tells of it, and hears of a cancellation.
struct ExportPace {
    private let request: ExportRequest
    private let total: Int
    private var done = 0

    init(_ request: ExportRequest, total: Int) {
        self.request = request
        self.total = total
    }

    /// Notes one object.
    ///
    /// - Throws: `CancellationError`.
    mutating func step() throws {
        done += 1
        guard done & 0x1FFF == 0 else { return }
        if request.isCancelled() { throw CancellationError() }
        request.progress(ExportProgress(objects: done, total: max(total, done)))
    }
}
