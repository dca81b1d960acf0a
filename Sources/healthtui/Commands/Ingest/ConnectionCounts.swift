/// How many connections are open, and how many of them from where.
struct ConnectionCounts: Hashable, Sendable {
    /// What becomes of a new connection.
    enum Admission: Hashable, Sendable {
        case served
        /// It is told that there are too many.
        case refused
        /// It is closed without a word, and isn't counted.
        case closed
    }

    /// How many may be served at once.
    static let most = 16
    /// How many of them another machine may have, so that one machine can't keep all others out.
    static let mostOfMachine = 6

    private var all = 0
    private var machines: [[UInt8]: Int] = [:]

    /// Counts a new connection, unless it is to be closed.
    ///
    /// - Parameter peer: Who opened it; `nil` where it has gone again.
    /// - Returns: What becomes of it.
    mutating func enter(_ peer: SocketAddress?) -> Admission {
        guard let peer, all < 2 * Self.most else { return .closed }
        let ofMachine = machines[peer.network, default: 0]
        guard peer.isLoopback || ofMachine < 2 * Self.mostOfMachine else { return .closed }
        all += 1
        machines[peer.network] = ofMachine + 1
        return all > Self.most || !peer.isLoopback && ofMachine >= Self.mostOfMachine ? .refused : .served
    }

    /// Counts the end of a connection.
    mutating func leave(_ peer: SocketAddress?) {
        guard let peer, let count = machines[peer.network] else { return }
        all -= 1
        machines[peer.network] = count > 1 ? count - 1 : nil
    }
}
