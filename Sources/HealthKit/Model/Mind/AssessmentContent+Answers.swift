import Foundation

extension AssessmentContent {
    package init(_ answers: [HKGAD7Assessment.Answer]) {
        form = .gad7
        self.answers = answers.map(\.rawValue)
    }

    package init(_ answers: [HKPHQ9Assessment.Answer]) {
        form = .phq9
        self.answers = answers.map(\.rawValue)
    }

    /// The sum of the answers; a missing answer counts as zero.
    var score: Int {
        answers.reduce(0) { $0 + (form == .phq9 && $1 == HKPHQ9Assessment.Answer.preferNotToAnswer.rawValue ? 0 : $1) }
    }

    package func check() throws {
        let count = form == .gad7 ? 7 : 9
        guard answers.count == count else {
            throw HKError.invalid("A \(form.rawValue) assessment has exactly \(count) answers, not \(answers.count)")
        }
        for (index, answer) in answers.enumerated() where !isAllowed(answer, to: index) {
            throw HKError.invalid("\(answer) isn't an answer to question \(index + 1) of a \(form.rawValue) assessment")
        }
    }

    private func isAllowed(_ answer: Int, to index: Int) -> Bool {
        switch form {
        case .gad7: HKGAD7Assessment.Answer(rawValue: answer) != nil
        case .phq9:
            HKPHQ9Assessment.Answer(rawValue: answer).map { $0 != .preferNotToAnswer || index == 8 } ?? false
        }
    }
}
