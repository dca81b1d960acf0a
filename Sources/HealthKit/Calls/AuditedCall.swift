import Foundation

/// The audit's description of a call.
struct AuditSubject {
    var operation: AuditOperation
    var types: [HKObjectType]
    /// The other program that the call is about, for calls that aren't about types.
    var companion: String?

    init(_ operation: AuditOperation, _ types: [HKObjectType]) {
        self.operation = operation
        self.types = types
    }

    init(_ operation: AuditOperation, companion: String) {
        self.operation = operation
        types = []
        self.companion = AuthorizationRequest.companionPrefix + companion
    }

    /// The names by which the audit counts the call.
    var names: [String] { companion.map { [$0] } ?? types.map(\.identifier) }

    init(_ operation: AuditOperation, _ selections: [SampleSelection]) {
        self.init(operation, selections.map(\.type))
    }
}

/// The number of objects in a call.
enum AuditObjects {
    /// The total of all the subject's types.
    case total(Int)
    /// The counts by type identifier; types without a count are still recorded as called.
    case byType([String: Int])

    /// Samples, counted by type where there may be several.
    static func samples(_ samples: [HKSample], of types: Int) -> AuditObjects {
        types == 1 ? .total(samples.count) : .byType(byType(samples))
    }

    static func byType(_ objects: [HKObject]) -> [String: Int] {
        var counts: [String: Int] = [:]
        var (last, run): (HKSampleType?, Int) = (nil, 0)
        // Most come in runs of one type.
        for case let sample as HKSample in objects {
            if sample.sampleType !== last {
                if let last { counts[last.identifier, default: 0] += run }
                (last, run) = (sample.sampleType, 0)
            }
            run += 1
            guard let correlation = sample.asCorrelation else { continue }
            for member in correlation.objects { counts[member.sampleType.identifier, default: 0] += 1 }
        }
        if let last { counts[last.identifier, default: 0] += run }
        return counts
    }

    func count(_ type: String) -> Int {
        switch self {
        case .total(let count): count
        case .byType(let counts): counts[type] ?? 0
        }
    }
}

/// A call of an app, with its audit description.
protocol AuditedCall: StoreCall {
    /// The subject of the call, or `nil` for a call that reveals no data, such as an app's question about its own requests.
    ///
    /// There is no default, so that a new call has to provide one.
    var audit: AuditSubject? { get }

    /// The types that an answer revealed, out of those that the call was about.
    func types(in answer: Answer, of subject: AuditSubject) -> [HKObjectType]

    /// The number of objects in an answer.
    func objects(in answer: Answer) -> AuditObjects
}

extension AuditedCall {
    func types(in answer: Answer, of subject: AuditSubject) -> [HKObjectType] { subject.types }

    func objects(in answer: Answer) -> AuditObjects { .total(0) }
}
