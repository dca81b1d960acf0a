/// Which rows an import has met again, so that each stored row stands for one row of the import and no more.
///
/// The k-th row of some content is a duplicate exactly when the store held k rows of that content before the import
/// began. One bit for each anchor that was there at the beginning is all the memory that takes.
final class ImportMatcher {
    /// Rows up to this anchor were stored before the import began.
    let beginning: Int64
    private let met: UnsafeMutablePointer<UInt64>
    /// Rows that this import stored as members of something, and that may yet come at top level.
    private var members: Set<Int64> = []
    private var journal: [Claim] = []

    /// What happened to an anchor since the transaction began.
    private enum Claim {
        case met(Int64)
        case member(Int64)
        case newMember(Int64)
    }

    /// How many rows were recognised as stored before the import.
    private(set) var duplicates = 0

    /// How many rows were recognised as members stored by this import.
    private(set) var recognisedMembers = 0

    /// How many rows were stored that say, apart from their metadata, what another row says.
    private(set) var twins = 0

    init(beginning: Int64) {
        self.beginning = beginning
        let words = Int(beginning >> 6) + 1
        met = .allocate(capacity: words)
        met.initialize(repeating: 0, count: words)
    }

    deinit { met.deallocate() }

    /// The members stored by this import that were not met at top level.
    var pendingMembers: Int { members.count }

    /// Takes a stored row for one of the import.
    /// - Returns: false when it was taken already, or is new in this import.
    func claim(_ anchor: Int64) -> Bool {
        if anchor > 0, anchor <= beginning {
            let (word, bit) = (Int(anchor >> 6), UInt64(1) << UInt64(anchor & 63))
            if met[word] & bit != 0 { return false }
            met[word] |= bit
            journal.append(.met(anchor))
            duplicates += 1
            return true
        }
        if members.remove(anchor) == nil { return false }
        journal.append(.member(anchor))
        recognisedMembers += 1
        return true
    }

    /// Notes a row that was stored as a member of something.
    func addMember(_ anchor: Int64) {
        members.insert(anchor)
        journal.append(.newMember(anchor))
    }

    /// Notes a row that says what another row says.
    func noteTwin() { twins += 1 }

    /// Begins a transaction: what happens from here on may be undone.
    func begin() {
        journal.removeAll(keepingCapacity: true)
        twins = 0
        duplicates = 0
        recognisedMembers = 0
    }

    /// Undoes what happened since the transaction began.
    func undo() {
        for claim in journal.reversed() {
            switch claim {
            case .met(let anchor): met[Int(anchor >> 6)] &= ~(UInt64(1) << UInt64(anchor & 63))
            case .member(let anchor): members.insert(anchor)
            case .newMember(let anchor): members.remove(anchor)
            }
        }
        journal.removeAll(keepingCapacity: true)
    }
}
