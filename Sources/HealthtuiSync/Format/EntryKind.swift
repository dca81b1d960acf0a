/// The kinds of entries, as their first byte says.
enum EntryKind: UInt8 {
    case texts = 1
    case samples
    case record
    case deletion
    case restore
    case link
    case register
    case piece
    case duplicate
    case heads
    case replaced
}
