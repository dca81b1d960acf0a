import Foundation
import HealthKitResources

/// The files that an engine needs, which are in the program itself.
package enum EngineFiles {
    /// The text of a file.
    /// - Throws: ``StudyError`` for a name that there is no file of.
    package static func text(_ name: String) throws -> String {
        let files = resource_study_files_start()
        for index in 0..<Int(resource_study_files_count) where String(cString: files[index].name) == name {
            let bytes = UnsafeBufferPointer(start: files[index].text, count: Int(files[index].size))
            return String(decoding: bytes, as: UTF8.self)
        }
        throw StudyError(name, "this program lacks the file; build it again")
    }
}
