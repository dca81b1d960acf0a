/// The part of a picture that is seen, in seconds.
struct RecordWindow: Hashable, Sendable {
    private(set) var from = 0.0
    private(set) var length: Double

    /// The shortest time that is shown.
    private static let shortest = 0.25

    init(length: Double = 0) { self.length = length }

    var to: Double { from + length }

    /// Handles a command that scrolls or zooms.
    ///
    /// - Parameters:
    ///   - command: The command.
    ///   - whole: The length of the whole picture.
    /// - Returns: Whether it was such a command.
    mutating func obey(_ command: Command, length whole: Double) -> Bool {
        guard whole > 0 else { return false }
        switch command {
        case .earlier: from -= length * 0.8
        case .later: from += length * 0.8
        case .cursorLeft: from -= length * 0.1
        case .cursorRight: from += length * 0.1
        case .zoomIn: zoom(by: 0.5, whole)
        case .zoomOut: zoom(by: 2, whole)
        case .spanAll: length = whole
        default: return false
        }
        from = min(max(0, from), max(0, whole - length))
        return true
    }

    private mutating func zoom(by factor: Double, _ whole: Double) {
        let middle = from + length / 2
        length = min(whole, max(min(Self.shortest, whole), length * factor))
        from = middle - length / 2
    }
}
