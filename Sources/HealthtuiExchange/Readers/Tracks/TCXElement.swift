/// The elements of TCX and of its extension that are read.
enum TCXElement {
    static let root: UInt8 = 1
    static let activity: UInt8 = 2
    static let session: UInt8 = 3
    static let transition: UInt8 = 4
    static let id: UInt8 = 5
    static let lap: UInt8 = 6
    static let track: UInt8 = 7
    static let trackpoint: UInt8 = 8
    static let time: UInt8 = 9
    static let latitude: UInt8 = 10
    static let longitude: UInt8 = 11
    static let altitude: UInt8 = 12
    static let distance: UInt8 = 13
    static let heartRate: UInt8 = 14
    static let value: UInt8 = 15
    static let cadence: UInt8 = 16
    static let seconds: UInt8 = 17
    static let calories: UInt8 = 18
    static let creator: UInt8 = 19
    static let name: UInt8 = 20
    static let unit: UInt8 = 21
    static let product: UInt8 = 22
    static let major: UInt8 = 23
    static let minor: UInt8 = 24
    static let course: UInt8 = 25
    static let plan: UInt8 = 26
    static let folders: UInt8 = 27
    static let author: UInt8 = 28
    static let speed: UInt8 = 29
    static let watts: UInt8 = 30
    static let runCadence: UInt8 = 31
    static let training: UInt8 = 32
    static let version: UInt8 = 33
    static let position: UInt8 = 34

    private static let own: [(StaticString, UInt8)] = [
        ("Trackpoint", trackpoint), ("Time", time), ("LatitudeDegrees", latitude), ("LongitudeDegrees", longitude),
        ("AltitudeMeters", altitude), ("DistanceMeters", distance), ("HeartRateBpm", heartRate), ("Value", value),
        ("Position", position), ("Cadence", cadence), ("Track", track), ("Lap", lap), ("TotalTimeSeconds", seconds),
        ("Calories", calories), ("Id", id), ("Activity", activity), ("MultiSportSession", session),
        ("Transition", transition), ("Creator", creator), ("Name", name), ("UnitId", unit), ("ProductID", product),
        ("VersionMajor", major), ("VersionMinor", minor), ("Version", version), ("Course", course),
        ("Workout", plan), ("Folders", folders), ("Author", author), ("Training", training),
        ("TrainingCenterDatabase", root),
    ]

    static let vocabulary = XMLVocabulary(namespaces: [
        XMLVocabulary.Namespace(
            address: "http://www.garmin.com/xmlschemas/TrainingCenterDatabase/v2",
            elements: own
        ),
        XMLVocabulary.Namespace(address: "", elements: own),
        XMLVocabulary.Namespace(
            address: "http://www.garmin.com/xmlschemas/ActivityExtension/v2",
            elements: [("Speed", speed), ("Watts", watts), ("RunCadence", runCadence)]
        ),
    ])

    /// The meanings of the elements; those without one only hold others.
    static let meanings: [UInt8: String] = [
        activity: "a workout; its attribute `Sport` is the activity",
        session: "a workout of several activities: `swimBikeRun`",
        transition: "the activity `transition`",
        id: "with the name and the unit of the creator, its name",
        lap:
            "a lap, from `StartTime` to its last point or `TotalTimeSeconds` later, at most to the next",
        track: "a part; in one lap a pause comes before the second",
        trackpoint: "the values of a time",
        time: "its time",
        latitude: "its place",
        longitude: "its place",
        altitude: "its altitude, in m",
        distance:
            "of a point: the distance since the one before, in m; of a lap: part of the workout's",
        value: "heart rate, in count/min; 0 is none",
        cadence: "cycling cadence, in count/min; of other activities counted",
        seconds: "part of the duration",
        calories: "part of the energy, in kcal",
        name: "of the creator: the source and the device",
        unit: "of the creator: the number of the device; 0 is none",
        major: "of the creator: the version",
        minor: "of the creator: the version",
        course: "counted",
        plan: "counted",
        training: "counted",
        speed: "running or cycling speed, and the speed of the place, in m/s",
        watts: "cycling or running power, in W; of other activities counted",
        runCadence: "counted",
    ]
}
