import Foundation
import Testing

/// The folders of a target are in layers: a file only uses declarations of its own layer and those below it.
///
/// A folder may have rooms, which are the folders in it: a file names only rooms that are open to its own.
@Suite struct FloorTests {
    /// The floors of each target, the ground first; a floor is a folder right below the target.
    private static let floors: [String: [String]] = [
        "HealthKitStore": [
            "Base", "Foreign", "Keys", "Columns", "Rows", "Database", "Batches", "Identity", "Reading", "Writing",
            "Observation", "Store", "Import", "Checking",
        ],
        "HealthtuiSync": [
            "Base", "Entries", "Keys", "State", "Log", "Members", "Format", "Folder", "Index", "Store",
            "Service",
        ],
        "HealthKit": [
            "Base", "Units", "Catalogue", "Types", "Model", "Predicates", "Statistics", "Measures", "Calls", "Storage",
            "Access", "Queries",
        ],
        "HealthtuiFacts": [
            "Strings", "Values", "Reading", "Filters", "Rows", "Workouts", "Records", "Measures", "Origins", "Goals",
            "Comparison", "Assistant", "Report",
        ],
        "HealthtuiStudy": [
            "Strings", "Values", "Keys", "Documents", "Merge", "Transport", "Person", "Engine", "Collection", "Query",
            "Simulation",
        ],
        "HealthtuiExchange": [
            "Bytes", "Grammar", "Values", "FIT", "Spelling", "Source", "Scanning", "Files", "Cards", "Import", "Export",
            "Readers",
        ],
        "HealthtuiEntry": ["Strings", "Formatting", "Phrases", "Filters"],
        "HealthtuiConsole": ["Strings", "Base", "Facts", "Screens", "Shell"],
        "HealthtuiTerminalUI": ["Strings", "Lines", "Cells", "Theme", "Input", "Loop", "Widgets", "Charts"],
        "healthtui": ["Output", "Arguments", "Commands", "Program"],
    ]

    /// A file that names one of a floor above, and why it must.
    private struct Exception: Hashable {
        let file: String
        let names: String
        let why: String
    }

    private static let exceptions: [Exception] = [
        Exception(
            file: "HealthKit/Access/HKHealthStore.swift",
            names: "HealthKit/Queries/HKQuery.swift",
            why:
                "execute and stop take queries and can be overridden, so they stand in the class; queries name the store."
        ),
        Exception(
            file: "HealthKit/Access/HKHealthStore.swift",
            names: "HealthKit/Queries/Workouts/HKWorkoutSession.swift",
            why: "What starts, recovers and takes sessions can be overridden, so it stands in the class."
        ),
        Exception(
            file: "HealthKit/Access/StoreReach.swift",
            names: "HealthKit/Queries/Workouts/MirrorReception.swift",
            why: "What a store reaches keeps what calls the handler of mirrored sessions."
        ),
        Exception(
            file: "HealthKit/Access/HKHealthStore.swift",
            names: "HealthKit/Queries/Workouts/MirrorReception.swift",
            why: "The handler of mirrored sessions is a property of the store, which keeps what calls it."
        ),
    ]

    /// The folders that have rooms.
    private static let rooms: [RoomPlan] = [
        RoomPlan(
            folder: "HealthKit/Access/Service",
            rooms: [
                RoomPlan.Room(name: "Wire"),
                RoomPlan.Room(name: "Client", mayName: ["Wire"]),
                RoomPlan.Room(name: "Server", mayName: ["Wire"], isOpen: false),
            ]
        )
    ]

    /// Files that name each other in a circle, and why they do.
    private static let circles: [(files: Set<String>, why: String)] = [
        circle(
            "HealthKit",
            ["Model/Series/ElectrocardiogramContent", "Model/Series/HKElectrocardiogram"],
            "Apple declares leads and classifications inside the class, which holds voltages by lead."
        ),
        circle(
            "HealthKit",
            [
                "Queries/Workouts/HKLiveWorkoutBuilder", "Queries/Workouts/HKLiveWorkoutBuilderDelegate",
                "Queries/Workouts/HKWorkoutSession", "Queries/Workouts/HKWorkoutSessionDelegate",
                "Queries/Workouts/WorkoutSessionCore",
            ],
            "A session, its builder and their delegates name each other, as Apple declares them."
        ),
    ]

