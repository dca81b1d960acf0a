/// The open connections, and their owners.
///
/// Connections that haven't presented the token take no capacity from those that have. If there are too many, the
/// oldest connection of the client with the most is closed, so a client that connects and stays silent doesn't lock out
/// others.
struct ConnectionCounts: Sendable {
    /// The opener of a connection.
    enum Opener: Hashable, Sendable {
        /// Another machine, by its network.
        case machine([UInt8])
        /// A user of this machine; `nil` where the system doesn't say which.
        case user(UInt32?)
    }

    /// The handling of a new connection.
    enum Admission: Hashable, Sendable {
        /// It is served, under a number; if there is a descriptor, that connection has to end first.
        case served(number: Int, ending: Int32?)
        /// It gets the answer that there are too many.
        case refused(number: Int, ending: Int32?)
        /// It is closed without a response, and isn't counted.
        case closed
    }

    private struct Entry {
        var opener: Opener
        var descriptor: Int32
        var hasToken = false
        /// Whether nothing was ever received from it.
        var isSilent: @Sendable () -> Bool
    }

    /// The largest number of open connections that haven't presented the token.
    static let most = 64
    /// The largest number of served connections that have.
    static let mostWithToken = 16
    /// The largest number of all connections that another machine may have, so that one machine can't keep all others
    /// out.
    static let mostOfMachine = 6

    private var entries: [Int: Entry] = [:]
    private var last = 0

    /// Counts a new connection, unless it is to be closed.
    ///
    /// - Parameters:
    ///   - opener: Its opener; `nil` if it is gone again.
    ///   - descriptor: The connection.
    ///   - isSilent: Whether nothing has come over it yet.
    /// - Returns: The handling of the connection.
    mutating func enter(
        _ opener: Opener?,
        _ descriptor: Int32,
        isSilent: @escaping @Sendable () -> Bool = { true }
    ) -> Admission {
        guard let opener else { return .closed }
        var isRefused = false
        if case .machine = opener {
            let own = entries.values.count { $0.opener == opener }
            guard own < 2 * Self.mostOfMachine else { return .closed }
            isRefused = own >= Self.mostOfMachine
        }
        let ending = entries.count { !$0.value.hasToken } >= Self.most ? end() : nil
        last += 1
        entries[last] = Entry(opener: opener, descriptor: descriptor, isSilent: isSilent)
        return isRefused ? .refused(number: last, ending: ending) : .served(number: last, ending: ending)
    }

    /// Removes the connection that has to end: of the client with most, the first that never sent anything, otherwise
    /// the first.
    private mutating func end() -> Int32? {
        let unknown = entries.filter { !$0.value.hasToken }
        let counts = Dictionary(grouping: unknown.values, by: \.opener).mapValues(\.count)
        let most = counts.values.max() ?? 0
        let candidates = unknown.filter { counts[$0.value.opener] == most }.map(\.key).sorted()
        guard let number = candidates.first(where: { unknown[$0]?.isSilent() == true }) ?? candidates.first else {
            return nil
        }
        return entries.removeValue(forKey: number)?.descriptor
    }

    /// Notes that a connection has shown the token.
    ///
    /// - Returns: Whether it may continue: there aren't too many, and it wasn't closed.
    mutating func prove(_ number: Int) -> Bool {
        guard entries.values.count(where: \.hasToken) < Self.mostWithToken, entries[number] != nil else { return false }
        entries[number]?.hasToken = true
        return true
    }

    /// Counts the end of a connection.
    mutating func leave(_ number: Int) { entries[number] = nil }
}
