import Foundation

/// A type of samples and a predicate on them: queries take several at once.
open class HKQueryDescriptor: NSObject, NSCopying, NSSecureCoding, HKArchivedObject, @unchecked Sendable {
    /// The type.
    public let sampleType: HKSampleType
    /// A predicate that selects the samples; `nil` for all.
    public let predicate: NSPredicate?

    /// Makes a descriptor.
    ///
    /// - Parameters:
    ///   - sampleType: The type.
    ///   - predicate: A predicate that selects the samples; `nil` for all.
    public init(sampleType: HKSampleType, predicate: NSPredicate?) {
        self.sampleType = sampleType
        self.predicate = predicate
        super.init()
    }

    /// Whether secure coding is supported; always true.
    open class var supportsSecureCoding: Bool { true }

    /// Creates a descriptor from an archive.
    ///
    /// - Parameter coder: The archive to read.
    public required init?(coder: NSCoder) {
        guard let type = coder.decoded(HKObjectType.self, forKey: "sampleType") as? HKSampleType else {
            return nil
        }
        sampleType = type
        predicate = coder.decoded(FilterPredicate.self, forKey: "predicate")
        super.init()
    }

    /// Writes the descriptor to an archive.
    ///
    /// Compound predicates are written as the filters that they are; Foundation cannot archive any.
    ///
    /// - Parameter coder: The archive to write.
    open func encode(with coder: NSCoder) {
        coder.encode(sampleType, forKey: "sampleType")
        coder.encode(archivedPredicate, forKey: "predicate")
    }

    private var archivedPredicate: FilterPredicate? {
        guard let predicate else { return nil }
        do {
            return try predicate as? FilterPredicate ?? FilterPredicate(SampleFilter(predicate))
        } catch {
            let reason = (error as? HKError)?.text ?? "\(error)"
            return FilterPredicate(.unsupported(format: String(describing: predicate), reason: reason))
        }
    }

    /// The same descriptor: descriptors are immutable.
    ///
    /// - Parameter zone: Not used.
    /// - Returns: The receiver.
    open func copy(with zone: NSZone? = nil) -> Any { self }

    /// The type and the filter.
    var selection: SampleSelection {
        SampleSelection(sampleType, raisingExceptions(ExceptionName.invalidArgument) { try SampleFilter(predicate) })
    }
}
