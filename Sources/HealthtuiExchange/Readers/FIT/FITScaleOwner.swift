/// Whose measurements of a scale or cuff are stored.
enum FITScaleOwner: Equatable {
    /// All: the device knows one person, or the person says that all are theirs.
    case all
    /// Those of one user of the device.
    case user(Int64)
    case nobody

    /// The key of the question.
    static let key = "scale-user"
    private static let mostChoices = 50

    /// Asks where the device knows several people.
    ///
    /// - Parameters:
    ///   - users: The device's users: their names by their numbers.
    ///   - sink: Asks.
    /// - Returns: Whose measurements are stored.
    /// - Throws: The question, while nobody has answered it.
    static func ask(_ users: [Int64: String], _ sink: inout ReaderSink) throws -> FITScaleOwner {
        if users.count < 2 { return .all }
        let numbers = users.keys.sorted().prefix(mostChoices)
        var choices = numbers.map { number in
            let name = users[number] ?? ""
            return (value: "\(number)", meaning: "user \(number)\(name.isEmpty ? "" : ", \(name.prefix(40))")")
        }
        choices.append((value: "all", meaning: "all measurements are yours"))
        choices.append((value: "none", meaning: "none is yours"))
        let answer = try sink.answer(
            key,
            "the scale knows several people: whose measurements are yours?",
            among: choices,
            at: "user_profile"
        )
        switch answer {
        case "all": return .all
        case "none": return .nobody
        default: return Int64(answer).map { .user($0) } ?? .nobody
        }
    }

    /// Whether a measurement is the person's.
    func has(_ measurement: FITScales.Measurement) -> Bool {
        switch self {
        case .all: true
        case .user(let user): measurement.user == user
        case .nobody: false
        }
    }
}
