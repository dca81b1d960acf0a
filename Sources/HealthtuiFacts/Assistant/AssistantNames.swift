import HealthKit

/// What a model's names of types mean: the names that the program knows, whatever the store holds.
enum AssistantNames {
    /// Stands for a name that means nothing: it is asked for as if it were a type, so that it reads like a hidden one.
    static let unknown = "unknown"

    /// The identifiers of the types that names may mean.
    ///
    /// - Parameter names: The names.
    /// - Returns: The identifiers; ``unknown`` alone where no name means anything.
    static func types(_ names: [String]) -> [String] {
        var types: [String] = []
        for name in names {
            for measure in MeasureNames.catalogue.measures(named: name) {
                if let type = measure.type?.identifier, !types.contains(type) { types.append(type) }
            }
        }
        return types.isEmpty ? [unknown] : types
    }

    /// The columns that a name means.
    ///
    /// - Parameters:
    ///   - name: The name.
    ///   - table: The table that was answered for its types.
    /// - Returns: The columns; none for what is hidden or means nothing.
    static func columns(_ name: String, in table: TotalsTable) -> [TotalsTable.Column] {
        let key = NameKey.folded(name)
        let named = table.columns.filter { NameKey.folded($0.name) == key }
        if !named.isEmpty { return named }
        let meant = Set(MeasureNames.catalogue.measures(named: name))
        let types = Set(meant.compactMap { $0.type?.identifier })
        return table.columns.filter { column in
            let own = MeasureNames.catalogue.measures(named: column.name)
            return own.isEmpty ? types.contains(column.type) : !meant.isDisjoint(with: own)
        }
    }

    /// The measure of a column; `nil` for one that the program has no measure for.
    static func measure(_ column: TotalsTable.Column) -> Measure? {
        let measures = MeasureNames.catalogue.measures(named: column.name)
        return measures.count == 1 ? measures.first : measures.first { $0.type?.identifier == column.type }
    }
}
