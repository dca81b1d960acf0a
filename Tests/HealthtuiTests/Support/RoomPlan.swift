import Foundation

/// The rooms of a folder, which are the folders right below it, and who may name which.
struct RoomPlan {
    struct Room {
        let name: String
        /// The rooms that its files may name besides their own.
        var mayName: Set<String> = []
        /// Whether the target's files outside of the folder may name it.
        var isOpen = true
    }

    /// A file that names one of a room that it may not name, and why it must.
    struct Exception: Hashable {
        let file: String
        let names: String
        let why: String
    }

    /// The folder's path below `Sources`.
    let folder: String
    let rooms: [Room]
    var exceptions: [Exception] = []

    /// The violations of the plan.
    ///
    /// - Parameter tree: the sources.
    /// - Returns: a sentence for each name that may not be there, each file without a room, each room without files, each circle
    ///   of rooms, and each exception that nothing needs; sorted.
    func problems(in tree: SourceTree) -> [String] {
        var problems: [String] = []
        var filled: Set<String> = []
        for file in tree.files where file.path.hasPrefix(folder + "/") {
            if let room = room(of: file) {
                filled.insert(room.name)
            } else {
                problems.append("\(file.path) is in no room of \(folder)")
            }
        }
        for room in rooms where !filled.contains(room.name) { problems.append("\(folder)/\(room.name) has no files") }
        var unused = Set(exceptions.map { "\($0.file) \($0.names)" })
        var named: [String: Set<String>] = [:]
        for (file, others) in tree.uses {
            let own = room(of: file)
            for (other, names) in others {
                guard let room = room(of: other), room.name != own?.name else { continue }
                let isAllowed = own.map { $0.mayName.contains(room.name) } ?? room.isOpen
                if !isAllowed {
                    if unused.remove("\(file.path) \(other.path)") != nil { continue }
                    problems.append("\(file.path) names \(names.sorted()) of \(other.path), in a room not open to it")
                }
                if let own { named[own.name, default: []].insert(room.name) }
            }
        }
        problems += unused.map { "an exception that nothing needs any more: \($0)" }
        let inCircle = rooms.map(\.name).filter { Self.reached(from: $0, named).contains($0) }
        if !inCircle.isEmpty { problems.append("rooms of \(folder) name each other in a circle: \(inCircle)") }
        return problems.sorted()
    }

    private func room(of file: SourceFile) -> Room? {
        guard file.path.hasPrefix(folder + "/") else { return nil }
        let parts = file.path.dropFirst(folder.count + 1).split(separator: "/")
        return parts.count > 1 ? rooms.first { $0.name == parts[0] } : nil
    }

    /// The rooms that a room names, and those that they name, and so on.
    private static func reached(from room: String, _ named: [String: Set<String>]) -> Set<String> {
        var reached: Set<String> = []
        var next = named[room, default: []]
        while let name = next.popFirst() {
            if reached.insert(name).inserted { next.formUnion(named[name, default: []]) }
        }
        return reached
    }
}
