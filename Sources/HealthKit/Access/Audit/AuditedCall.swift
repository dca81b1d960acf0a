import Foundation

/// What the audit says of a call.
struct AuditSubject {
    var operation: AuditOperation
    var types: [HKObjectType]
    /// What it is about, where that is no type: another program.
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

    /// By which the audit counts it.
    var names: [String] { companion.map { [$0] } ?? types.map(\.identifier) }

    init(_ operation: AuditOperation, _ selections: [SampleSelection]) {
        self.init(operation, selections.map(\.type))
    }
}

/// How many objects a call was about.
enum AuditObjects {
    /// All of the subject's types.
    case total(Int)
    /// By type identifier; types without any are counted as called all the same.
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

/// A call of an app, which says what the audit is to tell of it.
protocol AuditedCall: StoreCall {
    /// What it is about; `nil` for what tells nothing of data, such as what an app asks about its own requests.
    var audit: AuditSubject? { get }

    /// The types that an answer told of, of those that it was about.
    func types(in answer: Answer, of subject: AuditSubject) -> [HKObjectType]

    /// How many objects an answer held.
    func objects(in answer: Answer) -> AuditObjects
}

extension AuditedCall {
    func types(in answer: Answer, of subject: AuditSubject) -> [HKObjectType] { subject.types }

    func objects(in answer: Answer) -> AuditObjects { .total(0) }
}

/// The types of which a change wrote objects, where only the store knows them.
final class WrittenTypes {
    private(set) var counts: [String: Int] = [:]

    func add(_ type: String, _ count: Int = 1) { counts[type, default: 0] += count }
}

extension HKError {
    /// Whether the person decided so, or never decided.
    var isRefusal: Bool {
        switch code {
        case .errorAuthorizationDenied, .errorAuthorizationNotDetermined, .errorNotPermissibleForGuestUserMode: true
        default: false
        }
    }
}
