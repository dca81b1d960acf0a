import RandomTesting

/// Random lists of actions.
enum Script {
    private static let weights: [(name: String, weight: Int)] = [
        ("save", 8), ("import", 5), ("edit", 8), ("delete", 8), ("bulk", 1), ("undo", 7), ("syncsave", 8), ("put", 6),
        ("link", 6), ("clock", 3), ("publish", 16), ("fold", 4), ("read", 16), ("carry", 10), ("carryall", 14),
        ("hide", 2), ("earlier", 2), ("cut", 2), ("forge", 1), ("backup", 2), ("recover", 2), ("clone", 1),
        ("revoke", 2),
    ]

    /// Meetings that chance alone seldom brings about: `carryall1<0` carries device 0's files to device 1;
    /// `revoke0.2` removes device 2.
    private static let meetings = [
        "save0 publish0 carryall1<0 read1 delete1 edit0 publish0 publish1 carryall0<1 read0 fold0 undo1",
        "save0 publish0 carryall1<0 read1 delete1 publish1 carryall0<1 read0 fold0 undo1 publish1",
        "syncsave0 publish0 carryall1<0 read1 delete1 publish1 carryall0<1 read0 syncsave0 syncsave1",
        "save2 publish2 carryall1<2 read1 revoke0.2 publish0 save2 publish2 carryall1<0 read1 carryall1<2",
        "save0 publish0 backup0 save0 publish0 carryall1<0 recover0 save0 publish0 edit0 publish0",
        "save0 publish0 clone0 edit0 edit3 put0 put3 publish0 publish3 carryall1<0 read1 carryall1<3",
        "save1 publish1 save1 publish1 carryall0<1 read0 hide0 revoke0.1 publish0",
        "save0 save0 link0 publish0 carryall1<0 read1 link1 clock0 publish1 link0 publish0 carryall0<1 read0",
        "import0 save0 link0 publish0 carryall1<0 read1 delete1 publish1 carryall0<1 read0 undo1 link0",
        "save0 publish0 clone0 save0 publish0 fold0 hide3 save3 delete3 publish3 carryall1<3 read1",
        "import0 save0 link0 publish0 save1<1 publish1 carryall0<1 read0 carryall1<0 read1 link0",
    ]

    static func random(seed: UInt64) -> [Action] {
        var generator = SeededGenerator(seed: seed)
        if Int.random(in: 0..<10, using: &generator) == 0 { return meeting(&generator) }
        let count = [8, 12, 20, 30, 45].randomElement(using: &generator) ?? 8
        // Some runs know few kinds of action, so that rare meetings become common.
        var names = weights
        if Bool.random(using: &generator) {
            let some = weights.shuffled(using: &generator).prefix(6)
            names = Array(some) + weights.filter { ["publish", "read", "carryall", "save"].contains($0.name) }
        }
        return (0..<count).map { _ in action(names, &generator) }
    }

    private static func action(
        _ names: [(name: String, weight: Int)],
        _ generator: inout SeededGenerator
    ) -> Action {
        var place = Int.random(in: 0..<names.reduce(0) { $0 + $1.weight }, using: &generator)
        let name = names.first { entry in
            place -= entry.weight
            return place < 0
        }
        return Action(
            name: name?.name ?? "read",
            device: Int.random(in: 0..<5, using: &generator),
            pick: Int.random(in: 0..<8, using: &generator),
            extra: Int.random(in: 0..<16, using: &generator)
        )
    }

    private static func meeting(_ generator: inout SeededGenerator) -> [Action] {
        let words = (meetings.randomElement(using: &generator) ?? "").split(separator: " ")
        var actions = words.map { word -> Action in
            let name = word.prefix { $0.isLetter }
            let numbers = word.dropFirst(name.count)
            let picked = numbers.split(separator: ".").dropFirst().first.flatMap { Int($0) } ?? 0
            let source = numbers.split(separator: "<").dropFirst().first.flatMap { Int($0) } ?? 0
            return Action(name: String(name), device: numbers.first?.wholeNumberValue ?? 0, pick: picked, extra: source)
        }
        for _ in 0..<Int.random(in: 0..<8, using: &generator) {
            actions.insert(
                action(weights, &generator),
                at: Int.random(in: 0...actions.count, using: &generator)
            )
        }
        return actions
    }

    /// The shortest list found that breaks the same promise.
    static func shortest(_ actions: [Action], leavingOut leftOut: Rule? = nil) -> [Action] {
        func kind(_ actions: [Action]) -> Substring? {
            World.run(actions, leavingOut: leftOut).broken?.prefix { $0 != ":" }
        }
        let wanted = kind(actions)
        var (actions, size) = (actions, max(actions.count / 2, 1))
        while size > 0 {
            var place = 0
            while place < actions.count {
                let shorter = Array(actions[..<place] + actions.dropFirst(place + size))
                if kind(shorter) == wanted { actions = shorter } else { place += size }
            }
            size /= 2
        }
        return actions
    }
}
