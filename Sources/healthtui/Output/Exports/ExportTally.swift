import HealthKit
import HealthtuiExchange

/// Counts the rows of an export, and the data that rows can't represent.
struct ExportTally {
    private(set) var summary = ExportSummary()
    private let request: ExportRequest
    private let total: Int
    private var done = 0
    private var isNewType = false

    init(_ request: ExportRequest, total: Int) {
        self.request = request
        self.total = total
    }

    mutating func beginType() { isNewType = true }

    /// Counts a sample, reports progress, and notices a cancellation.
    ///
    /// - Throws: `CancellationError`.
    mutating func count(_ sample: HKSample) throws {
        try count(ImportKind(ofSamplesOf: sample.sampleType))
        switch sample {
        case is HKElectrocardiogram: summary.leaveOut("voltages of electrocardiograms")
        case is HKWorkoutRoute: summary.leaveOut("places of workout routes")
        case is HKHeartbeatSeriesSample: summary.leaveOut("beats of heartbeat series")
        case is HKDocumentSample: summary.leaveOut("texts of clinical documents")
        case let sample as HKQuantitySample where sample.count > 1:
            summary.leaveOut("single quantities of series, whose sum or average is there")
        default: break
        }
    }

    /// Counts an object of a kind.
    ///
    /// - Throws: `CancellationError`.
    mutating func count(_ kind: ImportKind) throws {
        if isNewType { summary.types += 1 }
        isNewType = false
        summary.add(kind)
        done += 1
        guard done & 0xFFF == 0 else { return }
        if request.isCancelled() { throw CancellationError() }
        request.progress(ExportProgress(objects: done, total: max(total, done)))
    }

    /// Notes files of an object, which rows do not hold.
    mutating func leaveOut(attachments count: Int) {
        if count > 0 { summary.leaveOut("files attached to prescriptions", count) }
    }
}

extension StoreSnapshot {
    /// The number of files attached to a sample; only prescriptions have any.
    func attachmentCount(of sample: HKSample) throws -> Int {
        sample is HKVisionPrescription ? try attachments(of: sample.uuid).count : 0
    }
}
