import Foundation

/// The answers to a questionnaire that gives a score.
///
/// Abstract: make an ``HKGAD7Assessment`` or an ``HKPHQ9Assessment``.
open class HKScoredAssessment: HKSample, NSCopying, @unchecked Sendable {
    let content: AssessmentContent

    init(_ parts: SampleParts, content: AssessmentContent) {
        self.content = content
        super.init(parts.attributes, type: parts.type, start: parts.start, end: parts.end)
    }

    /// The sum of the answers.
    public var score: Int { content.score }

    /// Makes an assessment from an archive.
    ///
    /// - Parameter coder: The archive to read.
    public required init?(coder: NSCoder) {
        guard let content = coder.decodedContent(AssessmentContent.self, of: HKScoredAssessmentType.self) else {
            return nil
        }
        self.content = content
        super.init(coder: coder)
    }

    /// Writes the assessment to an archive.
    ///
    /// - Parameter coder: The archive to write.
    open override func encode(with coder: NSCoder) {
        super.encode(with: coder)
        coder.encodeContent(content)
    }

    /// The assessment itself: samples never change.
    ///
    /// - Parameter zone: Ignored.
    /// - Returns: This assessment.
    open func copy(with zone: NSZone? = nil) -> Any { self }

    override var contentDescription: String { "\(content.form.rawValue) score \(score)" }
}

extension HKScoredAssessment: RecordSample {
    package var recordBytes: [UInt8] { get throws { try content.bytes } }

    package func checkContent() throws { try content.check() }

    package static func sample(_ parts: SampleParts, bytes: [UInt8]) -> HKSample? {
        // The reader reports content that no initializer would take.
        guard let content = AssessmentContent(bytes: bytes), (try? content.check()) != nil else { return nil }
        return switch content.form {
        case .gad7: HKGAD7Assessment(parts, content: content)
        case .phq9: HKPHQ9Assessment(parts, content: content)
        }
    }
}
