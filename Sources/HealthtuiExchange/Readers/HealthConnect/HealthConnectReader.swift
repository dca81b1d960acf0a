import Foundation
import HealthKit
import HealthKitStore

/// Reads the database of a Health Connect export, `health_connect_export.db`, which the phone writes in a zip.
package struct HealthConnectReader: GroupReader {
    package let name = "Health Connect"
    package let endings: Set<String> = [".db"]

    package init() {}

    package func recognizes(_ beginning: [UInt8], fileName: String) -> Bool {
        DatabaseFile.recognizes(
            beginning,
            fileName,
            named: "health_connect",
            or: ["application_info_table", "steps_record_table", "heart_rate_record_series_table"]
        )
    }

    package func group(of path: String) -> String? { DatabaseFile.base(of: path) }

    package func read(_ files: [MemberFile], into sink: inout ReaderSink) throws {
        try DatabaseFile.read(files, isCancelled: sink.isCancelled) { database in
            guard try HealthConnectFile.recognizes(database) else {
                throw ImportError("it has none of the tables of Health Connect")
            }
            var work = try HealthConnectImport(HealthConnectFile(database))
            try work.read(into: &sink)
        }
    }
}
