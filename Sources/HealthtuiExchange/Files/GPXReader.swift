import CoreLocation
import Foundation

/// Reads the locations of a GPX file as it streams past.
///
/// Like the export reader, it isn't an XML parser: it knows the elements that the Health app writes, continues where a
/// parser would have to stop, and holds at most the text of one location.
struct GPXReader {
    /// The contents of a file.
    struct Route {
        /// The locations with a time, in their order in the file.
        var places: [LocationFields] = []
        /// The locations left out, and the line of the first.
        var untimed = Flaw()
        var nowhere = Flaw()
        /// Whether the file is GPX at all.
        var hasRoot = false
        /// Whether the file ended within a location.
        var isCut = false
        /// The program that wrote the file.
        var creator: String?
    }

    /// A flaw of locations.
    struct Flaw {
        private(set) var count = 0
        private(set) var firstLine = 0

        mutating func note(line: Int) {
            if count == 0 { firstLine = line }
            count += 1
        }
    }

    /// The largest number of locations in a route: more than five days at one a second.
    ///
    /// A file with more of them yields several consecutive routes.
    static let mostPlaces = 500_000

    /// The longest text of one location.
    private static let longestPlace = 64 << 10

    private let longest: Int
    private var route = Route()
    var times = GPXTime()
    private var window: [UInt8] = []
    /// The line at the window's beginning, counted from one.
    private var line = 1

    /// Makes a reader for a file.
    ///
    /// - Parameter longest: The largest number of locations in a route.
    init(longest: Int = Self.mostPlaces) { self.longest = longest }

    /// Takes the next bytes of the file.
    ///
    /// - Parameter bytes: Any number of them.
    mutating func feed(_ bytes: UnsafeRawBufferPointer) {
        var rest = UnsafeRawBufferPointer(rebasing: bytes[...])
        if !window.isEmpty {
            // The rest of the previous bytes is read with the beginning of these, the others in place.
            let count = min(rest.count, Self.longestPlace)
            window.append(contentsOf: rest.prefix(count))
            drain(isAtEnd: false)
            guard window.count <= count else {
                if rest.count == count { return }
                window.append(contentsOf: rest.dropFirst(count))
                return drain(isAtEnd: false)
            }
            rest = UnsafeRawBufferPointer(rebasing: rest[(count - window.count)...])
            window.removeAll(keepingCapacity: true)
        }
        let text = rest.bindMemory(to: UInt8.self)
        guard let base = text.baseAddress else { return }
        let used = read(base, text.count, isAtEnd: false)
        window.append(contentsOf: text[used...])
    }

    /// Ends the file.
    ///
    /// - Returns: Its contents.
    mutating func finish() -> Route {
        drain(isAtEnd: true)
        window = []
        return route
    }

    /// Takes the first locations, once there are more than fit in a route.
    ///
    /// Call it after each ``feed(_:)`` and before ``finish()``, so that no more are held.
    ///
    /// - Returns: The locations, or `nil` while one route holds all of them.
    mutating func takeFullRoute() -> [LocationFields]? {
        guard route.places.count > longest else { return nil }
        let rest = Array(route.places[longest...])
        var full: [LocationFields] = []
        swap(&full, &route.places)
        full.removeSubrange(longest...)
        route.places = rest
        return full
    }

    /// The program that wrote the file, as far as that was read.
    var creator: String? { route.creator }

    /// Reads all complete locations in the window.
    private mutating func drain(isAtEnd: Bool) {
        var text: [UInt8] = []
        swap(&text, &window)
        let used = text.withUnsafeBufferPointer { buffer in
            guard let base = buffer.baseAddress else { return 0 }
            return read(base, buffer.count, isAtEnd: isAtEnd)
        }
        text.removeSubrange(..<used)
        swap(&text, &window)
    }

