import Foundation
import Testing

/// The commands as a person types them, on real files.
@Suite struct DoctorCommandTests {
    private func store(in folder: ScratchFolder) throws -> String {
        let path = folder.path("health.store")
        for value in ["60", "61", "62"] {
            let added = try Program.run("healthtui", ["add", "heartRate", value, "--store", path])
            #expect(added.status == 0, "\(added.output)")
        }
        return path
    }

    @Test func aBackupOpensAndIsNotReplacedUnasked() throws {
        let folder = try ScratchFolder()
        let path = try store(in: folder)
        let copy = folder.path("copy.store")
        #expect(try Program.run("healthtui", ["backup", copy, "--store", path]).status == 0)
        let doctor = try Program.run("healthtui", ["doctor", "--json", "--store", copy])
        #expect(doctor.status == 0 && doctor.output.contains("\"ok\":true") && doctor.output.contains("\"samples\":3"))
        #expect(try Program.run("healthtui", ["backup", copy, "--store", path]).status == 1)
        #expect(try Program.run("healthtui", ["backup", copy, "--force", "--store", path]).status == 0)
    }

    @Test func aLostFirstPageIsRepairedByWhatThePersonTypes() throws {
        let folder = try ScratchFolder()
        let path = try store(in: folder)
        let copy = folder.path("copy.store")
        #expect(try Program.run("healthtui", ["backup", copy, "--store", path]).status == 0)
        let file = try FileHandle(forUpdating: URL(fileURLWithPath: copy))
        try file.write(contentsOf: Data(repeating: 0xA5, count: 64))
        try file.close()
        let damaged = try Program.run("healthtui", ["doctor", "--store", copy])
        #expect(damaged.status == 1 && damaged.output.contains("damaged") && damaged.output.contains("--repair"))
        let saved = folder.path("saved.store")
        let repair = try Program.run("healthtui", ["doctor", "--repair", saved, "--store", copy])
        #expect(repair.status == 0, "\(repair.output)")
        #expect(repair.output.contains("3 samples") && repair.output.contains("mv -n"))
        #expect(try Program.run("healthtui", ["doctor", "--store", saved]).status == 0)
    }

    @Test func whatIsNoStoreIsAnErrorAndAWrongCallIsUsage() throws {
        let folder = try ScratchFolder()
        let empty = folder.path("empty")
        try Data().write(to: URL(fileURLWithPath: empty))
        #expect(try Program.run("healthtui", ["doctor", "--store", empty]).status == 1)
        #expect(try Program.run("healthtui", ["doctor", "--store", folder.path("")]).status == 1)
        #expect(try Program.run("healthtui", ["doctor", "--store", folder.path("nothing")]).status == 1)
        #expect(try Program.run("healthtui", ["doctor", "--force", "--store", empty]).status == 64)
    }
}
