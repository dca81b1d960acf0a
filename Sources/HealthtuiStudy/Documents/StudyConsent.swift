import Foundation

/// A person's consent: the study, and the text that was shown.
package struct StudyConsent: Codable, Hashable, Sendable {
    /// The digest of the study.
    package var study: String
    /// The digest of the text that was shown.
    package var text: String
    /// The language of that text.
    package var language: String
    /// When, in seconds since 1970.
    package var time: Int64

    package init(study: String, text: String, language: String, time: Int64) {
        self.study = study
        self.text = text
        self.language = language
        self.time = time
    }
}

/// Something that was signed, as a value: its JSON in its only spelling.
package struct Signed<Content: Codable & Hashable & Sendable>: Codable, Hashable, Sendable {
    package var content: Content
    /// In hexadecimal.
    package var signature: String

    /// Signs a content.
    package init(_ content: Content, by signer: StudySigner) throws {
        self.content = content
        signature = signer.signature(of: try Self.bytes(content), as: Self.kind)
    }

    /// Whether it was signed by the owner of a public key.
    package func isSigned(by publicKey: String) -> Bool {
        guard let bytes = try? Self.bytes(content) else { return false }
        return StudySigner.isSignature(signature, of: bytes, as: Self.kind, by: publicKey)
    }

    private static var kind: String { "healthtui \(Content.self)" }

    private static func bytes(_ content: Content) throws -> [UInt8] {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return Array(try encoder.encode(content))
    }
}
