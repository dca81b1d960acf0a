import Foundation
import HealthKitResources
import Synchronization

/// The mappings that tables are read by: the person's, then those of the program.
package enum KnownMappings {
    private static let personal = Mutex<[MappingFile]>([])

    /// How the names of mappings end.
    package static let ending = ".mapping"

    /// The most files of a person that are read.
    package static let most = 200

    /// The mappings of the program, in the order of their names.
    package static let shipped: [MappingFile] = shippedTexts.compactMap { name, text in
        // Tests read each.
        try? MappingFile(text, path: name)
    }

    /// The texts of the program's mappings, by their names.
    package static var shippedTexts: [(name: String, text: String)] {
        UnsafeBufferPointer(start: resource_mappings_start(), count: Int(resource_mappings_count))
            .map { file in
                let bytes = UnsafeBufferPointer(start: file.text, count: Int(file.size))
                return (String(cString: file.name), String(decoding: bytes, as: UTF8.self))
            }
    }

    /// The person's mappings, as this process uses them.
    package static var own: [MappingFile] { personal.withLock { $0 } }

    /// Uses mappings of the person, before those of the program.
    ///
    /// - Parameter files: The mappings, the first before the others.
    package static func use(_ files: [MappingFile]) { personal.withLock { $0 = files } }
}
