import Foundation

/// Reads a predicate format in Apple's syntax, over HealthKit's key paths (R4.19).
struct FormatParser {
    private let tokens: [FormatToken]
    private var position = 0
    private var depth = 0
    /// The variable of the subquery that is being read.
    private var activityVariable: String?

    /// Whether any key path is accepted, for objects other than samples.
    private let takesAnyKey: Bool

    private init(_ tokens: [FormatToken], takesAnyKey: Bool = false) {
        self.tokens = tokens
        self.takesAnyKey = takesAnyKey
    }

    /// The filter that a format describes.
    ///
    /// - Throws: ``FormatError``.
    static func filter(_ format: String, _ arguments: [Any]) throws -> SampleFilter {
        try FormatParser(try FormatTokenizer.tokens(format, arguments)).whole()
    }

    /// The filter that a format over keys of any objects describes: the keys are in place of metadata keys.
    ///
    /// - Throws: ``FormatError``.
    static func keyed(_ format: String, _ arguments: [Any]) throws -> SampleFilter {
        try FormatParser(try FormatTokenizer.tokens(format, arguments), takesAnyKey: true).whole()
    }

    private func whole() throws -> SampleFilter {
        var parser = self
        let node = try parser.disjunction()
        guard parser.position == parser.tokens.count else {
            throw FormatError.malformed("something follows after the end")
        }
        return try parser.filter(node)
    }

    /// A node of a format: a predicate, or one side of a comparison.
    private enum Node {
        case filter(SampleFilter)
        case field(FilterField, isOfActivity: Bool)
        case value(FilterValue)
        case list([FilterValue])
    }

    private enum Comparator {
        case relation(FilterRelation)
        case between
    }

    private var current: FormatToken? { position < tokens.count ? tokens[position] : nil }

    private func filter(_ node: Node) throws -> SampleFilter {
        guard case .filter(let filter) = node else { throw FormatError.malformed("a comparison is missing") }
        return filter
    }

    private mutating func take(symbol: String) -> Bool {
        guard current == .symbol(symbol) else { return false }
        position += 1
        return true
    }

    private mutating func take(keyword: String) -> Bool {
        guard current?.keyword == keyword else { return false }
        position += 1
        return true
    }

    private mutating func expect(_ symbol: String) throws {
        guard take(symbol: symbol) else { throw FormatError.malformed("a \(symbol) is missing") }
    }
}

// Predicates.
extension FormatParser {
    private mutating func disjunction() throws -> Node {
        let first = try conjunction()
        guard current?.keyword == "OR" || current == .symbol("||") else { return first }
        var parts = [try filter(first)]
        while take(keyword: "OR") || take(symbol: "||") { parts.append(try filter(try conjunction())) }
        return .filter(.any(parts))
    }

    private mutating func conjunction() throws -> Node {
        let first = try negation()
        guard current?.keyword == "AND" || current == .symbol("&&") else { return first }
        var parts = [try filter(first)]
        while take(keyword: "AND") || take(symbol: "&&") { parts.append(try filter(try negation())) }
        return .filter(.all(parts))
    }

    private mutating func negation() throws -> Node {
        guard take(keyword: "NOT") || take(symbol: "!") else { return try comparison() }
        return try nested { .filter(.not(try $0.filter(try $0.negation()))) }
    }

    /// Refuses formats that are nested so deep that reading them could run out of stack.
    private mutating func nested(_ body: (inout FormatParser) throws -> Node) throws -> Node {
        guard depth < SampleFilter.maximumDepth else {
            throw FormatError.malformed("it is nested more than \(SampleFilter.maximumDepth) deep")
        }
        depth += 1
        defer { depth -= 1 }
        return try body(&self)
    }

    private mutating func comparison() throws -> Node {
        let asksForAny = take(keyword: "ANY") || take(keyword: "SOME")
        if let word = current?.keyword, word == "ALL" || word == "NONE" {
            throw FormatError.unsupported("HealthKit does not answer predicates with \(word)")
        }
        let left = try operand()
        if case .filter = left {
            guard !asksForAny else { throw FormatError.malformed("ANY needs a comparison") }
            return left
        }
        guard let comparator = try comparator() else { return left }
        if asksForAny {
            guard case .field(_, isOfActivity: true) = left else {
                throw FormatError.unsupported("ANY is for the activities of a workout alone")
            }
        }
        let folding = try folding()
        return .filter(try Self.compare(left, comparator, try operand(), folding))
    }

    private mutating func comparator() throws -> Comparator? {
        guard let token = current, let comparator = try Self.comparator(token) else { return nil }
        position += 1
        return comparator
    }

