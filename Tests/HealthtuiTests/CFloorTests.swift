import Foundation
import Testing

/// The files of a C target are in layers: a file only uses declarations of the layers below it.
@Suite struct CFloorTests {
    private static let root = URL(fileURLWithPath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

    @Test("No files of C use each other in a circle")
    func noCircles() throws {
        let sources = try FileManager.default.contentsOfDirectory(
            atPath: Self.root.appendingPathComponent("Sources").path
        )
        var count = 0
        for target in sources.sorted().map({ "Sources/" + $0 }) + ["Resources", "Tests/FaultDisk"] {
            let tree = try CSourceTree(target: Self.root.appendingPathComponent(target))
            count += tree.units.count
            let circle = tree.circle
            let uses = circle.sorted()
                .map { unit in
                    let others = tree.uses[unit, default: [:]].filter { circle.contains($0.key) }
                    return "\(unit): \(others.mapValues { $0.sorted() })"
                }
            #expect(circle.isEmpty, "\(target): a circle of \(uses.joined(separator: "; "))")
        }
        #expect(count > 25)
    }

    @Test("In the store's file system the reader sees calls, types, constants and tables of methods")
    func readsTheFileSystem() throws {
        let folder = Self.root.appendingPathComponent("Sources/CHealthKitStoreFileSystem")
        let uses = try CSourceTree(target: folder).uses
        #expect(uses["DatabaseFile"]?["PageList"]?.isSuperset(of: ["#include", "page_list_flush"]) == true)
        #expect(uses["PageList"]?["StoreFile"]?.contains("store_file") == true)
        #expect(uses["LogFile"]?["LogFrames"]?.isSuperset(of: ["FRAME_HEADER", "log_mark"]) == true)
        #expect(uses["FileSystem"]?["JournalFile"]?.contains("journal_methods") == true)
        #expect(uses["LogFile"]?["FileMethods"]?.contains("METHODS_ALIKE") == true)
    }

    @Test("The reading of C finds who uses whom: a check of the check")
    func theReaderReads() throws {
        // One header declares what both define, so that includes alone show no circle.
        let calls = try Self.tree([
            "include/House.h": "int attic(int);\nint cellar(int floor);\nextern const int stairs;\n",
            "Attic.c": "#include \"House.h\"\n\nint attic(int a) {\n    return cellar(a);\n}\n",
            "Cellar.c":
                "#include \"House.h\"\n\nconst int stairs = 3;\n\nint cellar(int floor) { return attic(floor); }\n",
            "Garden.c": "#include \"House.h\"\nint garden(void) { return attic(stairs); }\n",
        ])
        #expect(calls.circle == ["Attic", "Cellar"])
        #expect(calls.uses["House"] == nil)
        #expect(calls.uses["Garden"] == ["House": ["#include"], "Attic": ["attic"], "Cellar": ["stairs"]])

        let headers = try Self.tree([
            "Door.h": "#include \"Wall.h\"\ntypedef struct { wall *in; } door;\n",
            "Wall.h": "typedef struct wall { struct frame *frame; } wall;\nenum { WALL_DOORS = 2 };\n",
            "Wall.c": "#include \"Wall.h\"\n#include \"Door.h\"\nstatic door doors[WALL_DOORS];\n",
        ])
        #expect(headers.circle == ["Door", "Wall"])
        #expect(headers.uses["Wall"] == ["Door": ["#include", "door"]])

        // Comments, strings, members, a function of the file's own and a table of functions.
        let quiet = try Self.tree([
            "Roof.c": "#include \"Ground.h\"\nint roof(void) { return ground_methods.open(); }\n",
            "Ground.h": "typedef struct { int (*open)(void); } methods;\nextern const methods ground_methods;\n",
            "Ground.c": """
            #include "Ground.h"
            // roof();
            /* roof(); */
            static int open(void) { return "roof \\" roof"[0] + 'r'; }
            static int of(house *house) { return house->roof + house->top.roof; }
            const methods ground_methods = {.open = open};
            """,
            "Tile.c": "static int open(void) { return 1; }\nint tile(void) { return open(); }\n",
        ])
        #expect(quiet.circle.isEmpty)
        #expect(quiet.uses == ["Roof": ["Ground": ["#include", "ground_methods"]]])
    }

    /// A tree of files with these texts.
    private static func tree(_ files: [String: String]) throws -> CSourceTree {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("c-tree-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        for (path, text) in files {
            let file = folder.appendingPathComponent(path)
            try FileManager.default.createDirectory(
                at: file.deletingLastPathComponent(),
                withIntermediateDirectories: true
            )
            try Data(text.utf8).write(to: file)
        }
        return try CSourceTree(target: folder)
    }
}
