import Foundation
import Glibc
import HealthKit

/// The receipts of one list of files: written aside before the list is there, and moved to `receipts` after it.
///
/// Anyone who finds the list also finds its receipts, in one of the two places. Moving them can be repeated at any time.
struct ReceiptFiles {
    static let folderName = "receipts"
    private static let waitingName = "receipts-"

    private let study: StudyFolder
    let waiting: String

    /// The receipts of the list with a number.
    init(_ study: StudyFolder, _ number: Int) {
        self.study = study
        waiting = study.path + "/" + Self.waitingName + String(number)
    }

    /// The number of the list whose receipts a folder has; `nil` for another folder.
    static func number(_ name: String) -> Int? {
        name.hasPrefix(waitingName) ? Int(name.dropFirst(waitingName.count)) : nil
    }

    /// Signs a receipt and writes it aside.
    /// - Throws: ``StudyError``.
    func write(_ receipt: StudyReceipt) throws {
        try LastingFile.makeFolder(waiting)
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        let data = try encoder.encode(try Signed(receipt, by: study.signer)) + Data("\n".utf8)
        let name = Self.name(receipt.person, receipt.kind, receipt.sequence)
        try LastingFile.replace(data, at: waiting + "/" + name)
    }

    /// Whether a person was given a receipt of a contribution; one whose signature doesn't hold is none.
    static func wasGiven(_ study: StudyFolder, person: String, sequence: Int) -> Bool {
        let path = "\(study.path)/\(folderName)/\(name(person, .data, sequence))"
        guard let data = FileManager.default.contents(atPath: path),
            let receipt = try? JSONDecoder().decode(Signed<StudyReceipt>.self, from: data)
        else { return false }
        let about = receipt.content
        return receipt.isSigned(by: study.signer.publicKey) && about.person == person && about.sequence == sequence
            && about.kind == .data
    }

    private static func name(_ person: String, _ kind: ContributionManifest.Kind, _ sequence: Int) -> String {
        "\(person)-\(kind == .data ? String(sequence) : "withdrawn").receipt"
    }

    /// Brings the names to the disk.
    func sync() {
        LastingFile.sync(folder: waiting)
        LastingFile.sync(folder: study.path)
    }

    /// Moves the receipts that wait to their place.
    ///
    /// - Parameter moved: Called after each.
    /// - Throws: ``StudyError``.
    func publish(moved: () -> Void) throws {
        // Most lists have no receipts that wait.
        let names = try FolderNames.names(in: waiting, mayBeMissing: true)
        guard !names.isEmpty else {
            rmdir(waiting)
            return
        }
        let place = study.path + "/" + Self.folderName
        try LastingFile.makeFolder(place)
        for name in names.sorted() where name.hasSuffix(".receipt") {
            guard rename(waiting + "/" + name, place + "/" + name) == 0 else {
                let reason = String(cString: strerror(errno))
                throw StudyError((place + "/" + name).printable, "can't be written: \(reason)")
            }
            moved()
        }
        LastingFile.sync(folder: place)
        // An empty folder that stays is removed by the next collection.
        try? FileManager.default.removeItem(atPath: waiting)
    }
}
