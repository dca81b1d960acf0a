import HealthKit

extension MeasureDays {
    /// The days of a span that have a value and are over, in order of time.
    ///
    /// - Parameter span: The days.
    /// - Returns: Each with its value.
    package func known(_ span: Range<CalendarDay>) -> [(day: CalendarDay, value: MeasureDay)] {
        over(span).compactMap { day in self.day(day).map { (day, $0) } }
    }

    /// The part of a span that is over.
    ///
    /// - Parameter span: The days.
    /// - Returns: The days before today, with today for what belongs to nights.
    package func over(_ span: Range<CalendarDay>) -> Range<CalendarDay> {
        let end = min(span.upperBound, measure.belongsToNight ? today.advanced(by: 1) : today)
        return span.lowerBound..<max(span.lowerBound, end)
    }

    /// The same days with those that count as 0 written down, so that each has a bar and a row.
    ///
    /// - Parameter span: The days that are written down.
    /// - Returns: The days.
    package func written(_ span: Range<CalendarDay>) -> MeasureDays {
        var written = self
        for day in span where days[day] == nil { written.days[day] = self.day(day) }
        return written
    }

    /// How much a number of days is above another: of times of day, how much later.
    ///
    /// - Parameters:
    ///   - number: The number.
    ///   - other: The one it is compared to.
    /// - Returns: The difference; `nil` where one is missing.
    package func difference(_ number: Double?, _ other: Double?) -> Double? {
        guard let number, let other else { return nil }
        let difference = measure.kind == .clock ? ClockMean.distance(number, from: other) : number - other
        return difference.isFinite ? difference : nil
    }

    /// The numbers of days in an order from least to most: times of day by how late they are around their mean.
    ///
    /// - Parameter values: The numbers.
    /// - Returns: A number for each; `nil` for times of day without a usual one.
    func places(_ values: [Double]) -> [Double]? {
        guard measure.kind == .clock else { return values }
        guard let center = ClockMean(values).seconds else { return nil }
        return values.map { ClockMean.distance($0, from: center) }
    }

    /// The numbers of the days up to each day, such as the seven that end with it.
    ///
    /// - Parameters:
    ///   - span: The days that the rows end with; those that aren't over have none.
    ///   - length: How many days each row covers.
    /// - Returns: The rows with a number, by their last day.
    package func rolling(_ span: Range<CalendarDay>, length: Int = 7) -> [(day: CalendarDay, value: MeasureValue)] {
        guard length >= 1 else { return [] }
        return over(span)
            .compactMap { day in
                fold(day.advanced(by: 1 - length)..<day.advanced(by: 1)).map { (day, $0) }
            }
    }
}
