import Foundation

extension ReaderSink {
    /// The zone of times that name none.
    ///
    /// A file with this open question isn't read before the person answers it.
    ///
    /// - Parameter place: Where the first such time is.
    /// - Returns: The zone.
    /// - Throws: The question, which whoever imports the file asks or reports.
    package func zone(at place: String) throws -> TimeZone {
        if let zone = hints.answers.zone { return zone }
        var zones = [hints.zone]
        if let universal = TimeZone(identifier: "UTC"), hints.zone.identifier != universal.identifier {
            zones.append(universal)
        }
        let choices = zones.map { zone in
            ReaderQuestion.Choice(answer: .zone(zone), meaning: "times of \(zone.identifier)")
        }
        throw OpenQuestion(
            question: ReaderQuestion(
                text: "\(place): the times don't say their time zone",
                choices: choices,
                hint: "--time-zone ZONE"
            )
        )
    }

    /// The person's answer to a question of the reader's own.
    ///
    /// - Parameters:
    ///   - key: The question's key: one word, which `--answer KEY=VALUE` takes.
    ///   - text: The question; never the health data itself.
    ///   - choices: The answers: the value for `--answer`, and its meaning.
    ///   - place: What the question is about.
    /// - Returns: The value of the answer.
    /// - Throws: The question, which whoever imports the file asks or reports; ``ImportError`` for an answer that there isn't.
    package func answer(
        _ key: String,
        _ text: String,
        among choices: [(value: String, meaning: String)],
        at place: String
    ) throws -> String {
        let question = ReaderQuestion(
            text: "\(place): \(text)",
            choices: choices.map { .init(answer: .choice($0.value, of: key), meaning: $0.meaning) }
        )
        guard let said = hints.answers.choices[key] else { throw OpenQuestion(question: question) }
        guard choices.contains(where: { $0.value == said }) else {
            throw ImportError("“\(said)” answers nothing: \(question.description)")
        }
        return said
    }
}
