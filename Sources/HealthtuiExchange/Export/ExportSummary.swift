import Foundation
import HealthKit

/// The outcome of an export.
package struct ExportSummary: Codable, Sendable, Hashable {
    /// Data in the store that the format has no place for.
    package struct LeftOut: Codable, Sendable, Hashable {
        package var kind: String
        package var count: Int
        /// The other file that holds it, or `nil` if it wasn't written.
        package var place: String?
    }

    /// The number of objects written, by kind.
    package private(set) var counts: [ImportKind: Int] = [:]
    /// The number of types among the records.
    package var types = 0
    package private(set) var leftOut: [LeftOut] = []
    /// The size of the file, or of all files together.
    package var bytes: UInt64 = 0
    package var seconds = 0.0
    /// Whether the data that the format has no place for is included, so that this file restores the whole store.
    package var isWhole = false
    /// Whether the store is encrypted, unlike the export; `nil` if not checked.
    package var isDecrypted: Bool?

    package init() {}

    /// The total number of objects written.
    package var total: Int { counts.values.reduce(0, +) }

    package mutating func add(_ kind: ImportKind, _ count: Int = 1) { counts[kind, default: 0] += count }

    package mutating func leaveOut(_ kind: String, _ count: Int = 1) {
        if let index = leftOut.firstIndex(where: { $0.kind == kind }) {
            leftOut[index].count += count
        } else {
            leftOut.append(LeftOut(kind: kind, count: count, place: nil))
        }
    }

    /// Notes that the data left out is in the copy of the store.
    mutating func place(in name: String) {
        for index in leftOut.indices { leftOut[index].place = name }
    }
}

/// The progress of an export.
package struct ExportProgress: Sendable, Hashable {
    package var objects: Int
    /// The largest possible total.
    package var total: Int

    package init(objects: Int, total: Int) {
        self.objects = objects
        self.total = total
    }
}

/// The selection to export, its destination, and the progress callbacks.
package struct ExportRequest: Sendable {
    package var path: String
    package var selection: ExportSelection
    /// Whether to replace an existing file.
    package var replaces: Bool
    /// Receives the bytes of a single file as they come, in place of a file at the path; `nil` to write the file.
    package var take: (@Sendable ([UInt8]) throws -> Void)?
    /// The person's time zone.
    package var zone: TimeZone
    package var now: Date
    /// Polled now and then; a canceled export leaves nothing behind.
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

/// Counts an export's progress, reports it, and checks for cancellation.
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
