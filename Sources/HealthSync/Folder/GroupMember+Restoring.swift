import HealthStore

/// A member as a store kept it.
extension GroupMember {
    /// Restores a member from what its store kept.
    ///
    /// - Parameters:
    ///   - group: The group.
    ///   - secret: What the device's keys come from.
    ///   - epochs: The keys of epochs that it knows.
    ///   - statements: The files of the statements that it knows.
    ///   - files: The sealed files that it wrote and read.
    /// - Returns: The member.
    /// - Throws: ``SyncError`` for files that were changed, ``StoreError`` without memory for keys.
    package static func restored(
        group: SyncID,
        secret: SecretBytes,
        epochs: [SyncID: SecretBytes],
        statements: [[UInt8]],
        files: [[UInt8]]
    ) throws -> GroupMember {
        var member = try GroupMember(group: group, secret: secret)
        member.epochs = epochs
        for statement in statements { try member.statements.keep(statement, group: group) }
        try member.learn()
        var segments: [Segment] = []
        for file in files {
            let header = try SegmentCoding.header(file)
            guard let signer = member.membership.everybody[header.device] else { continue }
            let segment = try SegmentCoding.open(file, signer: signer.keys.signing) { member.epochs[$0] }
            segments.append(segment)
            if header.device == member.device { member.ownFiles[segment.hash] = file }
            if let removal = member.membership.removals[header.device], removal.names(segment.hash) {
                member.keptFiles.append(WrittenFile(device: header.device, name: FileName(segment), bytes: file))
            }
        }
        member.replica.reload(segments)
        return member
    }

    /// Puts files back that were made and may not have been written.
    package mutating func restoreUnwritten(_ files: [WrittenFile], superfluous: [WrittenFile]) {
        unwritten = files + unwritten
        self.superfluous = superfluous + self.superfluous
    }

    /// The files of this device's own log that the store hasn't kept yet are among these.
    package var ownLogFiles: [WrittenFile] {
        replica.log.compactMap { segment in
            ownFiles[segment.hash].map { WrittenFile(device: device, name: FileName(segment), bytes: $0) }
        }
    }

    /// Forgets which files are new: the store has kept them.
    package mutating func keptNewFiles() { newFiles = [] }
}
