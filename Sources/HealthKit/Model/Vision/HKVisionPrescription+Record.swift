import Foundation

extension HKVisionPrescription: RecordSample {
    package var recordBytes: [UInt8] { get throws { try content.bytes } }

    package func checkContent() throws { try content.check() }

    package static func sample(_ parts: SampleParts, bytes: [UInt8]) -> HKSample? {
        // The reader reports content that no initializer would accept.
        guard let content = PrescriptionContent(bytes: bytes), (try? content.check()) != nil else { return nil }
        return switch content.form {
        case .plain: HKVisionPrescription(parts, content: content)
        case .glasses: HKGlassesPrescription(parts, content: content)
        case .contacts: HKContactsPrescription(parts, content: content)
        }
    }
}