    /// - Returns: The number of bytes that are done.
    private mutating func read(_ base: UnsafePointer<UInt8>, _ end: Int, isAtEnd: Bool) -> Int {
        var position = 0
        while let open = ByteSearch.find(Byte.less, base, position, end) {
            line += ByteSearch.countNewlines(base, position, open)
            position = open
            guard isAtEnd || end - open >= 8 else { return open }
            if let next = placeOfHealthApp(base, open, end) {
                // As the Health app writes it, a location is on one line.
                position = next
            } else if ByteSearch.stands("<trkpt", base, open, end) {
                switch place(base, open, end) {
                case .whole(let next):
                    line += ByteSearch.countNewlines(base, open, next)
                    position = next
                case .cut:
                    if !isAtEnd, end - open < Self.longestPlace { return open }
                    route.isCut = isAtEnd
                    position = open + 1
                }
            } else {
                if ByteSearch.stands("<gpx", base, open, end) {
                    guard let close = ByteSearch.find(Byte.greater, base, open, end) else {
                        if !isAtEnd, end - open < Self.longestPlace { return open }
                        position = open + 1
                        continue
                    }
                    route.hasRoot = true
                    route.creator = attribute("creator=\"", base, open, close)?.text
                }
                position = open + 1
            }
        }
        line += ByteSearch.countNewlines(base, position, end)
        return end
    }

    private enum Step {
        case whole(next: Int)
        case cut
    }

    /// Reads the location whose tag begins at an offset.
    private mutating func place(_ base: UnsafePointer<UInt8>, _ open: Int, _ end: Int) -> Step {
        guard let tagEnd = ByteSearch.find(Byte.greater, base, open, end) else { return .cut }
        var fields = Fields()
        fields.longitude = attribute("lon=\"", base, open, tagEnd)?.decimal
        fields.latitude = attribute("lat=\"", base, open, tagEnd)?.decimal
        var position = tagEnd + 1
        if base[tagEnd - 1] != Byte.slash {
            while true {
                guard let tag = ByteSearch.find(Byte.less, base, position, end), end - tag >= 8 else { return .cut }
                if ByteSearch.stands("</trkpt", base, tag, end) {
                    guard let close = ByteSearch.find(Byte.greater, base, tag, end) else { return .cut }
                    position = close + 1
                    break
                }
                // The location was never closed.
                if ByteSearch.stands("<trkpt", base, tag, end) || ByteSearch.stands("</trkseg", base, tag, end) {
                    position = tag
                    break
                }
                guard let nameEnd = ByteSearch.find(Byte.greater, base, tag, end) else { return .cut }
                position = nameEnd + 1
                if base[tag + 1] == Byte.slash || base[nameEnd - 1] == Byte.slash { continue }
                guard let valueEnd = ByteSearch.find(Byte.less, base, position, end) else { return .cut }
                let name = ByteSlice(start: base + tag + 1, count: nameEnd - tag - 1)
                take(name, ByteSlice(start: base + position, count: valueEnd - position), &fields)
                position = valueEnd
            }
        }
        append(fields)
        return .whole(next: position)
    }

    /// The fields of one location.
    struct Fields {
        var longitude: Double?
        var latitude: Double?
        var time: Double?
        var elevation: Double?
        var speed: Double?
        var course: Double?
        var horizontalAccuracy: Double?
        var verticalAccuracy: Double?
    }

    @inline(__always)
    private mutating func take(_ name: ByteSlice, _ value: ByteSlice, _ fields: inout Fields) {
        switch name.count {
        case 3 where name.equals("ele"): fields.elevation = value.decimal
        case 4 where name.equals("time"): fields.time = times.seconds(value)
        default: takeExtension(Self.localName(name), value, &fields)
        }
    }

    /// The name of an element without the prefix of its namespace.
    private static func localName(_ name: ByteSlice) -> ByteSlice {
        guard let colon = name.buffer.firstIndex(of: Byte.colon) else { return name }
        return name.part(colon + 1..<name.count)
    }

    private mutating func takeExtension(_ name: ByteSlice, _ value: ByteSlice, _ fields: inout Fields) {
        switch name.count {
        case 4 where name.equals("hAcc"): fields.horizontalAccuracy = value.decimal
        case 4 where name.equals("vAcc"): fields.verticalAccuracy = value.decimal
        case 5 where name.equals("speed"): fields.speed = value.decimal
        case 6 where name.equals("course"): fields.course = value.decimal
        default: break
        }
    }

