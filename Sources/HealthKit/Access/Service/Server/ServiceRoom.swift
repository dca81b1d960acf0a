import Foundation

/// The distribution of connections when many programs want one, so that no program uses up what others need.
///
/// One share of the connections is reserved for the owner, and another for verified apps. When the rest is in use, the
/// program with most connections loses its longest idle one, so that there is always room for programs with fewer.
struct ServiceRoom {
    /// The holder of a connection.
    enum Holder: Hashable, Sendable {
        /// The owner's.
        case owner
        /// A verified app's; its identifier is known after the hello.
        case verified(String?)
        /// A program's, by path and content.
        case program(ProgramIdentity)
        /// An app that a launcher started, whose program isn't known.
        case started(String)
        /// A user's program that hasn't identified itself yet.
        case unknown(uid_t)

        fileprivate var isVerified: Bool { if case .verified = self { true } else { false } }
        fileprivate var isOther: Bool { self != .owner && !isVerified }
    }

    /// A connection.
    struct Guest {
        /// Its number here.
        var number: Int32
        var holder: Holder
        var process: pid_t
        /// The time when data last came over it, in seconds of the service's clock.
        var lastHeard: Double
        /// Whether no call is being worked on, and nothing is unread.
        var isIdle: Bool
    }

    /// The decision about a newcomer.
    enum Decision: Equatable {
        case enter
        /// Another connection ends to make room.
        case replace(Int32)
        /// There is no room, for the reason given.
        case refuse(String)
    }

    /// The maximum number of connections in total.
    var most = 1_000
    /// The maximum number of connections of one program.
    var mostOfOne = 64
    /// The current connections.
    var guests: [Guest] = []

    /// The number of connections reserved for the owner, and for verified apps; fewer if the system allows fewer in total.
    private var ownersShare: Int { max(1, min(mostOfOne, most * 64 / 1_000)) }
    private var verifiedShare: Int { min(128, most * 128 / 1_000) }
    /// The number of connections available to all.
    private var commonShare: Int { max(1, most - ownersShare - verifiedShare) }

    /// Decides about a program that connects, before it has identified itself.
    ///
    /// - Parameters:
    ///   - holder: The holder of the connection, as far as the system knows.
    ///   - process: The process.
    /// - Returns: The decision.
    func enter(_ holder: Holder, process: pid_t) -> Decision {
        let own = guests.count { $0.process == process && ($0.holder == .owner) == (holder == .owner) }
        guard own < mostOfOne else { return .refuse(words(own)) }
        if holder == .owner {
            let owners = guests.filter { $0.holder == .owner }
            if owners.count < ownersShare { return .enter }
            return replacing(owners, by: { .process($0.process) }) ?? .refuse(words(own))
        }
        let verified = guests.count { $0.holder.isVerified }
        if holder.isVerified, verified < verifiedShare { return .enter }
        let others = guests.filter { $0.holder.isOther }
        if others.count + max(0, verified - verifiedShare) < commonShare { return .enter }
        return replacing(others, by: { .holder($0.holder) }) ?? .refuse(words(own))
    }

    /// Decides about a connection that has just identified its program, and so isn't counted among the program's yet.
    ///
    /// - Parameters:
    ///   - holder: The program.
    ///   - process: Its process.
    /// - Returns: The decision.
    func settle(_ holder: Holder, process: pid_t) -> Decision {
        let same = guests.filter { $0.holder == holder }
        guard same.count >= mostOfOne else { return .enter }
        // Within one program, a process that has many makes room for one that has few.
        let own = same.count { $0.process == process }
        let counts = Dictionary(grouping: same, by: \.process).mapValues(\.count)
        let crowded = same.filter { counts[$0.process, default: 0] > own + 1 }
        return replacing(crowded, by: { .process($0.process) }) ?? .refuse(words(same.count))
    }

    private enum Group: Hashable {
        case holder(Holder)
        case process(pid_t)
    }

    /// The connection to end: the longest idle one of the largest group, or a busy one if all of that group's are busy.
    ///
    /// A group's only connection ends only if it is idle.
    private func replacing(_ guests: [Guest], by group: (Guest) -> Group) -> Decision? {
        let counts = Dictionary(grouping: guests, by: group).mapValues(\.count)
        func rank(_ guest: Guest) -> (Int, Int, Double) {
            (counts[group(guest), default: 0], guest.isIdle ? 1 : 0, -guest.lastHeard)
        }
        let victim = guests.filter { $0.isIdle || counts[group($0), default: 0] > 1 }.max { rank($0) < rank($1) }
        return victim.map { .replace($0.number) }
    }

    private func words(_ own: Int) -> String {
        "The service takes no more connections: it has \(guests.count) of at most \(most), and \(own) of at most "
            + "\(mostOfOne) of this program"
    }
}
