/// The elements of GPX and of the extensions that are read.
enum GPXElement {
    static let gpx: UInt8 = 1
    static let trk: UInt8 = 2
    static let trkseg: UInt8 = 3
    static let trkpt: UInt8 = 4
    static let rte: UInt8 = 5
    static let wpt: UInt8 = 6
    static let metadata: UInt8 = 7
    static let time: UInt8 = 8
    static let ele: UInt8 = 9
    static let speed: UInt8 = 10
    static let course: UInt8 = 11
    static let type: UInt8 = 12
    static let heartRate: UInt8 = 13
    static let cadence: UInt8 = 14
    static let power: UInt8 = 15
    static let link: UInt8 = 16

    private static let own: [(StaticString, UInt8)] = [
        ("trkpt", trkpt), ("time", time), ("ele", ele), ("speed", speed), ("course", course), ("trkseg", trkseg),
        ("trk", trk), ("type", type), ("rte", rte), ("wpt", wpt), ("metadata", metadata), ("link", link), ("gpx", gpx),
    ]

    private static let trackPoint1: [(StaticString, UInt8)] = [("hr", heartRate), ("cad", cadence)]

    static let vocabulary = XMLVocabulary(namespaces: [
        XMLVocabulary.Namespace(address: "http://www.topografix.com/GPX/1/1", elements: own),
        XMLVocabulary.Namespace(address: "http://www.topografix.com/GPX/1/0", elements: own),
        XMLVocabulary.Namespace(address: "", elements: own),
        XMLVocabulary.Namespace(
            address: "http://www.garmin.com/xmlschemas/TrackPointExtension/v1",
            elements: trackPoint1
        ),
        XMLVocabulary.Namespace(
            address: "http://www.garmin.com/xmlschemas/TrackPointExtension/v2",
            elements: trackPoint1 + [("speed", speed), ("course", course)]
        ),
        XMLVocabulary.Namespace(
            address: "http://www.garmin.com/xmlschemas/PowerExtension/v1",
            elements: [("PowerInWatts", power)]
        ),
        XMLVocabulary.Namespace(
            address: "http://www.cluetrust.com/XML/GPXDATA/1/0",
            elements: [("hr", heartRate), ("cadence", cadence)]
        ),
    ])

    /// The meanings of the elements; those without one only hold others.
    static let meanings: [UInt8: String] = [
        trkpt: "a place, by its attributes `lat` and `lon`",
        time: "its time",
        ele: "its altitude, in m",
        speed: "its speed, in m/s; running, cycling, rowing, paddling and cross-country skiing speed by the activity",
        course: "its course, in degrees",
        trkseg: "a part; between two parts is a pause",
        trk: "a workout",
        type: "its activity",
        rte: "counted",
        wpt: "counted",
        link: "counted",
        heartRate: "heart rate, in count/min; 0 is none",
        cadence: "cycling cadence, in count/min; of other activities counted",
        power: "cycling or running power, in W; of other activities counted",
    ]
}
