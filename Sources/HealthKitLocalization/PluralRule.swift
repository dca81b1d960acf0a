/// Which form of a message goes with a number: `nplurals=2; plural=(n != 1);`, as gettext's catalogues have it.
struct PluralRule: Sendable, Equatable {
    static let english = PluralRule(forms: 2, nodes: [.number, .constant(1), .apply(.notEqual)])

    /// The number of forms.
    let forms: Int
    /// The expression of C in reverse Polish notation.
    private let nodes: [Node]

    private enum Node: Sendable, Equatable {
        case number
        case constant(Int)
        case apply(Operator)
        case not
        /// Takes the second or the third by the first.
        case choose
    }

    private enum Operator: String, Sendable, CaseIterable {
        case or = "||"
        case and = "&&"
        case equal = "=="
        case notEqual = "!="
        case atMost = "<="
        case atLeast = ">="
        case less = "<"
        case more = ">"
        case remainder = "%"

        /// The precedence of an operator; higher binds tighter.
        var rank: Int {
            switch self {
            case .or: 1
            case .and: 2
            case .equal, .notEqual: 3
            case .atMost, .atLeast, .less, .more: 4
            case .remainder: 5
            }
        }

        func of(_ left: Int, _ right: Int) -> Int {
            switch self {
            case .or: left != 0 || right != 0 ? 1 : 0
            case .and: left != 0 && right != 0 ? 1 : 0
            case .equal: left == right ? 1 : 0
            case .notEqual: left != right ? 1 : 0
            case .atMost: left <= right ? 1 : 0
            case .atLeast: left >= right ? 1 : 0
            case .less: left < right ? 1 : 0
            case .more: left > right ? 1 : 0
            case .remainder: right == 0 ? 0 : left % right
            }
        }
    }

    private init(forms: Int, nodes: [Node]) {
        self.forms = forms
        self.nodes = nodes
    }

    /// Reads a rule; nil when it is none, or longer than any language needs.
    init?(_ text: some StringProtocol) {
        let bare = String(text.filter { !$0.isWhitespace })
        guard bare.utf8.count <= 500 else { return nil }
        let parts = bare.split(separator: ";")
        guard parts.count == 2, parts[0].hasPrefix("nplurals="), parts[1].hasPrefix("plural="),
            let forms = Int(parts[0].dropFirst("nplurals=".count)), (1...6).contains(forms)
        else { return nil }
        var parser = Parser(rest: parts[1].dropFirst("plural=".count))
        guard parser.choice(depth: 0), parser.rest.isEmpty else { return nil }
        self.init(forms: forms, nodes: parser.nodes)
    }

    /// The index of the form for a number; the last form where the rule leads nowhere.
    func form(of count: Int) -> Int {
        let count = Int(count.magnitude & UInt(Int.max))
        var stack: [Int] = []
        for node in nodes {
            switch node {
            case .number: stack.append(count)
            case .constant(let constant): stack.append(constant)
            case .not:
                guard let value = stack.popLast() else { return forms - 1 }
                stack.append(value == 0 ? 1 : 0)
            case .apply(let operation):
                guard let right = stack.popLast(), let left = stack.popLast() else { return forms - 1 }
                stack.append(operation.of(left, right))
            case .choose:
                guard let no = stack.popLast(), let yes = stack.popLast(), let test = stack.popLast() else {
                    return forms - 1
                }
                stack.append(test != 0 ? yes : no)
            }
        }
        let index = stack.last ?? 0
        return (0..<forms).contains(index) ? index : forms - 1
    }

    /// The forms that one number alone has: where they say it in a word, it's never another one.
    ///
    /// English has its first for 1; French has it for 0 as well, and Russian for 21.
    var formsOfOneNumber: Set<Int> {
        let counts = Dictionary(grouping: (0..<130).map(form)) { $0 }
        return Set(counts.filter { $1.count == 1 }.keys)
    }

    private struct Parser {
        var rest: Substring
        var nodes: [Node] = []

        init(rest: Substring) { self.rest = rest }

        private mutating func take(_ text: String) -> Bool {
            guard rest.hasPrefix(text) else { return false }
            rest = rest.dropFirst(text.count)
            return true
        }

        /// `a ? b : c`, or what binds tighter.
        mutating func choice(depth: Int) -> Bool {
            guard depth < 20, operation(above: 0, depth) else { return false }
            guard take("?") else { return true }
            guard choice(depth: depth + 1), take(":"), choice(depth: depth + 1) else { return false }
            nodes.append(.choose)
            return true
        }

        private mutating func operation(above rank: Int, _ depth: Int) -> Bool {
            guard operand(depth) else { return false }
            while let next = Operator.allCases.first(where: { rest.hasPrefix($0.rawValue) }), next.rank > rank {
                guard take(next.rawValue), operation(above: next.rank, depth) else { return false }
                nodes.append(.apply(next))
            }
            return true
        }

        private mutating func operand(_ depth: Int) -> Bool {
            if take("!") {
                guard depth < 20, operand(depth + 1) else { return false }
                nodes.append(.not)
                return true
            }
            if take("(") { return choice(depth: depth + 1) && take(")") }
            if take("n") {
                nodes.append(.number)
                return true
            }
            let digits = rest.prefix { ("0"..."9").contains($0) }
            guard digits.count <= 9, let constant = Int(digits) else { return false }
            rest = rest.dropFirst(digits.count)
            nodes.append(.constant(constant))
            return true
        }
    }
}
