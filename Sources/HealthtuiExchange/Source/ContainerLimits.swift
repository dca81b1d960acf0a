/// The limits on the contents of an archive or a folder, for everything in it.
final class ContainerLimits {
    /// The most archives inside each other, counting the outermost one.
    static let deepest = 3
    /// The largest number of files.
    static let mostMembers = 200_000

    private var members = 0
    private var unpacked: UInt64 = 0
    /// The size of the outermost archives.
    private var packed: UInt64 = 0

    /// Counts an archive that isn't inside another one.
    func begin(archiveOf size: UInt64) { packed += size }

    /// Counts a file.
    ///
    /// - Throws: ``ContainerError`` for one too many.
    func countMember() throws {
        members += 1
        guard members <= Self.mostMembers else {
            throw ContainerError(
                reason: "it has more than \(Self.mostMembers) files; the rest are left out. "
                    + "Unpack it, if it is an archive, and import its folders one at a time"
            )
        }
    }

    /// Counts unpacked bytes.
    ///
    /// - Throws: ``ContainerError`` where everything together unpacks to too much.
    func note(_ count: Int) throws {
        unpacked += UInt64(count)
        guard !UnpackingLimit.isTooMuch(unpacked / 4, of: packed / 4) else {
            throw ContainerError(reason: Self.tooMuch)
        }
    }

    /// The message for an archive or compressed file that unpacks to too much.
    static let tooMuch =
        UnpackingLimit.words + ". If you trust it, unpack it with another program and import the result"
}

/// The reason that nothing more of an archive or a folder is read.
struct ContainerError: Error {
    let reason: String
    /// The path of the file that was being read; `nil` for the folder itself.
    var place: String?
}
