import Foundation
import Glibc
import HealthStudy

/// Collects a study and kills itself at the so-manieth write; what tests of interrupted collections run.
@main
enum StudyRunner {
    static func main() throws {
        let arguments = CommandLine.arguments
        guard arguments.count == 6, let last = Int(arguments[3]), let now = Double(arguments[5]) else { exit(2) }
        var writes = 0
        var collector = Collector(
            try StudyFolder(arguments[1]),
            python: try StudyPython(environment: ["HEALTHTUI_PYTHON": arguments[4]]),
            now: Date(timeIntervalSince1970: now)
        )
        collector.wrote = { _ in
            writes += 1
            if writes == last { kill(getpid(), SIGKILL) }
        }
        _ = try collector.collect([arguments[2]])
    }
}
