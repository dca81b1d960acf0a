import Foundation
import HealthKit

/// Identifies the main file that a copy of the store inside an export belongs to.
///
/// An import uses the copy only if both are unchanged: a person who edited the export wants the edits imported.
struct StoreCompanion: Codable, Equatable {
    /// The folder of the files that this program adds to an export; other importers skip it.
    static let folder = "healthtui"
    static let storeName = folder + "/health.store"
    static let manifestName = folder + "/manifest.json"

    /// A file by its size and checksum.
    struct Part: Codable, Equatable {
        var bytes: UInt64
        var checksum: String

        init(_ sum: StreamChecksum) {
            bytes = sum.count
            checksum = sum.text
        }
    }

    /// The version of this description.
    var version = 1
    var main: Part
    var store: Part
    /// The main file's CRC-32, which is also in an archive's directory; exports of earlier versions have none.
    ///
    /// If both agree, the file doesn't have to be unpacked to show that it is unchanged.
    var mainCRC: UInt32?

    init(main: StreamChecksum, crc: ZipChecksum, store: StreamChecksum) {
        self.main = Part(main)
        self.store = Part(store)
        mainCRC = crc.value
    }

    /// Whether an archive's directory shows that the main file is unchanged.
    func isMain(_ entry: ZipDirectory.Entry?) -> Bool {
        guard let mainCRC, let entry else { return false }
        return entry == ZipDirectory.Entry(crc: mainCRC, size: main.bytes)
    }

    /// Reads a description; `nil` if it isn't valid, or has a later version's format.
    init?(json: [UInt8]) {
        // The import continues without the copy, and reports that it can't be read.
        guard let read = try? JSONDecoder().decode(StoreCompanion.self, from: Data(json)), read.version == 1 else {
            return nil
        }
        self = read
    }

    var json: [UInt8] {
        get throws {
            let encoder = JSONEncoder()
            encoder.outputFormatting = [.sortedKeys, .prettyPrinted]
            return [UInt8](try encoder.encode(self)) + [Byte.newline]
        }
    }
}
