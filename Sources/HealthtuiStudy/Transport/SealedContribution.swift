import Foundation
import HealthKit
import HealthtuiDeflation
import HealthtuiExchange

/// The making of a contribution's file: a signed manifest, then the tables that it carries.
package enum SealedContribution {
    /// Writes a contribution.
    ///
    /// - Parameters:
    ///   - manifest: What it says of itself; `packed` is set here of what is carried.
    ///   - carried: The bytes of each table that is carried, by its key.
    ///   - signer: The participant's key.
    ///   - study: The study.
    ///   - output: Gets the bytes of the file.
    /// - Throws: ``StudyError`` for more than a contribution may hold, and what `output` throws.
    package static func write(
        _ manifest: ContributionManifest,
        carrying carried: [ContributionManifest.Key: [UInt8]],
        signer: StudySigner,
        for study: StudyDescription,
        to output: @escaping (ArraySlice<UInt8>) throws -> Void
    ) throws {
        guard manifest.tables.count <= ContributionLimit.tables else {
            throw StudyError(
                "contribution",
                "\(manifest.tables.count) tables are more than \(ContributionLimit.tables): the study is too long or wide"
            )
        }
        var manifest = manifest
        var packed: [[UInt8]] = []
        for index in manifest.tables.indices {
            manifest.tables[index].packed = nil
            guard let bytes = carried[manifest.tables[index].key] else { continue }
            guard bytes.count <= ContributionLimit.table else {
                let entry = manifest.tables[index]
                throw StudyError(
                    "\(entry.type), \(entry.month)",
                    "the month is larger than \(ContributionLimit.table >> 20) MiB, more than a study takes"
                )
            }
            guard let compressed = Gzip.compressed(bytes) else {
                throw StudyError("contribution", "there isn't enough memory to pack it")
            }
            manifest.tables[index].packed = compressed.count
            packed.append(compressed)
        }
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        let text = Array(try encoder.encode(manifest))
        guard let signature = HexText.bytes(signer.signature(of: text, as: ContributionFile.kind), count: 64) else {
            throw StudyError("contribution", "it can't be signed")
        }
        let writer = try ContributionWriter(for: study, to: output)
        try writer.write((0..<4).map { UInt8(truncatingIfNeeded: text.count >> (8 * $0)) })
        try writer.write(text)
        try writer.write(signature)
        for table in packed { try writer.write(table) }
        try writer.finish()
    }
}

/// A contribution as it is opened: its manifest first, then table by table.
package final class OpenedContribution {
    package let manifest: ContributionManifest
    /// The digest of the manifest: two contributions of one number that differ say something different here.
    package let digest: String
    private let reader: ContributionReader
    private let name: String

    /// Opens a contribution and checks who signed it.
    ///
    /// - Parameters:
    ///   - path: Where it is.
    ///   - study: The study.
    ///   - box: The study's key.
    /// - Throws: ``StudyError`` for anything that is wrong with it.
    package init(_ path: String, study: StudyDescription, box: StudyBox) throws {
        name = (path as NSString).lastPathComponent.printable
        reader = try ContributionReader(path, study: study.id, box: box)
        let length = try reader.read(4).reversed().reduce(0) { $0 << 8 | Int($1) }
        guard length <= ContributionLimit.manifest else { throw StudyError(name, "damaged: its manifest is too large") }
        let text = try reader.read(length)
        let signature = HexText.text(try reader.read(64))
        guard let manifest = try? JSONDecoder().decode(ContributionManifest.self, from: Data(text)) else {
            throw StudyError(name, "its manifest can't be read; a newer version of healthtui may have made it")
        }
        guard StudySigner.isSignature(signature, of: text, as: ContributionFile.kind, by: manifest.key) else {
            throw StudyError(name, "the participant's signature is wrong")
        }
        self.manifest = manifest
        digest = StudyDigest.of(text)
        try check(study)
    }

    private func check(_ study: StudyDescription) throws {
        guard manifest.format == 1 else {
            throw StudyError(name, "its format \(manifest.format) isn't known; a newer version of healthtui made it")
        }
        guard let key = HexText.bytes(manifest.key, count: 32),
            manifest.person == StudyDigest.person(study: study.id, publicKey: key)
        else { throw StudyError(name, "it speaks for somebody else: person and key don't belong together") }
        guard manifest.consent.isSigned(by: manifest.key), manifest.consent.content.study == manifest.study else {
            throw StudyError(name, "there is no consent of the participant to this version of the study")
        }
        guard (1...Int(Int32.max)).contains(manifest.sequence) else { throw StudyError(name, "its number isn't one") }
        guard manifest.tables.count <= ContributionLimit.tables else {
            throw StudyError(
                name,
                "it has \(manifest.tables.count) tables; at most \(ContributionLimit.tables) are taken"
            )
        }
        guard Set(manifest.tables.map(\.key)).count == manifest.tables.count else {
            throw StudyError(name, "it has a month of a type twice")
        }
        let asked = Set(study.columns.map { "\($0.table.rawValue) \($0.type.identifier)" })
        for entry in manifest.tables {
            guard asked.contains("\(entry.table.rawValue) \(entry.type)") else {
                throw StudyError(
                    name,
                    "it has \(entry.table.rawValue) of \(entry.type.printable), which the study didn't ask for"
                )
            }
            guard StudyDay(entry.month + "-01") != nil, entry.rows >= 1, entry.bytes >= 1,
                HexText.bytes(entry.digest, count: 32) != nil, entry.packed.map({ $0 >= 1 }) ?? true
            else { throw StudyError(name, "its list of tables is damaged") }
            guard entry.bytes <= ContributionLimit.table, entry.packed ?? 0 <= ContributionLimit.table + (1 << 20)
            else {
                throw StudyError(
                    name,
                    "\(entry.table.rawValue) of \(entry.type), \(entry.month): more than "
                        + "\(ContributionLimit.table >> 20) MiB unpacked"
                )
            }
        }
    }

    /// Reads every table that is carried, to the end of the file.
    ///
    /// - Parameter body: Gets each table's entry and bytes, whose digest is the manifest's.
    /// - Throws: ``StudyError`` for what is damaged, and what `body` throws.
    package func forEachTable(_ body: (ContributionManifest.Entry, [UInt8]) throws -> Void) throws {
        for entry in manifest.tables {
            guard let size = entry.packed else { continue }
            let what = "\(entry.table.rawValue) of \(entry.type), \(entry.month)"
            guard let bytes = Gzip.expanded(try reader.read(size), size: entry.bytes) else {
                throw StudyError(name, "\(what): it doesn't unpack to the \(entry.bytes) bytes that it says")
            }
            guard StudyDigest.of(bytes) == entry.digest else {
                throw StudyError(name, "\(what): its digest is wrong")
            }
            try body(entry, bytes)
        }
        try reader.finish()
    }
}
