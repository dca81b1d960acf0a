import Foundation
import Glibc
import HealthKit

/// A researcher's folder of a study: its description, its keys, and what was collected.
package struct StudyFolder: Sendable {
    /// The folder's path.
    package let path: String
    package let study: SignedStudy
    let signer: StudySigner
    let box: StudyBox
    /// The digests of all versions: contributions to earlier ones count.
    let digests: Set<String>

    static let studyName = "study.json"
    static let keysName = "keys.json"
    static let codesName = "codes.txt"
    static let ledgerName = "ledger"
    static let stagingName = "staging"

    /// The seeds of both keys, in hexadecimal.
    private struct Keys: Codable {
        var signing: String
        var box: String
    }

    /// Opens a folder.
    /// - Throws: ``StudyError`` for one that is no study's.
    package init(_ path: String) throws {
        let path = URL(fileURLWithPath: path).standardizedFileURL.path
        self.path = path
        study = try SignedStudy(try Self.data(path + "/" + Self.studyName), named: path + "/" + Self.studyName)
        let file = path + "/" + Self.keysName
        var status = stat()
        guard stat(file, &status) == 0 else {
            throw StudyError(file.printable, "keys not found; only the folder of the researcher has them")
        }
        guard status.st_mode & 0o077 == 0 else {
            throw StudyError(file.printable, "others may read the keys; run chmod 600 on it")
        }
        guard let keys = try? JSONDecoder().decode(Keys.self, from: Self.data(file)),
            let signing = HexText.bytes(keys.signing, count: 32), let box = HexText.bytes(keys.box, count: 32)
        else { throw StudyError(file.printable, "the keys can't be read; restore the file from a backup") }
        signer = try StudySigner(seed: signing)
        self.box = try StudyBox(seed: box)
        guard signer.publicKey == study.description.signingKey, self.box.publicKey == study.description.boxKey else {
            throw StudyError(file.printable, "these are the keys of another study")
        }
        digests = Self.earlier(path, study).union([study.digest])
    }

    /// The name of a version that a later one has replaced.
    private static func name(ofVersion version: Int) -> String { "study-\(version).json" }

    /// The digests of the versions before.
    ///
    /// A file that is none of them is skipped: contributions to a version that is gone are refused with a reason.
    private static func earlier(_ path: String, _ study: SignedStudy) -> Set<String> {
        let about = study.description
        let files = (1..<min(about.version, mostVersions + 1)).map { path + "/" + name(ofVersion: $0) }
        return Set(
            files.compactMap { file -> String? in
                guard let data = FileManager.default.contents(atPath: file),
                    let earlier = try? SignedStudy(data, named: file), earlier.description.id == about.id,
                    earlier.description.signingKey == about.signingKey
                else { return nil }
                return earlier.digest
            }
        )
    }

    /// The most versions of a study.
    private static let mostVersions = 1_000

    /// Puts a new version of the study in the place of the one that there is, which stays beside it.
    ///
    /// People who agreed to the previous version are asked again. Their contributions to it stay until they contribute to the new
    /// one.
    ///
    /// - Parameter change: Makes the new version of the description; its number is set here.
    /// - Returns: The folder with the new version.
    /// - Throws: ``StudyError`` for a version that breaks what people were told, that changes nothing, or that makes no sense.
    package func revise(_ change: (inout StudyDescription) throws -> Void) throws -> StudyFolder {
        let lock = try FolderLock(path, isShared: false)
        defer { withExtendedLifetime(lock) {} }
        // Another may have made one since this was opened.
        let current = try StudyFolder(path)
        let old = current.study.description
        var new = old
        try change(&new)
        guard new != old else { throw StudyError("study", "nothing is different; say what is to change") }
        guard old.version < Self.mostVersions else {
            throw StudyError("study, version", "a study has at most \(Self.mostVersions) versions; make a new study")
        }
        new.version = old.version + 1
        guard new.k >= old.k else {
            throw StudyError(
                "study, k",
                "people agreed to groups of \(old.k) or more: it can grow, not shrink to \(new.k)"
            )
        }
        guard (new.id, new.boxKey, new.signingKey) == (old.id, old.boxKey, old.signingKey), new.dates == old.dates,
            new.enrolment == old.enrolment
        else { throw StudyError("study", "identifier, keys, dates and enrolment stay; make a new study for others") }
        let signed = try SignedStudy(new, signer: current.signer)
        try LastingFile.write(current.study.data, to: path + "/" + Self.name(ofVersion: old.version))
        try LastingFile.write(signed.data, to: path + "/" + Self.studyName)
        return try StudyFolder(path)
    }

    /// Makes the folder of a new study.
    ///
    /// - Parameters:
    ///   - path: Where it is to be; there must be nothing.
    ///   - codes: How many codes to make, for a study that takes only who has one.
    ///   - describe: Makes the description, given its identifier and both public keys.
    /// - Returns: The folder.
    /// - Throws: ``StudyError``.
    package static func create(
        _ path: String,
        codes: Int,
        describe: (_ id: String, _ boxKey: String, _ signingKey: String) throws -> StudyDescription
    ) throws -> StudyFolder {
        let path = URL(fileURLWithPath: path).standardizedFileURL.path
        let (signing, box) = (try StudySigner.randomSeed(), try StudySigner.randomSeed())
        let signer = try StudySigner(seed: signing)
        let description = try describe(
            HexText.text(try RandomBytes.make(16)),
            try StudyBox(seed: box).publicKey,
            signer.publicKey
        )
        let study = try SignedStudy(description, signer: signer)
        guard mkdir(path, 0o700) == 0 else {
            let reason = errno == EEXIST ? "already exists; choose another folder" : String(cString: strerror(errno))
            throw StudyError(path.printable, reason)
        }
        let keys = try JSONEncoder().encode(Keys(signing: HexText.text(signing), box: HexText.text(box)))
        try LastingFile.write(keys, to: path + "/" + keysName)
        if codes > 0 {
            let lines = try (0..<codes).map { _ in HexText.text(try RandomBytes.make(10)) + "\n" }
            try LastingFile.write(Data(lines.joined().utf8), to: path + "/" + codesName)
        }
        try LastingFile.write(study.data, to: path + "/" + studyName)
        return try StudyFolder(path)
    }

    private static func data(_ path: String) throws -> Data {
        do {
            return try Data(contentsOf: URL(fileURLWithPath: path))
        } catch {
            throw StudyError(path.printable, "not found; healthtui study create makes the folder of a study")
        }
    }

    /// The codes that take part; `nil` for a study that takes everybody.
    /// - Throws: ``StudyError`` when the file is gone.
    func codes() throws -> Set<String>? {
        guard study.description.enrolment == .codes else { return nil }
        let text = String(decoding: try Self.data(path + "/" + Self.codesName), as: UTF8.self)
        return Set(text.split(whereSeparator: \.isWhitespace).map(String.init))
    }
}
