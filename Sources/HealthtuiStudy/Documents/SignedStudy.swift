import Foundation
import Glibc

/// A study with its researcher's signature: the file `study.json`.
package struct SignedStudy: Sendable {
    /// The most bytes that such a file has.
    package static let mostBytes = 1 << 20
    private static let kind = "healthtui study"

    package let description: StudyDescription
    /// The digest of what was signed, by which contributions name it.
    package let digest: String
    /// The file.
    package let data: Data

    /// Signs a study.
    /// - Throws: ``StudyError`` for one that makes no sense.
    package init(_ description: StudyDescription, signer: StudySigner) throws {
        try description.check()
        let content = try Self.canonical(JSONEncoder().encode(description))
        let signature = signer.signature(of: Array(content), as: Self.kind)
        let object: [String: Any] = [
            "study": try JSONSerialization.jsonObject(with: content), "signature": signature,
        ]
        let data = try JSONSerialization.data(
            withJSONObject: object,
            options: [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        )
        try self.init(data + Data("\n".utf8), named: "study")
    }

    /// Reads a study and checks its signature.
    ///
    /// - Parameters:
    ///   - data: The file.
    ///   - name: What errors call it.
    /// - Throws: ``StudyError`` for a file that is no study, one whose signature fails, and one that makes no sense.
    package init(_ data: Data, named name: String) throws {
        guard data.count <= Self.mostBytes else { throw StudyError(name, "not a study: the file is too large") }
        guard let object = try? JSONSerialization.jsonObject(with: data) as? [String: Any],
            let study = object["study"] as? [String: Any], let signature = object["signature"] as? String,
            let content = try? Self.canonical(JSONSerialization.data(withJSONObject: study))
        else { throw StudyError(name, "not a study; healthtui study create makes one") }
        guard let description = try? JSONDecoder().decode(StudyDescription.self, from: content) else {
            throw StudyError(name, "the study can't be read: a field is missing or of another kind")
        }
        guard StudySigner.isSignature(signature, of: Array(content), as: Self.kind, by: description.signingKey) else {
            throw StudyError(name, "the signature is wrong: the file was changed. Get it from the researcher again")
        }
        do {
            try description.check()
        } catch let error as StudyError {
            throw StudyError(name, "\(error)")
        }
        self.description = description
        self.data = data
        digest = StudyDigest.of(Array(content))
    }

    /// Reads a study's file and checks its signature.
    ///
    /// - Parameter path: The file.
    /// - Throws: ``StudyError`` for what can't be read, and as ``init(_:named:)``.
    package init(path: String) throws {
        var status = stat()
        guard stat(path, &status) == 0 else { throw StudyError(path, String(cString: strerror(errno))) }
        guard status.st_mode & S_IFMT == S_IFREG, status.st_size <= Self.mostBytes,
            let data = FileManager.default.contents(atPath: path)
        else { throw StudyError(path, "not a study; ask its researcher for study.json") }
        try self.init(data, named: path)
    }

    /// JSON in its only spelling: members in order, nothing between.
    private static func canonical(_ json: Data) throws -> Data {
        try JSONSerialization.data(
            withJSONObject: JSONSerialization.jsonObject(with: json),
            options: [.sortedKeys, .withoutEscapingSlashes]
        )
    }
}
