import Foundation

extension HKScoredAssessment: RecordSample {
    package var recordBytes: [UInt8] { get throws { try content.bytes } }

    package func checkContent() throws { try content.check() }

    package static func sample(_ parts: SampleParts, bytes: [UInt8]) -> HKSample? {
        // The reader reports content that no initializer would accept.
        guard let content = AssessmentContent(bytes: bytes), (try? content.check()) != nil else { return nil }
        return switch content.form {
        case .gad7: HKGAD7Assessment(parts, content: content)
        case .phq9: HKPHQ9Assessment(parts, content: content)
        }
    }
}
