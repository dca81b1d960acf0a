/// The handling of the current file next to the main one.
enum FileTask {
    /// Skipped: it was refused.
    case passed
    /// A route, read as it streams past.
    case route(GPXReader)
    /// A file that is read whole: the bytes so far, and their limit.
    case whole([UInt8], limit: Int)
    /// A document that is too large to keep in memory.
    case spooled(DocumentSpool)
}
