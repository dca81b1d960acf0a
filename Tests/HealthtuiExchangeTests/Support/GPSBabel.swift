import Foundation
import FoundationXML
import ProgramTesting

/// The program gpsbabel, which reads the places of tracks in its own way.
enum GPSBabel {
    /// A place of a track.
    struct Place {
        /// Seconds since the reference date.
        var time = Double.nan
        var latitude = Double.nan
        var longitude = Double.nan
        /// Not a number if the file has none.
        var altitude = Double.nan
    }

    /// A form of files, as the program names it.
    enum Form: String {
        case gpx
        case tcx = "gtrnctr"
        case fit = "garmin_fit"
    }

    private static let program = ["/usr/bin/gpsbabel", "/usr/local/bin/gpsbabel"]
        .first { FileManager.default.isExecutableFile(atPath: $0) }

    /// Whether it is installed.
    static var isThere: Bool { program != nil }

    /// The places of all tracks of a file, in its order; points without a place are left out.
    static func places(_ text: String, _ form: Form) throws -> [Place] { try places(text.utf8, form) }

    /// The places of all tracks of a file, in its order; points without a place are left out.
    static func places(_ bytes: some Collection<UInt8>, _ form: Form) throws -> [Place] {
        let folder = try TemporaryFolder()
        let input = try folder.write(bytes, to: "in.\(form)")
        let output = folder.url.appending(path: "out.gpx")
        let process = Process()
        process.executableURL = URL(fileURLWithPath: program ?? "gpsbabel")
        process.arguments = ["-t", "-i", form.rawValue, "-f", input, "-o", "gpx", "-F", output.path]
        process.standardError = FileHandle.nullDevice
        try process.start()
        process.waitUntilExit()
        guard process.terminationStatus == 0 else { return [] }
        return GPSBabelPlaces(try Data(contentsOf: output)).places
    }
}

/// The places in a GPX file of gpsbabel, as Foundation's XML reader sees it.
private final class GPSBabelPlaces: NSObject, XMLParserDelegate {
    private(set) var places: [GPSBabel.Place] = []
    private var place: GPSBabel.Place?
    private var text = ""

    init(_ file: Data) {
        super.init()
        let parser = XMLParser(data: file)
        parser.delegate = self
        if !parser.parse() { places = [] }
    }

    func parser(
        _ parser: XMLParser,
        didStartElement name: String,
        namespaceURI: String?,
        qualifiedName: String?,
        attributes: [String: String]
    ) {
        text = ""
        guard name == "trkpt" else { return }
        func number(_ name: String) -> Double { attributes[name].flatMap(Double.init) ?? .nan }
        place = GPSBabel.Place(latitude: number("lat"), longitude: number("lon"))
    }

    func parser(_ parser: XMLParser, foundCharacters string: String) { text += string }

    func parser(_ parser: XMLParser, didEndElement name: String, namespaceURI: String?, qualifiedName: String?) {
        switch name {
        case "ele": place?.altitude = Double(text) ?? .nan
        case "time": place?.time = Self.seconds(text)
        case "trkpt":
            if let place { places.append(place) }
            place = nil
        default: break
        }
    }

    /// The time of a text such as `2024-05-01T12:00:00.250Z`.
    private static func seconds(_ text: String) -> Double {
        let parts = text.split { $0 == "." || $0 == "Z" }
        guard let whole = parts.first.flatMap({ try? Date("\($0)Z", strategy: .iso8601) }) else { return .nan }
        let fraction = parts.count > 1 ? Double("0.\(parts[1])") ?? .nan : 0
        return whole.timeIntervalSinceReferenceDate + fraction
    }
}