    /// A circle of files of one target, named without the target and `.swift`.
    private static func circle(_ target: String, _ files: [String], _ why: String) -> (files: Set<String>, why: String)
    {
        (Set(files.map { "\(target)/\($0).swift" }), why)
    }

    private static let tree = Result {
        try SourceTree(
            sources: URL(fileURLWithPath: #filePath)
                .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
                .appendingPathComponent("Sources")
        )
    }

    @Test("Every file of a target with floors is on one of them")
    func everyFileHasAFloor() throws {
        let files = try Self.tree.get().files
        #expect(files.count > 500)
        for file in files {
            guard let floors = Self.floors[file.target] else { continue }
            #expect(floors.contains(file.floor ?? ""), "\(file.path) stands on no floor")
        }
    }

    @Test("A file names only its own floor and those below")
    func namesPointDown() throws {
        let tree = try Self.tree.get()
        var unused = Set(Self.exceptions.map { "\($0.file) \($0.names)" })
        for (file, others) in tree.uses {
            guard let floors = Self.floors[file.target], let own = floors.firstIndex(of: file.floor ?? "") else {
                continue
            }
            for (other, names) in others {
                guard let floor = floors.firstIndex(of: other.floor ?? ""), floor > own else { continue }
                let known = unused.remove("\(file.path) \(other.path)") != nil
                #expect(known, "\(file.path) names \(names.sorted()) of \(other.path), a floor above")
            }
        }
        #expect(unused.isEmpty, "exceptions that nothing needs any more: \(unused.sorted())")
    }

    @Test("No files name each other in a circle but those that Swift or Apple's own signatures force")
    func circlesAreListed() throws {
        let found = try Self.tree.get()
            .circles { file, other in
                Self.exceptions.contains { $0.file == file.path && $0.names == other.path }
            }
            .map(Set.init)
        let listed = Self.circles.map(\.files)
        for circle in found {
            #expect(listed.contains { circle.isSubset(of: $0) }, "a new circle: \(circle.sorted())")
        }
        for circle in listed {
            #expect(found.contains { $0.isSubset(of: circle) }, "a circle that is no more: \(circle.sorted())")
        }
    }

    @Test("A file names only rooms that are open to its own, and rooms name each other in no circle")
    func roomsAreKept() throws {
        let tree = try Self.tree.get()
        for plan in Self.rooms {
            for problem in plan.problems(in: tree) { Issue.record("\(problem)") }
        }
    }

    /// The tree of a few sources.
    ///
    /// - Parameter sources: their texts by path.
    /// - Returns: the tree.
    /// - Throws: what writing and reading them throws.
    private static func tree(of sources: [String: String]) throws -> SourceTree {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("tree-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        for (path, text) in sources {
            let file = folder.appendingPathComponent(path)
            try FileManager.default.createDirectory(
                at: file.deletingLastPathComponent(),
                withIntermediateDirectories: true
            )
            try Data(text.utf8).write(to: file)
        }
        return try SourceTree(sources: folder)
    }

    @Test("The reading of sources finds who names whom: a check of the check")
    func theReaderReads() throws {
        let tree = try Self.tree(of: [
            "House/Low/Ground.swift": "/// Roof is only spoken of.\nstruct Ground { let text = \"Roof\" }\n",
            "House/High/Roof.swift": "final class Roof {\n    let ground: Ground\n}\n",
            "House/High/Attic.swift": "struct Attic { func use(_ cellar: Cellar) {} }\n",
            "House/Low/Cellar.swift": "package enum Cellar { case under(Attic) }\n",
        ])
        let uses = Dictionary(
            uniqueKeysWithValues: tree.uses.map { ($0.key.path, Set($0.value.keys.map(\.path))) }
        )
        #expect(uses["House/Low/Ground.swift"] == nil)
        #expect(uses["House/High/Roof.swift"] == ["House/Low/Ground.swift"])
        #expect(tree.circles() == [["House/High/Attic.swift", "House/Low/Cellar.swift"]])
        #expect(tree.files.first { $0.path == "House/Low/Cellar.swift" }?.floor == "Low")
    }

    /// A house with a service whose rooms are kept.
    private static let house = [
        "House/Gate.swift": "final class Gate {}\nstruct Port { let link: Link }\n",
        "House/Service/Wire/Frame.swift": "struct Frame { let gate: Gate }\n",
        "House/Service/Client/Link.swift": "struct Link { let frame: Frame }\n",
        "House/Service/Server/Worker.swift": "struct Worker { let frame: Frame }\n",
    ]

    /// Changes of that house that its plan forbids, each with the expected message.
    private static let faults: [(path: String, text: String, says: [String])] = [
        (
            "House/Service/Wire/Reply.swift", "struct Reply { let worker: Worker }\n",
            [
                "House/Service/Wire/Reply.swift names [\"Worker\"] of House/Service/Server/Worker.swift, "
                    + "in a room not open to it",
                "rooms of House/Service name each other in a circle: [\"Wire\", \"Server\"]",
            ]
        ),
        (
            "House/Desk.swift", "struct Desk { let worker: Worker }\n",
            ["House/Desk.swift names [\"Worker\"] of House/Service/Server/Worker.swift, in a room not open to it"]
        ),
        (
            "House/Service/Client/Caller.swift", "struct Caller { let worker: Worker }\n",
            [
                "House/Service/Client/Caller.swift names [\"Worker\"] of House/Service/Server/Worker.swift, "
                    + "in a room not open to it"
            ]
        ),
        (
            "House/Service/Hall.swift", "struct Hall {}\n",
            ["House/Service/Hall.swift is in no room of House/Service"]
        ),
    ]

    private static func plan(_ exceptions: [RoomPlan.Exception] = []) -> RoomPlan {
        RoomPlan(
            folder: "House/Service",
            rooms: [
                RoomPlan.Room(name: "Wire"), RoomPlan.Room(name: "Client", mayName: ["Wire"]),
                RoomPlan.Room(name: "Server", mayName: ["Wire"], isOpen: false),
            ],
            exceptions: exceptions
        )
    }

    @Test("A plan of rooms finds what it forbids: a check of the check")
    func thePlanFinds() throws {
        let kept = try Self.tree(of: Self.house)
        #expect(Self.plan().problems(in: kept) == [])
        for fault in Self.faults {
            let tree = try Self.tree(of: Self.house.merging([fault.path: fault.text]) { $1 })
            #expect(Self.plan().problems(in: tree) == fault.says, "\(fault.path)")
        }
        let empty = try Self.tree(of: Self.house.filter { !$0.key.contains("Client") })
        #expect(Self.plan().problems(in: empty) == ["House/Service/Client has no files"])
    }

    @Test("Rooms that may name each other are found as a circle: a check of the check")
    func thePlanFindsCircles() throws {
        let plan = RoomPlan(
            folder: "House/Service",
            rooms: [
                RoomPlan.Room(name: "Wire", mayName: ["Client"]), RoomPlan.Room(name: "Client", mayName: ["Server"]),
                RoomPlan.Room(name: "Server", mayName: ["Wire"], isOpen: false),
            ]
        )
        let tree = try Self.tree(of: [
            "House/Service/Wire/Frame.swift": "struct Frame { let link: Link }\n",
            "House/Service/Client/Link.swift": "struct Link { let worker: Worker }\n",
            "House/Service/Server/Worker.swift": "struct Worker { let frame: Frame }\n",
        ])
        #expect(
            plan.problems(in: tree)
                == ["rooms of House/Service name each other in a circle: [\"Wire\", \"Client\", \"Server\"]"]
        )
    }

    @Test("An exception lets one file name one other, and is reported when nothing needs it: a check of the check")
    func exceptionsOfRooms() throws {
        let exception = RoomPlan.Exception(
            file: "House/Service/Wire/Reply.swift",
            names: "House/Service/Server/Worker.swift",
            why: "It is a test."
        )
        let plan = Self.plan([exception])
        let fault = Self.faults[0]
        let tree = try Self.tree(of: Self.house.merging([fault.path: fault.text]) { $1 })
        #expect(plan.problems(in: tree) == [])
        let kept = try Self.tree(of: Self.house)
        #expect(
            plan.problems(in: kept)
                == [
                    "an exception that nothing needs any more: "
                        + "House/Service/Wire/Reply.swift House/Service/Server/Worker.swift"
                ]
        )
    }
}
