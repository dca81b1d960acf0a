import Foundation
import HealthtuiSync
import Testing

@Suite("A watch waits until something changes") struct ChangeWatchTests {
    private let folder: ScratchFolder

    init() throws { folder = try ScratchFolder() }

    /// Long enough that no test comes to its end by it.
    private static let long = Duration.seconds(600)

    private func write(_ name: String) throws {
        try Data([1]).write(to: URL(fileURLWithPath: "\(folder.path)/\(name)"))
    }

    @Test("A file that comes, is renamed into the folder, or goes ends the wait")
    func changes() throws {
        let watch = ChangeWatch()
        watch.watch([folder.path], file: nil)
        #expect(watch.isNotified)
        try write("a")
        watch.wait(Self.long)
        let elsewhere = try ScratchFolder()
        try Data([1]).write(to: URL(fileURLWithPath: "\(elsewhere.path)/b"))
        #expect(rename("\(elsewhere.path)/b", "\(folder.path)/b") == 0)
        watch.wait(Self.long)
        #expect(unlink("\(folder.path)/a") == 0)
        watch.wait(Self.long)
    }

    @Test("Beside a store only what is called after it matters")
    func storeFile() throws {
        let watch = ChangeWatch()
        watch.watch([], file: "\(folder.path)/my.store")
        try write("other")
        watch.wait(.milliseconds(1))
        try write("my.store-log")
        watch.wait(Self.long)
    }

    @Test("Nothing that changes ends at the limit, and a folder that isn't there is one that nothing is told of")
    func limits() throws {
        let watch = ChangeWatch()
        watch.watch([folder.path], file: nil)
        watch.wait(.zero)
        watch.wait(.milliseconds(5))
        watch.watch(["\(folder.path)/nowhere"], file: nil)
        #expect(!watch.isNotified)
        watch.watch([folder.path], file: nil)
        #expect(watch.isNotified)
    }

    @Test("A folder that is a link isn't watched")
    func link() throws {
        try FileManager.default.createSymbolicLink(atPath: "\(folder.path)/link", withDestinationPath: "/tmp")
        let watch = ChangeWatch()
        watch.watch(["\(folder.path)/link"], file: nil)
        #expect(!watch.isNotified)
    }

    @Test("Sends after a rest go at once, those that follow each second, and after a minute of that each half minute")
    func pace() {
        let start = ContinuousClock.now
        var pace = SyncPace()
        #expect(pace.pause(at: start) == .zero)
        for second in 0...60 {
            pace.sent(at: start + .seconds(second))
            if second < 60 { #expect(pace.pause(at: start + .seconds(second)) == .seconds(1)) }
        }
        #expect(pace.pause(at: start + .seconds(60)) == .seconds(30))
        #expect(pace.pause(at: start + .seconds(90)) == .zero)
        // After a rest it begins anew.
        pace.sent(at: start + .seconds(600))
        #expect(pace.pause(at: start + .seconds(600)) == .seconds(1))
    }
}
