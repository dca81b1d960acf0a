import Foundation
import FoundationXML

/// What the schema of GPX 1.1 (gpx.xsd) says of the elements that a route has.
final class GPXSchema: NSObject, XMLParserDelegate {
    private static let namespace = "http://www.topografix.com/GPX/1/1"

    /// The children that an element may have, in this order.
    private static let children: [String: [String]] = [
        "gpx": ["metadata", "wpt", "rte", "trk", "extensions"],
        "metadata": ["name", "desc", "author", "copyright", "link", "time", "keywords", "bounds", "extensions"],
        "trk": ["name", "cmt", "desc", "src", "link", "number", "type", "extensions", "trkseg"],
        "trkseg": ["trkpt", "extensions"],
        "trkpt": [
            "ele", "time", "magvar", "geoidheight", "name", "cmt", "desc", "src", "link", "sym", "type", "fix", "sat",
            "hdop", "vdop", "pdop", "ageofdgpsdata", "dgpsid", "extensions",
        ],
    ]
    private static let repeatable: Set<String> = ["wpt", "rte", "trk", "link", "trkseg", "trkpt"]

    private var problems: [String] = []
    private var open: [(name: String, last: Int, lastName: String)] = []
    private var text = ""

    /// What of a file the schema forbids.
    static func problems(_ text: String) -> [String] {
        let schema = GPXSchema()
        let parser = XMLParser(data: Data(text.utf8))
        parser.shouldProcessNamespaces = true
        parser.delegate = schema
        if !parser.parse() { schema.problems.append("no XML") }
        return schema.problems
    }

    func parser(
        _ parser: XMLParser,
        didStartElement name: String,
        namespaceURI: String?,
        qualifiedName: String?,
        attributes: [String: String]
    ) {
        defer { open.append((name, -1, "")) }
        text = ""
        guard let parent = open.last else {
            if name != "gpx" || namespaceURI != Self.namespace { problems.append("the root is \(name)") }
            if attributes["version"] != "1.1" || attributes["creator"] == nil { problems.append("version or creator") }
            return
        }
        if open.contains(where: { $0.name == "extensions" }) {
            if parent.name == "extensions", (namespaceURI ?? Self.namespace) == Self.namespace || namespaceURI == "" {
                problems.append("\(name) within extensions is in GPX's namespace")
            }
            return
        }
        guard namespaceURI == Self.namespace, let place = Self.children[parent.name]?.firstIndex(of: name) else {
            return problems.append("\(name) within \(parent.name)")
        }
        if place < parent.last || (place == parent.last && !Self.repeatable.contains(name)) {
            problems.append("\(name) behind \(parent.lastName)")
        }
        open[open.count - 1].last = place
        open[open.count - 1].lastName = name
        guard name == "trkpt" else { return }
        let latitude = attributes["lat"].flatMap(Self.decimal)
        let longitude = attributes["lon"].flatMap(Self.decimal)
        if !(latitude.map { (-90...90).contains($0) } ?? false) { problems.append("lat \(attributes)") }
        if !(longitude.map { $0 >= -180 && $0 < 180 } ?? false) { problems.append("lon \(attributes)") }
    }

    func parser(_ parser: XMLParser, foundCharacters string: String) { text += string }

    func parser(_ parser: XMLParser, didEndElement name: String, namespaceURI: String?, qualifiedName: String?) {
        open.removeLast()
        guard !open.contains(where: { $0.name == "extensions" }) else { return }
        if name == "ele", Self.decimal(text) == nil { problems.append("ele \(text)") }
        let time = /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)?/
        if name == "time", text.wholeMatch(of: time) == nil { problems.append("time \(text)") }
    }

    /// A number as `xsd:decimal` is written: without an exponent.
    private static func decimal(_ text: String) -> Double? {
        text.wholeMatch(of: /[+-]?(\d+(\.\d*)?|\.\d+)/) == nil ? nil : Double(text)
    }
}
