import Foundation
import FoundationXML

/// What an independent XML reader finds in a TCX file, and what the schema (TrainingCenterDatabasev2.xsd) says of it.
final class TCXSchema: NSObject, XMLParserDelegate {
    /// The namespaces by their addresses.
    private static let prefixes = [
        "http://www.garmin.com/xmlschemas/TrainingCenterDatabase/v2": "",
        "http://www.garmin.com/xmlschemas/ActivityExtension/v2": "ax:",
    ]

    /// The children that an element may have, in this order.
    private static let children: [String: [String]] = [
        "TrainingCenterDatabase": ["Folders", "Activities", "Workouts", "Courses", "Author", "Extensions"],
        "Activities": ["Activity", "MultiSportSession"],
        "Activity": ["Id", "Lap", "Notes", "Training", "Creator", "Extensions"],
        "Lap": [
            "TotalTimeSeconds", "DistanceMeters", "MaximumSpeed", "Calories", "AverageHeartRateBpm",
            "MaximumHeartRateBpm", "Intensity", "Cadence", "TriggerMethod", "Track", "Notes", "Extensions",
        ],
        "Track": ["Trackpoint", "Extensions"],
        "Trackpoint": [
            "Time", "Position", "AltitudeMeters", "DistanceMeters", "HeartRateBpm", "Cadence", "SensorState",
            "Extensions",
        ],
        "Position": ["LatitudeDegrees", "LongitudeDegrees"],
        "HeartRateBpm": ["Value"],
        "Creator": ["Name", "UnitId", "ProductID", "Version"],
        "Version": ["VersionMajor", "VersionMinor", "BuildMajor", "BuildMinor"],
        "Extensions": ["ax:TPX"],
        "ax:TPX": ["ax:Speed", "ax:RunCadence", "ax:Watts"],
    ]
    private static let required: [String: Set<String>] = [
        "Activity": ["Id", "Lap"],
        "Lap": ["TotalTimeSeconds", "DistanceMeters", "Calories", "Intensity", "TriggerMethod"],
        "Track": ["Trackpoint"], "Trackpoint": ["Time"], "Creator": ["Name", "UnitId", "ProductID", "Version"],
    ]
    private static let repeatable: Set<String> = ["Activity", "Lap", "Track", "Trackpoint"]

    /// What the schema forbids.
    private(set) var problems: [String] = []
    /// The texts of elements by their paths below the activity, in the order of the file.
    private(set) var texts: [String: [String]] = [:]
    /// The values of attributes by the same paths and their names.
    private(set) var attributes: [String: [String]] = [:]

    private var open: [(name: String, children: [String])] = []
    private var text = ""

    init(_ file: String) {
        super.init()
        let parser = XMLParser(data: Data(file.utf8))
        parser.shouldProcessNamespaces = true
        parser.delegate = self
        if !parser.parse() { problems.append("no XML") }
    }

    /// Where the element that is read is.
    private var path: String { open.dropFirst(3).map(\.name).joined(separator: "/") }

    func parser(
        _ parser: XMLParser,
        didStartElement name: String,
        namespaceURI: String?,
        qualifiedName: String?,
        attributes found: [String: String]
    ) {
        text = ""
        guard let prefix = Self.prefixes[namespaceURI ?? ""] else {
            problems.append("\(name) is in no namespace that is known")
            return open.append((name, []))
        }
        let name = prefix + name
        if let parent = open.last {
            let allowed = Self.children[parent.name] ?? []
            let place = allowed.firstIndex(of: name)
            let last = parent.children.last.flatMap { allowed.firstIndex(of: $0) } ?? -1
            if place == nil { problems.append("\(name) in \(parent.name)") }
            if let place, place < last { problems.append("\(name) after \(parent.children.last ?? "")") }
            if place == last, !Self.repeatable.contains(name) { problems.append("\(name) twice in \(parent.name)") }
            open[open.count - 1].children.append(name)
        }
        open.append((name, []))
        for (key, value) in found { attributes["\(path)@\(key)", default: []].append(value) }
    }

    func parser(_ parser: XMLParser, foundCharacters string: String) { text += string }

    func parser(_ parser: XMLParser, didEndElement name: String, namespaceURI: String?, qualifiedName: String?) {
        guard let element = open.last else { return }
        for missing in Self.required[element.name, default: []].subtracting(element.children) {
            problems.append("\(element.name) without \(missing)")
        }
        if element.children.isEmpty { texts[path, default: []].append(text) }
        open.removeLast()
    }
}
