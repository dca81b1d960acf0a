import Foundation
import HealthKit

/// What says which main file a copy of the store inside an export belongs to.
///
/// An import takes over the copy only where both are as they were written: somebody who changed the export means the
/// export.
struct StoreCompanion: Codable, Equatable {
    /// The folder of what this program adds to an export; other importers pass over it.
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
    /// The main file's CRC-32, which an archive's directory has too; exports of earlier versions have none.
    ///
    /// Where both are the same the file need not be unpacked to tell that nobody changed it.
    var mainCRC: UInt32?

    init(main: StreamChecksum, crc: ZipChecksum, store: StreamChecksum) {
        self.main = Part(main)
        self.store = Part(store)
        mainCRC = crc.value
    }

    /// Whether the directory of an archive says that the main file is as it was written.
    func isMain(_ entry: ZipDirectory.Entry?) -> Bool {
        guard let mainCRC, let entry else { return false }
        return entry == ZipDirectory.Entry(crc: mainCRC, size: main.bytes)
    }

    /// Reads a description; `nil` for one that is none, or that a later version wrote otherwise.
    init?(json: [UInt8]) {
        // The import goes on without the copy, and says that it can't be read.
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
