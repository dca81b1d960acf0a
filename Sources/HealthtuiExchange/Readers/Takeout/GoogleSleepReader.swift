import Foundation

/// Reads the nights of Google Health: tables of nights, `UserSleeps`, and tables of their stages, `UserSleepStages`.
package struct GoogleSleepReader: GroupReader {
    package init() {}

    package let name = "Google Health sleep"
    package let endings: Set<String> = [".csv"]
    package var sharesSpool: Bool { true }

    package func recognizes(_ beginning: [UInt8], fileName: String) -> Bool {
        guard beginning.first == UInt8(ascii: "s") || beginning.first == 0xEF else { return false }
        let header = SeparatedLines.header(beginning)
        return header.first == "sleep_id" && header.count > 3
    }

    /// All files are one group: which nights count depends on all tables.
    package func group(of path: String) -> String? { name }

    package func read(_ files: [MemberFile], into sink: inout ReaderSink) throws {
        var nights = GoogleNights()
        var stages: [MemberFile] = []
        for file in files {
            try sink.begin(file: file.path, posted: file.changed)
            try sink.reporting { sink in
                let lines = SeparatedLines(file.stream())
                let header = try lines.next() ?? []
                if header.contains("sleep_start"), header.contains("sleep_end") {
                    try nights.add(lines, header, &sink)
                } else if header.contains("sleep_stage_start") {
                    stages.append(file)
                } else {
                    var count = 0
                    while try lines.next() != nil { count += 1 }
                    sink.passOver("tables of nights with neither times nor stages", count, isData: false)
                }
            }
        }
        nights.choose()
        try nights.take(&sink)
        for file in stages {
            try sink.begin(file: file.path, posted: file.changed)
            try sink.reporting { sink in try nights.readStages(SeparatedLines(file.stream()), &sink) }
        }
        nights.finish(&sink)
    }
}
