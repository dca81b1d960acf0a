import Foundation
import HealthKit
import HealthKitStore
import HealthtuiSync
import Testing

/// Marks on days among the machines of a group.
@Suite("Marks of several machines") struct MarkSyncTests {
    private let folder: ScratchFolder
    private let laptop: Machine
    private let desktop: Machine
    private static let day = CalendarDay(year: 2026, month: 5, day: 3)

    init() throws {
        folder = try ScratchFolder()
        laptop = try Machine("laptop")
        desktop = try Machine("desktop")
    }

    private func pair() throws {
        _ = try laptop.sync.begin(in: folder.path, name: "laptop")
        try desktop.join(laptop, folder.path)
        _ = try desktop.sync.sync()
    }

    private func settle() throws {
        for _ in 0..<3 { for machine in [laptop, desktop] { _ = try machine.sync.sync() } }
    }

    private func marks() throws -> Set<DayMark> {
        let both = try [laptop, desktop].map { Set(try $0.person.marks()) }
        #expect(both[0] == both[1])
        return both[0]
    }

    @Test("Two machines that add a mark of one name keep both, and one that joins brings its own")
    func both() throws {
        let (first, second) = (DayMark("Lisbon", Self.day), DayMark("Lisbon", Self.day))
        try laptop.person.add(first)
        try desktop.person.add(second)
        try pair()
        try settle()
        #expect(try marks() == [first, second])
        let (third, fourth) = (DayMark("Porto", Self.day), DayMark("Porto", Self.day))
        try laptop.person.add(third)
        try desktop.person.add(fourth)
        try settle()
        #expect(try marks() == [first, second, third, fourth])
        let idle = try laptop.sync.sync()
        #expect(idle.sent == 0 && idle.settings == 0)
    }

    @Test("A mark that is removed on one machine is removed on all, and undoing that brings it back to all")
    func removed() throws {
        let (first, second) = (DayMark("Lisbon", Self.day), DayMark("Lisbon", Self.day))
        try laptop.person.add(first)
        try laptop.person.add(second)
        try pair()
        try settle()
        try desktop.person.removeMark(first.id)
        try settle()
        #expect(try marks() == [second])
        _ = try desktop.person.undo()
        try settle()
        #expect(try marks() == [first, second])
        _ = try desktop.person.redo()
        try settle()
        #expect(try marks() == [second])
        // The step that added it is the laptop's.
        _ = try laptop.person.undo()
        try settle()
        #expect(try marks().isEmpty)
        _ = try laptop.person.redo()
        try settle()
        #expect(try marks() == [second])
    }

    @Test("A value that can't be a mark is left out, and the others arrive")
    func flawed() throws {
        try pair()
        let mark = DayMark("Lisbon", Self.day)
        try laptop.person.add(mark)
        try laptop.database.write { writer in
            let json = #"{"first":"2026-02-30","last":"2026-03-01","text":"no day"}"#
            try writer.writer.setValue(Array(json.utf8), "dayMarks", UUID().uuidString)
        }
        try settle()
        #expect(try desktop.person.marks() == [mark])
        #expect(try desktop.database.read { try $0.store.valueKeys("dayMarks") } == [mark.id.uuidString])
    }

    @Test("A machine of a version that knew no marks shows those that it had been sent once it knows them")
    func earlierVersion() throws {
        try pair()
        let mark = DayMark("Lisbon", Self.day)
        try laptop.person.add(mark)
        try settle()
        // What that version left: the file, and no value of it.
        try desktop.database.write { writer in
            try writer.writer.setValue(nil, "dayMarks", mark.id.uuidString)
            try writer.writer.setValue(nil, StoreNamespace.deviceShared, "values")
            let bytes = try #require(try writer.store.value(StoreNamespace.devices, "group"))
            var record = try #require(try JSONSerialization.jsonObject(with: Data(bytes)) as? [String: Any])
            #expect(record["rules"] as? Int == SharedContentCheck.version)
            record["rules"] = 1
            let earlier = try JSONSerialization.data(withJSONObject: record)
            try writer.writer.setValue(Array(earlier), StoreNamespace.devices, "group")
        }
        #expect(try desktop.person.marks().isEmpty)
        try settle()
        #expect(try marks() == [mark])
    }
}
