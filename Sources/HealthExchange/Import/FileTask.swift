/// What is done with the file beside the main one that is at hand.
enum FileTask {
    /// Nothing: it was refused.
    case passed
    /// A route, read as it streams past.
    case route(GPXReader)
    /// A file that is read whole: what came of it, and how much may come.
    case whole([UInt8], limit: Int)
    /// A document that is larger than what is kept in memory.
    case spooled(DocumentSpool)
}
