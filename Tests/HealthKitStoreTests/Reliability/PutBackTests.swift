import CHealthKitStoreFileSystem
import FaultDisk
import Foundation
import GRDB
import Synchronization
import Testing
@testable import HealthKitStore

/// What somebody without the key can put back of an encrypted store from an earlier time: all of it, or it is noticed.
@Suite struct PutBackTests {
    private static let pageSize = 4096

    /// Where a page lies on the disk.
    private static func place(_ page: Int) -> Range<Int> {
        let start = Int(store_file_system_page_place(UInt32(STORE_LOCKED_FORMAT), UInt32(pageSize), UInt32(page)))
        return start..<start + pageSize
    }

    /// The parts before the first page.
    private enum Part: Int, CaseIterable {
        case firstHeader, secondHeader, firstIndex, secondIndex, firstLeaf, secondLeaf

        var place: Range<Int> { rawValue * pageSize..<(rawValue + 1) * pageSize }

        static let header: Set<Part> = [.firstHeader, .secondHeader]
        static let index: Set<Part> = [.firstIndex, .secondIndex]
        static let leaf: Set<Part> = [.firstLeaf, .secondLeaf]
        static let list = index.union(leaf)
    }

    private struct Times {
        let earlier: FaultyDisk
        let later: FaultyDisk

        /// The pages of both times that are not the same.
        var changed: [Int] {
            let (old, new) = (earlier.bytes(), later.bytes())
            return (1...)
                .prefix { place($0).upperBound <= min(old.count, new.count) }
                .filter { !old[place($0)].elementsEqual(new[place($0)]) }
        }

        /// The later store with parts of the earlier one.
        func mixed(_ places: [Range<Int>]) -> FaultyDisk {
            let image = later.copy()
            let (old, new) = (earlier.bytes(), image.bytes())
            for place in places { for byte in place { new[byte] = old[byte] } }
            return image
        }
    }

    /// An encrypted store at two times, closed.
    private static func times() throws -> Times {
        let disk = FaultyDisk(isLocked: true)
        var options = disk.options
        options.batchCapacity = 64
        options.recentIdentityLimit = 64
        let store = try SampleStore(at: .file(disk.path), options: options)
        try FormatExample.write(to: store)
        try store.write { writer in
            for index in 0..<6 { try writer.setValue(Array(repeating: UInt8(index), count: 9000), "apps", "\(index)") }
        }
        store.close()
        let earlier = disk.copy()
        let again = try SampleStore(at: .file(disk.path), options: options)
        try Self.goOn(again)
        again.close()
        return Times(earlier: earlier, later: disk)
    }

    /// Changes a store in most of its tables.
    private static func goOn(_ store: SampleStore) throws {
        let words = try store.write { try Vocabulary($0) }
        let samples = try store.read { try $0.all(words.steps) }
        try store.write { writer in
            try writer.insert((0..<200).map { words.step(Double($0) * 400 + 7, identity: .uuid(UUID())) })
            try writer.delete(uuids: samples.prefix(40).map(\.uuid), at: 9000) { _ in [4] }
            try writer.setValue(Array(repeating: 3, count: 7000), "apps", "long")
            // Pages become free, and what says which are.
            for index in 0..<5 { try writer.setValue(nil, "apps", "\(index)") }
        }
    }

    /// The doctor's findings about a store, or the reason that it can't be opened.
    private static func findings(_ disk: FaultyDisk) -> [String] {
        do {
            var options = disk.options
            options.isReadOnly = true
            let store = try SampleStore(at: .file(disk.path), options: options)
            defer { store.close() }
            return try store.inspect().findings.map(\.text)
        } catch {
            return ["\((error as? StoreError)?.message ?? "\(error)")"]
        }
    }

