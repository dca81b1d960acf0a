import Foundation
import HealthKit

/// Reads the tracks of GPX files as workouts, as they stream past.
///
/// A route of the Health app says nothing of its workout: it is read only with its export.
package struct GPXTrackReader: StreamReader {
    package init() {}

    package var name: String { "GPX" }
    package let endings: Set<String> = [".gpx"]
    package let asksQuestions = true

    /// The creator of routes in exports of the Health app, and in files that are written like them.
    static let healthApp = "Apple Health Export"

    package func recognizes(_ beginning: [UInt8], fileName: String) -> Bool {
        TrackRoot.begins(beginning, GPXElement.vocabulary, "<!DOCTYPE gpx") { scanner in
            scanner.element == GPXElement.gpx && scanner.attribute("creator")?.text != Self.healthApp
        }
    }

    package func read(_ stream: MemberStream, into sink: inout ReaderSink) throws {
        var scanner = XMLScanner(GPXElement.vocabulary) { try stream.read(into: $0) }
        var tracks = GPXTracks()
        try TrackRoot.read(&scanner, &tracks, into: &sink)
    }
}