    private static func comparator(_ token: FormatToken) throws -> Comparator? {
        switch token {
        case .symbol("="), .symbol("=="): return .relation(.equal)
        case .symbol("!="), .symbol("<>"): return .relation(.notEqual)
        case .symbol("<"): return .relation(.less)
        case .symbol("<="), .symbol("=<"): return .relation(.lessOrEqual)
        case .symbol(">"): return .relation(.greater)
        case .symbol(">="), .symbol("=>"): return .relation(.greaterOrEqual)
        case .symbol("+"), .symbol("-"), .symbol("*"), .symbol("/"), .symbol("^"):
            throw FormatError.unsupported("HealthKit does not answer predicates with arithmetic")
        case .symbol("["):
            throw FormatError.unsupported("HealthKit's key paths have no indexes")
        default: break
        }
        switch token.keyword {
        case "IN": return .relation(.isIn)
        case "BETWEEN": return .between
        case "CONTAINS": return .relation(.contains)
        case "BEGINSWITH": return .relation(.beginsWith)
        case "ENDSWITH": return .relation(.endsWith)
        case "LIKE": return .relation(.like)
        case "MATCHES": throw FormatError.unsupported("HealthKit does not answer predicates with MATCHES")
        default: return nil
        }
    }

    /// `[c]`, `[d]` or `[cd]` after an operator.
    private mutating func folding() throws -> TextFolding {
        guard take(symbol: "[") else { return [] }
        guard case .word(let letters) = current else {
            throw FormatError.malformed("the option of an operator is missing")
        }
        position += 1
        var folding: TextFolding = []
        for letter in letters {
            switch letter {
            case "c": folding.insert(.caseInsensitive)
            case "d": folding.insert(.diacriticInsensitive)
            case "n", "l": continue
            default: throw FormatError.malformed("\(letter) isn't an operator option")
            }
        }
        try expect("]")
        return folding
    }
}

// Comparisons.
extension FormatParser {
    private static func compare(
        _ left: Node,
        _ comparator: Comparator,
        _ right: Node,
        _ folding: TextFolding
    ) throws -> SampleFilter {
        switch (left, right) {
        case (.field(let field, let isOfActivity), .value), (.field(let field, let isOfActivity), .list):
            let filter = try compare(field, comparator, right, folding)
            return isOfActivity ? .activity(filter) : filter
        case (.value, .field):
            guard case .relation(let relation) = comparator, let mirrored = relation.mirrored else {
                throw FormatError.unsupported("HealthKit looks for a key path on the left of this operator")
            }
            return try compare(right, .relation(mirrored), left, folding)
        case (.value(let value), _):
            return try constant(value, comparator, right, folding) ? .everything : .nothing
        case (.field, .field):
            throw FormatError.unsupported("HealthKit does not compare two key paths with each other")
        default:
            throw FormatError.malformed("a comparison needs a value on each side")
        }
    }

    private static func compare(
        _ field: FilterField,
        _ comparator: Comparator,
        _ right: Node,
        _ folding: TextFolding
    ) throws -> SampleFilter {
        do {
            switch (comparator, right) {
            case (.between, .list(let ends)) where ends.count == 2: return try .between(field, ends)
            case (.between, _): throw FormatError.malformed("BETWEEN needs two values")
            case (.relation(let relation), .list(let members)):
                return .compare(try FilterComparison(checking: field, relation, .set(Set(members)), folding: folding))
            case (.relation(.isIn), .value): throw FormatError.malformed("IN needs a list")
            case (.relation(let relation), .value(let value)):
                return .compare(try FilterComparison(checking: field, relation, value, folding: folding))
            default: throw FormatError.malformed("a comparison needs a value on each side")
            }
        } catch let error as HKError {
            throw FormatError.unsupported(error.text)
        }
    }

    /// Whether a comparison of two constants holds, such as `1 == 1`.
    private static func constant(
        _ value: FilterValue,
        _ comparator: Comparator,
        _ right: Node,
        _ folding: TextFolding
    ) throws -> Bool {
        switch (comparator, right) {
        case (.relation(let relation), .value(let other)):
            guard relation != .isIn else { throw FormatError.malformed("IN needs a list") }
            return value.satisfies(relation, other, folding: folding)
        case (.relation(.isIn), .list(let members)):
            return value.satisfies(.isIn, .set(Set(members)), folding: folding)
        case (.between, .list(let ends)) where ends.count == 2:
            return value.satisfies(.greaterOrEqual, ends[0]) && value.satisfies(.lessOrEqual, ends[1])
        default: throw FormatError.malformed("a comparison needs a value on each side")
        }
    }
}

// The sides of comparisons.
extension FormatParser {
    private mutating func operand() throws -> Node {
        guard let token = current else { throw FormatError.malformed("it ends too early") }
        position += 1
        switch token {
        case .value(let value): return .value(value)
        case .list(let values): return .list(values)
        case .key(let key): return try path(key)
        case .word(let word): return try named(word)
        case .symbol("("):
            return try nested { parser in
                let inner = try parser.disjunction()
                try parser.expect(")")
                return inner
            }
        case .symbol("{"): return .list(try list())
        case .symbol("-"): return .value(try negative())
        case .symbol(let symbol): throw FormatError.malformed("\(symbol) does not belong there")
        }
    }

