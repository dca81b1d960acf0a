import HealthtuiSync

/// Entries as lines, as another program writes them.
enum EntryLine {
    static func lines(_ entry: Entry) -> [String] {
        switch entry {
        case .sample(let version): return [line(version)]
        case .rows(let rows): return rows.versions.map(line)
        case .deletion(let deletion): return [line(deletion)]
        case .restore(let restore):
            let inner = restore.versions.map(Entry.sample) + restore.links.map(Entry.link)
            return ["restore \(hex(restore.deletion.bytes))"] + inner.flatMap { lines($0).map { "  " + $0 } }
        case .link(let link):
            let ends = "\(hex(link.name.parent.bytes)) \(hex(link.name.child.bytes))"
            return ["link \(ends) \(link.name.role) \(link.isPresent ? 1 : 0) \(text(link.stamp))"]
        case .register(let register):
            return ["register \(hex(register.key)) \(register.value.map(hex) ?? "-") \(text(register.stamp))"]
        case .piece(let piece):
            let hash = hex(Digest(of: piece.bytes).bytes)
            return ["piece \(hex(piece.whole.bytes)) \(piece.index) \(piece.count) \(hash)"]
        case .duplicate(let duplicate): return ["same \(hex(duplicate.hidden.bytes)) \(hex(duplicate.shown.bytes))"]
        case .heads(let positions):
            return positions.map { "head \(hex($0.device.bytes)) \($0.number) \(hex($0.hash.bytes))" }
        case .replaced(let segments):
            return segments.map { segment in
                "replaced " + hex(withUnsafeBytes(of: segment.bigEndian) { Array($0) })
            }
        }
    }

    static func hex(_ bytes: [UInt8]) -> String {
        bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    }

    private static func hex(_ number: Double) -> String {
        hex(withUnsafeBytes(of: number.bitPattern.bigEndian) { Array($0) })
    }

    private static func text(_ stamp: Stamp) -> String {
        "\(stamp.generation) \(stamp.clock) \(hex(stamp.device.bytes))"
    }

    private static func text(_ identifier: SyncedIdentifier) -> String {
        let texts = [identifier.key.source, identifier.key.type, identifier.key.identifier].map(hex)
        return "\(texts.joined(separator: ",")) \(hex(identifier.version)) \(identifier.incarnation)"
    }

    private static func line(_ version: SyncedVersion) -> String {
        let content = version.content
        var words = ["sample", hex(version.root.bytes), hex(version.id.bytes), text(version.stamp)]
        switch version.origin {
        case .saved: words.append("saved")
        case .imported(let ordinal): words.append("\(ordinal)")
        }
        words.append(version.identifier.map(text) ?? "-")
        words.append(content.texts.map(hex).joined(separator: ","))
        words += [content.start, content.end, content.creation].map(hex)
        switch content.body {
        case .value(let value): words.append("value \(hex(value))")
        case .record(let payload): words.append("record \(hex(Digest(of: payload).bytes))")
        case .pieces(let whole, let size): words.append("pieces \(hex(whole.bytes)) \(size)")
        }
        return words.joined(separator: " ")
    }

    private static func line(_ deletion: Deletion) -> String {
        let versions = deletion.versions.map { version in
            "\(hex(version.root.bytes)) \(hex(version.id.bytes)) \(text(version.stamp))"
        }
        return "deletion \(hex(deletion.id.bytes)) "
            + "roots \(deletion.roots.sorted().map { hex($0.bytes) }.joined(separator: ",")) "
            + "versions \(versions.sorted().joined(separator: ",")) "
            + "floors \(deletion.floors.map(text).sorted().joined(separator: ","))"
    }
}
