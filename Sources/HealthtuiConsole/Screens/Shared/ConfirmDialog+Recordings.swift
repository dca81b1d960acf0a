import HealthtuiTerminalUI

extension ConfirmDialog {
    /// The question before samples are deleted; for workouts with others grouped under them, also what happens to
    /// those.
    ///
    /// - Parameters:
    ///   - question: The question about the samples themselves.
    ///   - count: The number of these.
    ///   - sources: The sources of the workouts beneath them, which count then; none for other samples.
    ///   - title: The title, which is also on the button where there is one.
    /// - Returns: The question; its alternative deletes all.
    static func deletion(
        _ question: String,
        of count: Int,
        with sources: [String] = [],
        title: String = SharedStrings.delete
    ) -> ConfirmDialog {
        guard !sources.isEmpty else {
            return ConfirmDialog(title: title, message: question, confirmLabel: title)
        }
        let others =
            count == 1
            ? WorkoutStrings.othersStay(sources.joined(separator: ", "))
            : WorkoutStrings.othersOfMarkedStay(sources.count)
        return ConfirmDialog(
            title: title,
            message: question + " " + others,
            confirmLabel: SharedStrings.delete,
            alternativeLabel: WorkoutStrings.deleteWithOthers(count + sources.count)
        )
    }
}
