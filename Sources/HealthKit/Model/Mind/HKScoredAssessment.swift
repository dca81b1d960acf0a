import Foundation

/// The answers to a scored questionnaire.
///
/// This class is abstract; create an ``HKGAD7Assessment`` or an ``HKPHQ9Assessment``.
open class HKScoredAssessment: HKSample, NSCopying, @unchecked Sendable {
    let content: AssessmentContent

    init(_ parts: SampleParts, content: AssessmentContent) {
        self.content = content
        super.init(parts.attributes, type: parts.type, start: parts.start, end: parts.end)
    }

    /// The sum of the answers.
    public var score: Int { content.score }

    /// Creates an assessment from an archive.
    ///
    /// - Parameter coder: The archive to read.
    public required init?(coder: NSCoder) {
        guard let content = coder.decodedContent(AssessmentContent.self, of: HKScoredAssessmentType.self) else {
            return nil
        }
        self.content = content
        super.init(coder: coder)
    }

    override var archivedContent: (any RecordContent)? { content }

    /// The assessment itself: samples never change.
    ///
    /// - Parameter zone: Ignored.
    /// - Returns: This assessment.
    open func copy(with zone: NSZone? = nil) -> Any { self }

    override var contentDescription: String { "\(content.form.rawValue) score \(score)" }
}
