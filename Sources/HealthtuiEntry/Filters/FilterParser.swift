/// Reads tokens as conditions that are joined by `and`, `or`, `not` and parentheses; `and` binds more tightly than `or`,
/// and may be left out.
struct FilterParser {
    /// Reads the longest run of words that is a condition.
    typealias ConditionReader = (ArraySlice<FilterWord>) throws -> (FilterTerm, count: Int)

    private let read: ConditionReader
    private let tokens: [FilterToken]
    private var next = 0
    private var conditions = 0

    /// The most parentheses within each other: no filter that a person means has more, and no recursion runs out of stack.
    static let maximumDepth = 50
    /// The most words that one condition has.
    private static let longest = 6
    /// The most conditions.
    static let maximumConditions = 500

    /// The whole filter.
    ///
    /// - Parameters:
    ///   - tokens: At least one.
    ///   - read: Reads a condition.
    /// - Returns: The filter.
    /// - Throws: ``FilterError`` for the first thing that is not understood.
    static func node(_ tokens: [FilterToken], _ read: @escaping ConditionReader) throws -> FilterNode {
        var parser = FilterParser(tokens, read)
        let node = try parser.disjunction(depth: 0)
        guard let rest = parser.token else { return node }
        throw FilterError(column: rest.column, word: rest.text, problem: FilterStrings.closesNothing)
    }

    private init(_ tokens: [FilterToken], _ read: @escaping ConditionReader) {
        self.read = read
        self.tokens = tokens
    }

    private var token: FilterToken? { next < tokens.count ? tokens[next] : nil }

    private func isNext(_ keyword: String) -> Bool {
        guard case .word(let word)? = token else { return false }
        return word.is(keyword)
    }

    private mutating func disjunction(depth: Int) throws -> FilterNode {
        var parts = [try conjunction(depth: depth)]
        while isNext(FilterWords.or) {
            next += 1
            parts.append(try conjunction(depth: depth))
        }
        return parts.count == 1 ? parts[0] : .any(parts)
    }

    private mutating func conjunction(depth: Int) throws -> FilterNode {
        var parts = [try factor(depth: depth)]
        while let token {
            if case .close = token { break }
            if isNext(FilterWords.or) { break }
            if isNext(FilterWords.and) { next += 1 }
            parts.append(try factor(depth: depth))
        }
        return parts.count == 1 ? parts[0] : .all(parts)
    }

    private mutating func factor(depth: Int) throws -> FilterNode {
        var isNegated = false
        var last: FilterToken?
        while isNext(FilterWords.not) {
            last = token
            isNegated.toggle()
            next += 1
        }
        let node = try operand(depth: depth, after: last)
        return isNegated ? .not(node) : node
    }

    private mutating func operand(depth: Int, after last: FilterToken?) throws -> FilterNode {
        switch token {
        case .open(let column):
            guard depth < Self.maximumDepth else {
                let problem = FilterStrings.tooDeep(Self.maximumDepth)
                throw FilterError(column: column, word: "(", problem: problem)
            }
            next += 1
            let node = try disjunction(depth: depth + 1)
            guard case .close = token else {
                throw FilterError(column: column, word: "(", problem: FilterStrings.isNotClosed)
            }
            next += 1
            return node
        case .word(let word) where !word.is(FilterWords.and) && !word.is(FilterWords.or): return try condition(word)
        default:
            // The word before the gap is incomplete, at the end of the filter.
            let culprit = token ?? last ?? tokens.last
            throw FilterError(
                column: culprit?.column ?? 1,
                word: culprit?.text ?? "",
                problem: FilterStrings.needsCondition(culprit?.text ?? "")
            )
        }
    }

    private mutating func condition(_ word: FilterWord) throws -> FilterNode {
        conditions += 1
        guard conditions <= Self.maximumConditions else {
            let problem = FilterStrings.tooMany(Self.maximumConditions)
            throw FilterError(column: word.column, word: word.text, problem: problem)
        }
        var words: [FilterWord] = []
        for token in tokens[next...].prefix(Self.longest) {
            guard case .word(let word) = token,
                ![FilterWords.and, FilterWords.or, FilterWords.not].contains(where: { word.is($0) })
            else { break }
            words.append(word)
        }
        let (term, count) = try read(words[...])
        next += count
        return .term(term)
    }
}
