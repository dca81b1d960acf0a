import Foundation
import HealthKit
import HealthtuiExchange

/// The person's mappings of tables: the files of the folder `mappings` next to the settings.
enum MappingFolder {
    /// The folder's path.
    static var path: String { SettingsFile.folder + "/mappings" }

    /// Reads them, and reads tables by them from now on.
    ///
    /// A file that can't be read as a mapping keeps no other from being used.
    ///
    /// - Returns: What is wrong with the files, each with its path, and the line where there is one.
    static func use() -> [String] {
        // Most people have no such folder.
        let names = (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []
        let files = names.filter { $0.hasSuffix(KnownMappings.ending) && !$0.hasPrefix(".") }.sorted()
        var problems: [String] = []
        if files.count > KnownMappings.most {
            problems.append("\(path): only the first \(KnownMappings.most) of \(files.count) mappings are read")
        }
        var mappings: [MappingFile] = []
        for name in files.prefix(KnownMappings.most) {
            let file = "\(path)/\(name)"
            do {
                mappings.append(try MappingFile(SettingsFile.text(file, limit: MappingFile.largest), path: file))
            } catch {
                problems.append("\(error)")
            }
        }
        KnownMappings.use(mappings)
        return problems
    }

    /// Reads them, and reports their errors.
    static func useReporting() { for problem in use() { StandardError.line("healthtui: \(problem.printable)") } }
}
