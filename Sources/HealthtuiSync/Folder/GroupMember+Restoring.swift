import HealthKitStore

/// A member as a store kept it.
extension GroupMember {
    /// Restores a member from what its store kept.
    ///
    /// - Parameters:
    ///   - group: The group.
    ///   - secret: What the device's keys come from.
    ///   - epochs: The keys of epochs that it knows.
    ///   - statements: The files of the statements that it knows.
    /// - Returns: The member, which works on parts of the entries and knows no file of them yet.
    /// - Throws: ``SyncError`` for statements that were changed, ``StoreError`` without memory for keys.
    static func restored(
        group: SyncID,
        secret: SecretBytes,
        epochs: [SyncID: SecretBytes],
        statements: [[UInt8]]
    ) throws -> GroupMember {
        var member = try GroupMember(group: group, secret: secret, isPartial: true)
        member.epochs = epochs
        for statement in statements { try member.statements.keep(statement, group: group) }
        try member.learn()
        return member
    }

    /// Restores the known files of entries that it wrote and read.
    mutating func restore(_ segments: [Segment]) {
        for segment in segments {
            guard let removal = membership.removals[segment.header.device], removal.names(segment.hash) else {
                continue
            }
            keptFiles.append(WrittenFile(device: segment.header.device, name: FileName(segment), bytes: []))
        }
        replica.reload(segments)
    }

    /// Opens a file of entries that was kept.
    ///
    /// - Parameters:
    ///   - file: Its bytes.
    ///   - asRows: Whether unedited samples stay the rows that they are.
    ///   - checks: Whether the entries are checked that it has; `nil` for a file of which some are known to be left out.
    /// - Returns: The segment; `nil` for one of a device that isn't known.
    /// - Throws: ``SyncError`` for a file that was changed.
    func open(_ file: [UInt8], asRows: Bool = false, checks: Bool? = nil) throws -> Segment? {
        guard let signer = membership.everybody[try SegmentCoding.header(file).device] else { return nil }
        var segment = try SegmentCoding.open(file, signer: signer.keys.signing, asRows: asRows) { epochs[$0] }
        if checks ?? (flaws[segment.hash] != nil) { _ = segment.leaveOutFlawed() }
        return segment
    }

    /// Puts files back that were made and may not have been written.
    package mutating func restoreUnwritten(_ files: [WrittenFile], superfluous: [WrittenFile]) {
        unwritten = files + unwritten
        self.superfluous = superfluous + self.superfluous
    }
}
