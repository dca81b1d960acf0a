import Foundation
import HealthKit

extension TableGuess {
    /// Asks whose measurements are stored where a column names several people.
    func settlePersons(_ mapping: inout TableMapping) {
        let isOfBodies = isOfBodies(mapping)
        let place = mapping.columns.indices.first { index in
            mapping.columns[index].role == .ignored && !isStated(index)
                && TablePersons.isNamed(header[index], isOfBodies: isOfBodies)
        }
        guard let place else { return }
        var people: Set<String> = []
        visit { _, row in
            guard row.indices.contains(place), people.count <= TablePersons.most else { return }
            let name = TablePersons.trimmed(row[place])
            if !name.isEmpty { people.insert(name) }
        }
        guard people.count > 1 else { return }
        let known = people.count <= TablePersons.most ? people.sorted() : []
        switch answers.choices[TablePersons.key] {
        case "all"?: return
        case let said? where people.contains(said):
            mapping.persons = TablePersons(column: place, own: said)
            return
        default: break
        }
        var choices = known.map {
            ReaderQuestion.Choice(answer: .choice($0, of: TablePersons.key), meaning: "those of \($0.printableName)")
        }
        choices.append(.init(answer: .choice("all", of: TablePersons.key), meaning: "all of them are yours"))
        mapping.questions.append(
            ReaderQuestion(
                text: "column \(header[place].printableName) names several people: whose measurements are yours?",
                choices: choices
            )
        )
    }

    /// Whether a table has measurements, and all of them are of a body at a moment, as those of a scale or a cuff that
    /// several people use; food, doses and activities aren't.
    private func isOfBodies(_ mapping: TableMapping) -> Bool {
        var hasMeasures = false
        for column in mapping.columns {
            switch column.role {
            case .measure(let type, _):
                guard Self.quantityType(type)?.aggregationStyle != .cumulative else { return false }
                hasMeasures = true
            case .activity, .type, .value: return false
            default: continue
            }
        }
        return hasMeasures
    }
}
