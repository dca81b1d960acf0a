import Foundation
import HealthKit
import HealthKitStore
import Testing

/// Requests for single objects at the command line.
@Suite(.enabled(if: OwnHome.isThere, "needs mount namespaces")) struct ObjectRequestTests {
    private static let type = HKObjectType.visionPrescriptionType()
    private static let app = AppIdentity(bundleIdentifier: "test.glasses", name: "Glasses", version: "1")

    /// A store with two prescriptions that an app asks to read.
    private func asked(_ path: String) throws -> (store: HKHealthStore, objects: [UUID]) {
        let store = HKHealthStore(configuration: HKHealthStoreConfiguration(location: .file(path)))
        let objects = [UUID(), UUID()]
        try store.database()
            .write { writer in
                let source = HKSource(name: "Optician", bundleIdentifier: "test.optician")
                let ids = try writer.intern(HKSourceRevision(source: source, version: nil))
                for (index, object) in objects.enumerated() {
                    try writer.writer.insert(
                        NewRecord(
                            type: try writer.intern(type: Self.type.identifier),
                            source: ids.source,
                            revision: ids.revision,
                            start: Double(index),
                            end: Double(index),
                            creation: 0,
                            identity: .uuid(object)
                        )
                    )
                }
                _ = try writer.ask(Self.app, objectsOf: Self.type, .everything, now: Date())
            }
        return (store, objects)
    }

    private func choice(_ store: HKHealthStore) throws -> ObjectChoice {
        try store.database().read { try $0.objectChoice(app: "test.glasses", type: Self.type.identifier) }
    }

    @Test("requests lists the objects, authorize --object allows those named and no others")
    func objects() throws {
        let folder = try ScratchFolder()
        let path = folder.path("objects.store")
        let (store, objects) = try asked(path)
        let list = try Program.run("healthtui", ["requests", "--json", "--store", path])
        #expect(list.status == 0)
        for object in objects { #expect(list.output.contains(object.uuidString)) }
        #expect(list.output.contains("Optician"))
        #expect(try Program.run("healthtui", ["requests", "--store", path]).output.contains("(2 objects)"))

        for wrong in ["no-uuid", UUID().uuidString] {
            let status = try Program.run("healthtui", ["authorize", "1", "--object", wrong, "--store", path]).status
            #expect(status == (wrong == "no-uuid" ? 64 : 1))
        }
        #expect(try Program.run("healthtui", ["authorize", "1", "--read", "steps", "--store", path]).status != 0)
        #expect(try choice(store).allowed.isEmpty)

        try Program.allowUnattended(folder.path("home/.config"))
        let answer = try Program.configured(
            folder.path("home"),
            ["authorize", "1", "--object", objects[1].uuidString, "--yes", "--store", path]
        )
        #expect(answer.status == 0, "\(answer.output)")
        #expect(try choice(store).allowed == [objects[1]])
        #expect(try choice(store).refused == [objects[0]])
    }

    @Test(
        "authorize --allow-all allows every object of the request, --deny none",
        arguments: ["--allow-all", "--deny"]
    )
    func all(option: String) throws {
        let folder = try ScratchFolder()
        let path = folder.path("objects.store")
        let (store, objects) = try asked(path)
        try Program.allowUnattended(folder.path("home/.config"))
        let command = ["authorize", "1", option, "--yes", "--store", path]
        #expect(try Program.configured(folder.path("home"), command).status == 0)
        #expect(try choice(store).allowed == (option == "--deny" ? [] : Set(objects)))
        #expect(try choice(store).refused == (option == "--deny" ? Set(objects) : []))
    }
}
