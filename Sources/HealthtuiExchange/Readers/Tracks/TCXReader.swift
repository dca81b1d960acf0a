import Foundation
import HealthKit

/// Reads the activities of TCX files as workouts, as they stream past.
package struct TCXReader: StreamReader {
    package init() {}

    package var name: String { "TCX" }
    package let endings: Set<String> = [".tcx"]
    package let asksQuestions = true

    package func recognizes(_ beginning: [UInt8], fileName: String) -> Bool {
        TrackRoot.begins(beginning, TCXElement.vocabulary, "<!DOCTYPE TrainingCenterDatabase") {
            $0.element == TCXElement.root
        }
    }

    package func read(_ stream: MemberStream, into sink: inout ReaderSink) throws {
        var scanner = XMLScanner(TCXElement.vocabulary) { try stream.read(into: $0) }
        var activities = TCXActivities()
        try TrackRoot.read(&scanner, &activities, into: &sink)
    }
}
