import HealthKit

extension AssistantTools {
    /// What may be read.
    func listTypes() throws -> JSONValue.Fields {
        let table = try table(.listTypes, [])
        let span = AssistantSpan(first: table.first, last: min(table.last, table.today), today: table.today)
        let head = head(table, span)
        guard !table.columns.isEmpty else {
            return head + [("types", .array([])), ("note", .text("The person allowed no type, or none has data."))]
        }
        let whole = head + [("types", .array(table.columns.map(Self.described)))]
        guard JSONValue.object(whole).line.utf8.count > Self.mostBytes - Self.reserve else { return whole }
        let short = table.columns.map { Self.described($0, isShort: true) }
        return head + [
            ("types", .array(short)), ("note", .text("Too many to say more; daily says which days have data.")),
        ]
    }

    /// Room for what an answer has besides, such as that the data is invented.
    private static let reserve = 200

    private static func described(_ column: TotalsTable.Column) -> JSONValue { described(column, isShort: false) }

    private static func described(_ column: TotalsTable.Column, isShort: Bool) -> JSONValue {
        guard !isShort else { return .text(column.name) }
        var fields: JSONValue.Fields = [("name", .text(column.name))]
        if column.kind != .event { fields.append(("unit", .text(column.unitName))) }
        fields.append(("by", .text(column.isByWeek ? "week" : "day")))
        if column.level == .samples { fields.append(("samples", .bool(true))) }
        let known = column.known
        if let first = known.first, let last = known.last {
            fields.append(("first", .text(first.day.text)))
            fields.append(("last", .text(last.day.text)))
        }
        fields.append((column.isByWeek ? "weeks" : "days", .integer(known.count)))
        return .object(fields)
    }
}
