/// The rules on which agreement rests; a simulation can leave one out, and a check must notice.
enum Rule: String, CaseIterable {
    /// The identity of an imported sample is computed from what it says, equally on every device.
    case identity
    /// An imported sample that equals a saved one is that one.
    case same
    /// Versions of one sample are one sample.
    case editRoot = "edit-root"
    /// A deletion covers every version of the sample, the unseen too.
    case deleteRoot = "delete-root"
    /// Undo cancels the deletion; the sample keeps its identity.
    case restore
    /// A deletion has an identity of its own.
    case deletionID = "deletion-id"
    /// Of one sync identifier the highest version is shown.
    case version
    /// A deletion covers lower versions of its sync identifier, the unseen too.
    case floor
    /// A save that knows of the deletion begins a new incarnation.
    case incarnation
    /// A stamp begins with how often the thing was changed.
    case generation
    /// Deletions are never folded away.
    case tombstones
    /// A restore carries what the deletion named.
    case carry
    /// Folding leaves out only versions that a deletion names.
    case foldSeen = "fold-seen"
    /// Files are signed by their device.
    case signature
    /// A file that is cut short is not read.
    case whole
    /// A file's name has its hash, and every branch of a log is read.
    case branches
    /// The sealed segment is in the store before the file is written.
    case writeAhead = "write-ahead"
    /// What a file says and that it was read are one transaction.
    case oneTransaction = "one-transaction"
    /// Of a removed device only the files that the removal names are read.
    case cutoff
    /// What a member had read of a removed device beyond those, it repeats.
    case `repeat`
    /// Files that a removal names are read even where one before them is gone.
    case gaps
    /// A link taken away stays away, and one made again is there: the greatest stamp counts.
    case linkStamp = "link-stamp"
    /// A link to a sample that isn't shown, as another says the same, means the other.
    case linkEnd = "link-end"
}