    @Test("A page of an earlier time is noticed, each by itself")
    func pages() throws {
        let times = try Self.times()
        let truth = try times.later.copy().contents(checksIntegrity: true)
        #expect(Self.findings(times.later.copy()) == [])
        let changed = times.changed
        var refused = 0
        for page in changed {
            let image = times.mixed([Self.place(page)])
            let found = try image.copy().contents(checksIntegrity: true)
            if found != truth { refused += 1 }
            if case .hash = found { #expect(found == truth, "page \(page) gives other rows") }
            let findings = Self.findings(image)
            #expect(findings.contains { $0.contains("page \(page) of the file is of an earlier time") }, "\(findings)")
        }
        print("\(changed.count) pages put back, \(refused) refused by reading everything")
        #expect(changed.contains(1) && changed.count > 15 && refused > changed.count / 2)
    }

    @Test("A part of what stands before the pages is noticed, with pages and without")
    func list() throws {
        let times = try Self.times()
        let truth = try times.later.copy().contents(checksIntegrity: true)
        let page = try #require(times.changed.dropFirst().first)
        // Of each there is another copy.
        for part in Part.allCases {
            let image = times.mixed([part.place])
            #expect(try image.copy().contents(checksIntegrity: true) == truth, "\(part)")
        }
        let sets: [Set<Part>] = [
            Part.header, Part.index, Part.leaf, Part.list, Part.header.union(Part.list), Part.header.union(Part.index),
        ]
        for parts in sets {
            for pages in [[], [page], [1], [1, page]] {
                let image = times.mixed(parts.map(\.place) + pages.map(Self.place))
                let found = try image.copy().contents(checksIntegrity: true)
                if case .hash = found { Issue.record("\(parts) with \(pages) was taken: \(found == truth)") }
                #expect(Self.findings(image) != [], "\(parts) with \(pages)")
            }
        }
    }

    @Test("All of it but one page is noticed; all of it is the store as it was")
    func whole() throws {
        let times = try Self.times()
        let old = try times.earlier.copy().contents(checksIntegrity: true)
        let everything = Part.allCases.map(\.place)
        let changed = times.changed
        for left in changed {
            let image = times.mixed(everything + changed.filter { $0 != left }.map(Self.place))
            let findings = Self.findings(image)
            #expect(findings.contains { $0.contains("page \(left) of the file is of an earlier time") }, "\(findings)")
        }
        #expect(try times.earlier.copy().contents(checksIntegrity: true) == old)
        #expect(Self.findings(times.earlier) == [])
    }

    /// A store that is written to and copied after every commit, as it would be found if its program were killed.
    private static func moments() throws -> [FaultyDisk] {
        let disk = FaultyDisk(isLocked: true)
        var options = disk.options
        options.checkpointPages = 12
        options.batchCapacity = 64
        let store = try SampleStore(at: .file(disk.path), options: options)
        var moments = [disk.copy()]
        let words = try store.write { try Vocabulary($0) }
        moments.append(disk.copy())
        for round in 0..<14 {
            try store.write { writer in
                try writer.insert((0..<30).map { words.step(Double(round * 30 + $0) * 60) })
                try writer.setValue(Array(repeating: UInt8(round), count: 5000), "settings", "\(round % 3)")
            }
            moments.append(disk.copy())
        }
        store.close()
        return moments
    }

    @Test("A log of one time beside a file of another is noticed, or gives the store as it was at one of them")
    func logs() throws {
        let moments = try Self.moments()
        let truths = Set(try moments.map { try $0.copy().contents(checksIntegrity: true) })
        #expect(truths.count == moments.count && !truths.contains { if case .failure = $0 { true } else { false } })
        var (refused, taken) = (0, 0)
        for file in moments.indices {
            for log in moments.indices where log != file {
                for hasMark in [false, true] {
                    let image = moments[file].copy()
                    image.take("-log", from: moments[log])
                    if hasMark { image.take("-mark", from: moments[log]) } else { image.empty("-mark") }
                    let found = try image.contents(checksIntegrity: true)
                    if case .failure = found { refused += 1 } else { taken += 1 }
                    if case .hash = found { #expect(truths.contains(found), "file \(file), log \(log)") }
                }
            }
        }
        print("logs of other times: \(refused) refused, \(taken) taken for an earlier state as a whole")
        #expect(refused > taken)
    }

    @Test("A log that ends earlier, or has an older frame, is noticed where the file has what it lacks")
    func frames() throws {
        let moments = try Self.moments()
        let truths = Set(try moments.map { try $0.copy().contents(checksIntegrity: true) })
        let frame = 24 + Self.pageSize
        var (refused, taken) = (0, 0)
        func judge(_ image: FaultyDisk, _ what: String) throws {
            image.empty("-mark")
            let found = try image.contents(checksIntegrity: true)
            if case .failure = found { refused += 1 } else { taken += 1 }
            if case .hash = found { #expect(truths.contains(found), "\(what)") }
        }
        for (index, moment) in moments.enumerated() {
            let count = ((moment.size("-log") ?? 0) - 96) / frame
            for end in 0..<max(count, 0) {
                let image = moment.copy()
                // Zeros are no frame.
                image.bytes("-log")[(96 + end * frame)..<(96 + count * frame)].update(repeating: 0)
                try judge(image, "moment \(index), cut at \(end) of \(count)")
            }
            for other in moments.prefix(index) {
                let (old, new) = (other.bytes("-log"), moment.bytes("-log"))
                for place in 0..<max(count, 0) {
                    let range = 96 + place * frame..<96 + (place + 1) * frame
                    guard range.upperBound <= old.count, Data(old[range]) != Data(new[range]) else { continue }
                    let image = moment.copy()
                    _ = image.bytes("-log")[range].update(fromContentsOf: old[range])
                    try judge(image, "moment \(index), frame \(place)")
                }
            }
        }
        print("logs cut and mixed: \(refused) refused, \(taken) taken for an earlier state as a whole")
        #expect(refused > 20)
    }

    @Test("A journal of an earlier transaction takes nothing back")
    func journal() throws {
        try ScratchFolder.with { folder in
            let path = folder.path("health.store")
            var options = StoreOptions()
            options.key = TestKey.secret
            let store = try SampleStore(at: .file(path), options: options)
            try FormatExample.write(to: store)
            store.close()
            let queue = try DatabaseQueue(path: StoreFileSystem.standard.uri(path) + TestKey.parameter)
            try queue.writeWithoutTransaction { database in
                try database.execute(sql: "PRAGMA journal_mode = DELETE; PRAGMA cache_size = 1; BEGIN IMMEDIATE")
                try database.execute(sql: "UPDATE batch_data SET bytes = zeroblob(length(bytes)); DELETE FROM value")
                try FileManager.default.copyItem(atPath: path + "-undo", toPath: folder.path("kept"))
                try database.execute(sql: "ROLLBACK; PRAGMA journal_mode = WAL")
            }
            try queue.close()
            #expect(try Data(contentsOf: folder.url("kept")).count > 3 * Self.pageSize)
            let later = try SampleStore(at: .file(path), options: options)
            try Self.goOn(later)
            let truth = try StoreContents(later, namespaces: FormatExample.namespaces)
            later.close()
            try FileManager.default.copyItem(atPath: folder.path("kept"), toPath: path + "-undo")
            do {
                let again = try SampleStore(at: .file(path), options: options)
                #expect(try StoreContents(again, namespaces: FormatExample.namespaces) == truth)
                again.close()
            } catch let error as StoreError {
                #expect(error.code == .damaged)
            }
        }
    }

    @Test("The header of before a change of the passphrase is not taken with what was saved after it")
    func slots() throws {
        let disk = FaultyDisk(isLocked: true)
        let store = try SampleStore(at: .file(disk.path), options: disk.options)
        try store.write { try $0.setValue([1], "settings", "before") }
        let before = disk.copy()
        let truth = try before.copy().contents()
        var words = Array("vermilion otter sings".utf8)
        let passphrase = try SecretBytes(taking: &words)
        try store.changeSlots { try $0.set(.passphrase, to: passphrase, key: TestKey.secret, cost: .least) }
        try store.write { try $0.setValue([2], "settings", "after") }
        let after = disk.copy()
        store.close()
        #expect(try after.copy().contents() != truth)
        let image = after.copy()
        image.take("", from: before)
        let found = try image.copy().contents()
        if case .hash = found { #expect(found == truth) }
        image.empty("-mark")
        let unmarked = try image.contents()
        if case .hash = unmarked { #expect(unmarked == truth) }
    }

    @Test("Of a file that is older as a whole the check alone speaks, and not of a backup that was restored")
    func older() throws {
        try ScratchFolder.with { folder in
            SeenStores.setFolder(folder.path("state"))
            defer { SeenStores.setFolder(nil) }
            let path = folder.path("health.store")
            var options = StoreOptions()
            options.key = TestKey.secret
            func write(_ count: Int) throws {
                let store = try SampleStore(at: .file(path), options: options)
                for index in 0..<count { try store.write { try $0.setValue([UInt8(index)], "settings", "\(count)") } }
                store.close()
            }
            try write(2)
            let earlier = try Data(contentsOf: folder.url("health.store"))
            try write(3)
            let now = try SampleStore.inspect(path: path, key: TestKey.secret)
            #expect(now.findings == [] && now.commitsSeen == nil)
            try earlier.write(to: folder.url("health.store"))
            let store = try SampleStore(at: .file(path), options: options)
            #expect(try store.read { try $0.value("settings", "2") } == [1])
            store.close()
            let old = try SampleStore.inspect(path: path, key: TestKey.secret)
            #expect(old.findings == [] && old.commitsSeen == now.commits && old.commits == now.commits.map { $0 - 3 })
            let id = try #require(try StoreLock.read(at: path)).storeID
            let name = "seen-" + id.map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined()
            let attributes = try FileManager.default.attributesOfItem(atPath: folder.path("state/" + name))
            #expect((attributes[.posixPermissions] as? NSNumber)?.intValue == 0o600)
            try earlier.write(to: folder.url("backup.store"))
            _ = try SampleStore.restore(folder.path("backup.store"), to: path, key: TestKey.secret)
            #expect(try SampleStore.inspect(path: path, key: TestKey.secret).commitsSeen == nil)
        }
    }

    /// The result of several threads.
    private final class Outcome: Sendable {
        private let state = Mutex((isDone: false, problems: [String]()))

        var isDone: Bool { state.withLock { $0.isDone } }
        var problems: [String] { state.withLock { $0.problems } }

        func end() { state.withLock { $0.isDone = true } }

        func note(_ problem: String) { state.withLock { $0.problems.append(problem) } }
    }

    @Test("Whoever reads while others copy the log into the file is never told of damage")
    func readers() throws {
        try ScratchFolder.with { folder in
            let path = folder.path("health.store")
            var options = StoreOptions()
            options.key = TestKey.secret
            options.checkpointPages = 6
            options.keptKilobytes = 64
            options.batchCapacity = 64
            let first = try SampleStore(at: .file(path), options: options)
            try FormatExample.write(to: first)
            // Each has connections, a key and a list of its own, as another program would.
            let stores = try [first] + (0..<2).map { _ in try SampleStore(at: .file(path), options: options) }
            let (outcome, again) = (Outcome(), options)
            inParallel(4) { worker in
                do {
                    if worker == 0 {
                        defer { outcome.end() }
                        for round in 0..<60 {
                            try stores[round % 3]
                                .write { writer in
                                    let bytes = Array(
                                        repeating: UInt8(truncatingIfNeeded: round),
                                        count: 4000 + round * 40
                                    )
                                    try writer.setValue(bytes, "settings", "\(round % 7)")
                                }
                        }
                    } else {
                        while !outcome.isDone {
                            let store =
                                worker == 3 ? try SampleStore(at: .file(path), options: again) : stores[worker]
                            _ = try StoreContents(store, namespaces: FormatExample.namespaces)
                            if worker == 3 { store.close() }
                        }
                    }
                } catch {
                    outcome.note("\(worker): \(error)")
                }
            }
            #expect(outcome.problems == [])
            #expect(try first.inspect().findings == [])
            for store in stores { store.close() }
            #expect(try SampleStore.inspect(path: path, key: TestKey.secret).findings == [])
        }
    }
}
