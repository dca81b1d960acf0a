import Foundation
import HealthKitStore
import HealthtuiSync
import RandomTesting
import Testing

/// Possible faults of files, with the real bytes.
@Suite struct GroupFileTests {
    /// Two devices of a group, and the folder of the first with one file of entries in it.
    private struct Pair {
        let folder = MemoryFolder()
        var first: GroupMember
        var second: GroupMember

        init() throws {
            (first, _) = try GroupMember.first(folder)
            second = try first.adding("desktop", folder)
        }

        /// The file of the first device's newest segment.
        func newest() throws -> (name: String, bytes: [UInt8]) {
            let name = try #require(folder.segments(first.device).last)
            return (name, try #require(folder.files[first.device]?[name]))
        }

        mutating func save(_ text: String) throws {
            _ = try first.save(text)
            try first.seal()
            try first.write(to: folder)
        }
    }

    @Test("A file cut short, or with any byte changed, is not read, and is read when it is whole")
    func damaged() throws {
        var pair = try Pair()
        try pair.save("one")
        let (name, bytes) = try pair.newest()
        var generator = SeededGenerator("damage")
        for round in 0..<60 {
            var bad = bytes
            if round % 3 == 0 {
                bad = Array(bytes.prefix(Int.random(in: 0..<bytes.count, using: &generator)))
            } else {
                bad[Int.random(in: 0..<bad.count, using: &generator)] ^= 1 << UInt8.random(in: 0..<8, using: &generator)
            }
            // Under its old name, and under one that its own hash gives it.
            let own = "\(name.prefix(22))\(Digest(of: bad)).seg"
            for name in [name, own] {
                let folder = MemoryFolder(pair.folder)
                folder.files[pair.first.device]?[try pair.newest().name] = nil
                folder.files[pair.first.device]?[name] = bad
                var second = pair.second
                let problems = try second.read(folder, TypeForms())
                #expect(problems.map(\.name) == [name])
                #expect(second.mergedTexts.isEmpty)
            }
        }
        #expect(try pair.second.sync(pair.folder).isEmpty)
        #expect(pair.second.mergedTexts == ["one"])
    }

