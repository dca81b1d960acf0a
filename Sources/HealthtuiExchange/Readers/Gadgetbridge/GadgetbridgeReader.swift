import Foundation
import HealthKitStore

/// Reads the database of Gadgetbridge, the app for watches and bands without their makers' services.
package struct GadgetbridgeReader: GroupReader {
    package let name = "Gadgetbridge"
    package let endings: Set<String> = [".db"]

    package init() {}

    package func recognizes(_ beginning: [UInt8], fileName: String) -> Bool {
        DatabaseFile.recognizes(
            beginning,
            fileName,
            named: "gadgetbridge",
            or: ["MI_BAND_ACTIVITY_SAMPLE", "XIAOMI_ACTIVITY_SAMPLE", "HUAWEI_ACTIVITY_SAMPLE"]
        )
    }

    package func group(of path: String) -> String? { DatabaseFile.base(of: path) }

    package func read(_ files: [MemberFile], into sink: inout ReaderSink) throws {
        try DatabaseFile.read(files, isCancelled: sink.isCancelled) { database in
            let hasSamples = database.tables.contains { $0.hasSuffix(GadgetbridgeTable.ending) }
            guard hasSamples, try database.has(GadgetbridgeDevices.table, GadgetbridgeDevices.needed) else {
                throw ImportError("it has none of the tables of Gadgetbridge")
            }
            var work = try GadgetbridgeImport(database)
            try work.read(into: &sink)
        }
    }
}