    private mutating func named(_ word: String) throws -> Node {
        switch word.uppercased() {
        case "TRUEPREDICATE": return .filter(.everything)
        case "FALSEPREDICATE": return .filter(.nothing)
        case "TRUE", "YES": return .value(.integer(1))
        case "FALSE", "NO": return .value(.integer(0))
        case "NIL", "NULL": return .value(.none)
        case "CAST" where current == .symbol("("): return .value(try cast())
        case "SUBQUERY" where current == .symbol("("): return try nested { try $0.subquery() }
        case "AND", "OR", "NOT", "IN", "BETWEEN", "CONTAINS", "BEGINSWITH", "ENDSWITH", "LIKE", "MATCHES", "ANY",
            "SOME":
            throw FormatError.malformed("\(word) does not belong there")
        default: break
        }
        guard current != .symbol("(") else {
            throw FormatError.unsupported("HealthKit does not answer predicates with the function \(word)")
        }
        return try path(word)
    }

    /// A key path, whose parts may be names and arguments of `%K`.
    private mutating func path(_ first: String) throws -> Node {
        var path = first
        while current == .symbol("."), position + 1 < tokens.count {
            switch tokens[position + 1] {
            case .word(let part), .key(let part): path += ".\(part)"
            default: throw FormatError.malformed("a key path ends with a dot")
            }
            position += 2
        }
        if let activityVariable, path.hasPrefix("\(activityVariable).") {
            path.removeFirst(activityVariable.count + 1)
        }
        if takesAnyKey, !path.hasPrefix("$") { return .field(.metadata(path), isOfActivity: false) }
        let prefix = "\(HKPredicateKeyPathWorkoutActivity)."
        if path.hasPrefix(prefix), let field = FilterField(keyPath: String(path.dropFirst(prefix.count))),
            field.scope == .activity
        {
            return .field(field, isOfActivity: true)
        }
        if path.hasPrefix("$") {
            throw FormatError.unsupported("HealthKit's predicates have no variables, such as \(path)")
        }
        guard let field = FilterField(keyPath: path) else {
            throw FormatError.unsupported(
                "unknown key path \(path): use the constants HKPredicateKeyPath…"
            )
        }
        return .field(field, isOfActivity: false)
    }

    private mutating func list() throws -> [FilterValue] {
        var values: [FilterValue] = []
        if take(symbol: "}") { return values }
        repeat {
            guard case .value(let value) = try operand() else {
                throw FormatError.malformed("a list can contain only values")
            }
            values.append(value)
        } while take(symbol: ",")
        try expect("}")
        return values
    }

    private mutating func negative() throws -> FilterValue {
        guard case .value(let value) = current else {
            throw FormatError.malformed("a number is missing after the sign")
        }
        position += 1
        switch value {
        case .integer(let number): return .integer(0 &- number)
        case .decimal(let number): return .number(-number)
        default: throw FormatError.malformed("a number is missing after the sign")
        }
    }

    /// `CAST(713.5, "NSDate")`, as dates are printed.
    private mutating func cast() throws -> FilterValue {
        try expect("(")
        guard case .value(let value) = try operand() else {
            throw FormatError.unsupported("CAST is for constants alone")
        }
        try expect(",")
        guard case .value(.text(let name)) = current else {
            throw FormatError.malformed("CAST needs the name of a class")
        }
        position += 1
        try expect(")")
        switch (name, value) {
        case ("NSDate", .date), ("NSNumber", .integer), ("NSNumber", .decimal), ("NSString", .text): return value
        case ("NSDate", .integer(let seconds)): return .date(Double(seconds))
        case ("NSDate", .decimal(let seconds)): return .date(seconds)
        case ("NSNumber", .date(let seconds)): return .number(seconds)
        default: throw FormatError.unsupported("HealthKit does not cast this value to \(name)")
        }
    }

    /// `SUBQUERY(workoutActivity, $activity, $activity.activityType == 37).@count > 0`.
    private mutating func subquery() throws -> Node {
        try expect("(")
        guard case .word(let variable) = tokens.dropFirst(position + 2).first, variable.hasPrefix("$"),
            current == .word(HKPredicateKeyPathWorkoutActivity) || current == .key(HKPredicateKeyPathWorkoutActivity),
            activityVariable == nil
        else { throw FormatError.unsupported("HealthKit answers subqueries for the activities of a workout alone") }
        position += 1
        try expect(",")
        position += 1
        try expect(",")
        activityVariable = variable
        let inner = try filter(try disjunction())
        activityVariable = nil
        try expect(")")
        try expect(".")
        guard take(keyword: "@COUNT"), case .relation(let relation)? = try comparator(),
            case .value(let count) = try operand()
        else { throw FormatError.unsupported("A subquery must be followed by .@count and a comparison with 0") }
        switch (relation, count) {
        case (.greater, .integer(0)), (.notEqual, .integer(0)), (.greaterOrEqual, .integer(1)):
            return .filter(.activity(inner))
        case (.equal, .integer(0)), (.less, .integer(1)): return .filter(.not(.activity(inner)))
        default: throw FormatError.unsupported("HealthKit does not count the activities of a workout")
        }
    }
}