    @Test("Files under other names, of another device or group, or of another signer are not read")
    func foreign() throws {
        var pair = try Pair()
        let other = try Pair()
        try pair.save("one")
        let (name, bytes) = try pair.newest()
        // Renamed as Syncthing does, or by a person, and what lies about.
        let strange = [
            name.replacing(".seg", with: ".sync-conflict-20260101-120000-ABCDEFG.seg"), "notes.txt", "x" + name,
            name.uppercased(), "~syncthing~\(name).tmp",
        ]
        for strange in strange { #expect(FileName(strange) == nil, "\(strange)") }
        for strange in strange { pair.folder.files[pair.first.device]?[strange] = bytes }
        // In another device's folder, and from another group.
        pair.folder.files[pair.second.device]?[name] = bytes
        pair.folder.files[.random()] = [name: bytes]
        let far = MemoryFolder(pair.folder)
        far.files[pair.first.device] = [name: bytes]
        var second = pair.second
        let problems = try second.read(pair.folder, TypeForms())
        #expect(second.mergedTexts == ["one"])
        #expect(problems.count == strange.count + 2)
        var stranger = other.first
        #expect(try stranger.read(far, TypeForms()).contains { $0.error == .foreign })
        #expect(stranger.mergedTexts.isEmpty)
        // A member signs in another's name: it has the epoch's key, but not the device's.
        var header = try SegmentCoding.header(bytes)
        header.first += 1
        header.last += 1
        header.previous = Digest(of: bytes)
        let epoch = try #require(pair.second.epochs[header.epoch])
        let forged = try SegmentCoding.seal(header, [], epoch: epoch, signer: pair.second.keys.signing)
        pair.folder.files[pair.first.device]?[FileName(forged.segment).description] = forged.file
        #expect(try pair.second.read(pair.folder, TypeForms()).contains { $0.error == .wrongSignature })
    }

    @Test("A file from a later version stops the reading of that device, and no other")
    func newer() throws {
        var pair = try Pair()
        try pair.save("one")
        let epoch = try #require(pair.first.epochs.first)
        let header = pair.first.replica.nextHeader(group: pair.first.group, epoch: epoch.key)
        // An entry of a kind that isn't known: 77, of no bytes.
        let file = try Self.sealed(header, [77, 0], epoch: epoch.value, signer: pair.first.keys.signing)
        let name = "0000000002-0000000002-\(Digest(of: file)).seg"
        pair.folder.files[pair.first.device]?[name] = file
        var follows = header
        (follows.first, follows.last, follows.previous) = (3, 3, Digest(of: file))
        let next = try SegmentCoding.seal(follows, [], epoch: epoch.value, signer: pair.first.keys.signing)
        pair.folder.files[pair.first.device]?[FileName(next.segment).description] = next.file
        let problems = try pair.second.read(pair.folder, TypeForms())
        #expect(problems.map(\.error) == [.newerFormat, .waiting])
        #expect(pair.second.mergedTexts == ["one"])
    }

    /// A file with any plain text, as a later version could write it.
    private static func sealed(
        _ header: SegmentHeader,
        _ plain: [UInt8],
        epoch: SecretBytes,
        signer: SigningKey
    ) throws -> [UInt8] {
        func little(_ value: Int) -> [UInt8] { (0..<4).map { UInt8(truncatingIfNeeded: value >> ($0 * 8)) } }
        let inner = [1, 0] + little(plain.count) + plain
        let padding = [UInt8](repeating: 0, count: 512 - 244 - inner.count)
        let empty = try SegmentCoding.seal(header, [], epoch: epoch, signer: signer).file
        let about = Array(empty.prefix(160)) + little(inner.count + padding.count + 16)
        let key = try Blake2b.derive(
            from: epoch,
            about: Array("hk-sync-seg".utf8) + header.group.bytes + header.device.bytes
        )
        let sealed = try AuthenticatedBox.seal(
            inner + padding,
            key: key,
            nonce: Array(empty[136..<160]),
            about: about
        )
        let whole = about + sealed
        return whole + signer.signature(of: Array("HKSYNC01 file".utf8) + Digest(of: whole).bytes)
    }

    @Test("What follows a missing file waits for it; a replayed file changes nothing")
    func order() throws {
        var pair = try Pair()
        for text in ["one", "two", "three"] { try pair.save(text) }
        let names = pair.folder.segments(pair.first.device)
        let middle = pair.folder.files[pair.first.device]?.removeValue(forKey: names[1])
        #expect(try pair.second.read(pair.folder, TypeForms()).map(\.error) == [.waiting])
        #expect(pair.second.mergedTexts == ["one"])
        pair.folder.files[pair.first.device]?[names[1]] = middle
        #expect(try pair.second.read(pair.folder, TypeForms()).isEmpty)
        #expect(pair.second.mergedTexts == ["one", "three", "two"])
        let state = pair.second.replica
        #expect(try pair.second.read(pair.folder, TypeForms()).isEmpty)
        #expect(pair.second.replica.applied == state.applied)
        #expect(pair.second.replica.outbox.isEmpty)
    }

    @Test("A full disk loses nothing: the file is written the next time; own files that vanished are written again")
    func fullDisk() throws {
        var pair = try Pair()
        pair.folder.room = 0
        #expect(throws: SyncError.self) { try pair.save("one") }
        pair.folder.room = .max
        try pair.first.write(to: pair.folder)
        _ = try pair.second.sync(pair.folder)
        #expect(pair.second.mergedTexts == ["one"])
        let (name, bytes) = try pair.newest()
        pair.folder.files[pair.first.device]?[name] = nil
        try pair.first.write(to: pair.folder)
        #expect(pair.folder.files[pair.first.device]?[name] == bytes)
    }

    @Test("A copied disk and a restored backup go on under new identities, and nothing is lost")
    func copies() throws {
        var pair = try Pair()
        var copy = pair.first
        try pair.save("original")
        _ = try copy.save("copy")
        // The copy sees a file of its own that it doesn't know.
        _ = try copy.sync(pair.folder)
        #expect(copy.device != pair.first.device)
        for _ in 0..<3 {
            _ = try pair.first.sync(pair.folder)
            _ = try pair.second.sync(pair.folder)
            _ = try copy.sync(pair.folder)
        }
        for member in [pair.first, pair.second, copy] { #expect(member.mergedTexts == ["copy", "original"]) }
    }

    @Test("Both branches of a log are read when a copy wrote before it knew")
    func branches() throws {
        var pair = try Pair()
        var copy = pair.first
        let aside = MemoryFolder(pair.folder)
        try pair.save("original")
        _ = try copy.save("copy")
        _ = try copy.sync(aside)
        aside.carry(to: pair.folder)
        for _ in 0..<3 {
            _ = try pair.first.sync(pair.folder)
            _ = try copy.sync(pair.folder)
            _ = try pair.second.sync(pair.folder)
        }
        for member in [pair.first, pair.second, copy] { #expect(member.mergedTexts == ["copy", "original"]) }
    }

    @Test("Sixteen files become one, and a device that comes later reads it alone")
    func folding() throws {
        var pair = try Pair()
        var texts: [String] = []
        for number in 10..<26 {
            texts.append("sample\(number)")
            try pair.save("sample\(number)")
            // One device reads some of them one by one.
            if number < 15 { _ = try pair.second.read(pair.folder, TypeForms()) }
        }
        try pair.first.fold()
        try pair.first.write(to: pair.folder)
        #expect(pair.folder.segments(pair.first.device).count == 1)
        #expect(try pair.second.read(pair.folder, TypeForms()).isEmpty)
        #expect(pair.second.mergedTexts == texts)
        var third = try pair.first.adding("server", pair.folder)
        #expect(third.mergedTexts == texts)
        try pair.save("next")
        _ = try third.read(pair.folder, TypeForms())
        #expect(third.mergedTexts.contains("next"))
    }

    @Test("What a copied disk wrote after a segment that was folded meanwhile is read by who never saw that one")
    func foldedBranch() throws {
        var pair = try Pair()
        let device = pair.first.device
        for number in 10..<18 { try pair.save("sample\(number)") }
        let old = try #require(pair.folder.files[device]?.filter { $0.key.hasSuffix(".seg") })
        var copy = pair.first
        let aside = MemoryFolder(pair.folder)
        _ = try copy.save("copy")
        _ = try copy.sync(aside)
        for number in 18..<26 { try pair.save("sample\(number)") }
        try pair.first.fold()
        try pair.first.write(to: pair.folder)
        aside.carry(to: pair.folder)
        for name in old.keys { pair.folder.files[device]?[name] = nil }
        #expect(pair.folder.segments(device).count == 2)
        for _ in 0..<3 {
            _ = try pair.second.sync(pair.folder)
            _ = try pair.first.sync(pair.folder)
            _ = try copy.sync(pair.folder)
        }
        let texts = ["copy"] + (10..<26).map { "sample\($0)" }
        for member in [pair.first, pair.second, copy] { #expect(member.mergedTexts == texts) }
        #expect(pair.second.replica.missing.isEmpty)
    }

    @Test("Folding leaves out deleted samples and replaced settings, and keeps the deletion")
    func foldedAway() throws {
        var pair = try Pair()
        let gone = try pair.first.save("gone")
        for value in 0..<15 {
            let set = pair.first.replica.state.set([1], to: [UInt8(value)], clock: 5, device: pair.first.device)
            try pair.first.record([.register(set)])
            try pair.first.seal()
        }
        let deletion = pair.first.replica.state.deletion(of: [gone], id: .random())
        try pair.first.record([.deletion(deletion)])
        try pair.first.seal()
        try pair.first.fold()
        try pair.first.write(to: pair.folder)
        let entries = pair.first.replica.log.flatMap(\.entries)
        #expect(entries.count == 3)
        #expect(entries.contains(.deletion(deletion)))
        #expect(entries.contains { if case .replaced(let segments) = $0 { segments.count == 15 } else { false } })
        _ = try pair.second.read(pair.folder, TypeForms())
        #expect(pair.second.replica.state.value(of: [1]) == [14])
        // The undo of the deletion carries what was folded away.
        try pair.second.record([.restore(try #require(pair.second.replica.state.restore(deletion.id)))])
        try pair.first.record([.restore(try #require(pair.first.replica.state.restore(deletion.id)))])
        _ = try pair.first.sync(pair.folder)
        _ = try pair.second.sync(pair.folder)
        #expect(pair.second.mergedTexts == ["gone"])
    }

    @Test("Heads tell what a relay holds back")
    func heads() throws {
        var pair = try Pair()
        var third = try pair.first.adding("server", pair.folder)
        try pair.save("one")
        _ = try pair.second.sync(pair.folder)
        _ = try pair.second.save("two")
        try pair.second.seal(withHeads: true)
        try pair.second.write(to: pair.folder)
        let withheld = MemoryFolder(pair.folder)
        for name in withheld.segments(pair.first.device) { withheld.files[pair.first.device]?[name] = nil }
        _ = try third.read(withheld, TypeForms())
        #expect(third.replica.missing.map(\.device) == [pair.first.device])
        _ = try third.read(pair.folder, TypeForms())
        #expect(third.replica.missing.isEmpty)
    }
}