    /// Adds a location, unless it has no time or isn't on Earth.
    mutating func append(_ fields: Fields) {
        guard let latitude = fields.latitude, let longitude = fields.longitude,
            abs(latitude) <= 90, abs(longitude) <= 180
        else { return route.nowhere.note(line: line) }
        guard let time = fields.time else { return route.untimed.note(line: line) }
        // An altitude without an accuracy is still valid; without either, it isn't known.
        let isHigh = fields.elevation?.isFinite ?? false
        route.places.append(
            LocationFields(
                coordinate: CLLocationCoordinate2D(latitude: latitude, longitude: longitude),
                altitude: fields.elevation.finite ?? 0,
                horizontalAccuracy: fields.horizontalAccuracy.finite ?? 0,
                verticalAccuracy: fields.verticalAccuracy.finite ?? (isHigh ? 0 : -1),
                course: fields.course.finite ?? -1,
                speed: fields.speed.finite ?? -1,
                timestamp: Date(timeIntervalSinceReferenceDate: time)
            )
        )
    }

    /// The value of an attribute within a tag.
    private func attribute(
        _ opening: StaticString,
        _ base: UnsafePointer<UInt8>,
        _ from: Int,
        _ end: Int
    ) -> ByteSlice? {
        guard let start = ByteSearch.find(opening, base, from, end) else { return nil }
        let value = start + opening.utf8CodeUnitCount
        guard let quote = ByteSearch.find(Byte.quote, base, value, end) else { return nil }
        return ByteSlice(start: base + value, count: quote - value)
    }
}

extension Double? {
    /// The number, unless it is missing or infinite.
    fileprivate var finite: Double? { flatMap { $0.isFinite ? $0 : nil } }
}

/// Reads the times of GPX: `2019-06-11T22:00:42Z`, with fractions of a second and offsets too.
struct GPXTime {
    private var day: (UInt64, UInt16) = (0, 0)
    private var secondsToDay = 0

    /// Reads a time.
    ///
    /// - Parameter text: The time, surrounded only by white space.
    /// - Returns: Seconds since the reference date; `nil` if it isn't a time.
    mutating func seconds(_ text: ByteSlice) -> Double? {
        var text = text
        while let first = text.buffer.first, Byte.isSpace(first) { text = text.part(1..<text.count) }
        while let last = text.buffer.last, Byte.isSpace(last) { text = text.part(0..<text.count - 1) }
        guard text.count >= 20, text[10] | 0x20 == UInt8(ascii: "t"), text[13] == Byte.colon, text[16] == Byte.colon,
            let hour = text.twoDigits(at: 11), hour < 24, let minute = text.twoDigits(at: 14), minute < 60,
            let second = text.twoDigits(at: 17), second <= 60
        else { return nil }
        let start = UnsafeRawPointer(text.start)
        let given = (start.loadUnaligned(as: UInt64.self), (start + 8).loadUnaligned(as: UInt16.self))
        if given != day {
            guard let civil = CivilDay(text.part(0..<10)) else { return nil }
            secondsToDay = civil.daysSinceReferenceDate * 86_400
            day = given
        }
        var position = 19
        var fraction = 0.0
        if text[position] == Byte.period {
            var scale = 1.0
            position += 1
            while position < text.count, Byte.digit(text[position]) <= 9 {
                scale /= 10
                fraction += Double(Byte.digit(text[position])) * scale
                position += 1
            }
        }
        guard let offset = Self.offset(text.part(position..<text.count)) else { return nil }
        return Double(secondsToDay + hour * 3_600 + minute * 60 + second - offset) + fraction
    }

    /// The seconds in `Z`, `±HH:MM` or `±HHMM`.
    private static func offset(_ text: ByteSlice) -> Int? {
        guard let first = text.buffer.first else { return nil }
        if first | 0x20 == UInt8(ascii: "z") { return text.count == 1 ? 0 : nil }
        guard first == Byte.plus || first == Byte.minus, text.count == 5 || text.count == 6,
            let hours = text.twoDigits(at: 1), hours < 24, let minutes = text.twoDigits(at: text.count - 2),
            minutes < 60
        else { return nil }
        let offset = hours * 3_600 + minutes * 60
        return first == Byte.minus ? -offset : offset
    }
}
