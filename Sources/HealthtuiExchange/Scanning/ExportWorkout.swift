/// A `Workout`.
package struct ExportWorkout: ExportChild {
    package static let name = ElementName.workout

    /// The element, whose attributes are `workoutActivityType`, `duration`, the totals of older exports, source and dates.
    package let element: ExportElement

    package init(element: ExportElement) {
        self.element = element
    }

    /// The metadata entries, in order.
    package var metadata: ExportChildren<ExportMetadataEntry> { element.children() }

    /// The events, in order.
    package var events: ExportChildren<ExportWorkoutEvent> { element.children() }

    /// The statistics of the whole workout, one for each type.
    package var statistics: ExportChildren<ExportWorkoutStatistics> { element.children() }

    /// The activities, in order.
    package var activities: ExportChildren<ExportWorkoutActivity> { element.children() }

    /// The routes.
    package var routes: ExportChildren<ExportWorkoutRoute> { element.children() }

    /// The time in zones of the whole workout, one for each type, as exports since iOS 27 have it.
    package var zoneGroups: ExportChildren<ExportWorkoutZoneGroup> { element.children() }

    /// The records inside, such as effort scores, which exports have since iOS 18.
    ///
    /// They may appear at the top level too.
    package var records: ExportChildren<ExportRecord> { element.children() }

    /// The number of records in the workout and its legs.
    var recordCount: Int {
        guard element.hasChildren else { return 0 }
        return records.reduce(0) { count, _ in count + 1 }
            + activities.reduce(0) { $0 + $1.records.reduce(0) { count, _ in count + 1 } }
    }
}

/// A `WorkoutEvent`.
package struct ExportWorkoutEvent: ExportChild {
    package static let name = ElementName.workoutEvent

    /// The element, whose attributes are `type`, `date`, `duration` and `durationUnit`.
    package let element: ExportElement

    package init(element: ExportElement) {
        self.element = element
    }

    /// The metadata entries, in order.
    package var metadata: ExportChildren<ExportMetadataEntry> { element.children() }
}

/// A `WorkoutStatistics`.
package struct ExportWorkoutStatistics: ExportChild {
    package static let name = ElementName.workoutStatistics

    /// The element, whose attributes are `type`, `startDate`, `endDate`, `average`, `minimum`, `maximum`, `sum`, `unit`.
    package let element: ExportElement

    package init(element: ExportElement) {
        self.element = element
    }
}

/// A `WorkoutActivity`: one leg of a workout.
package struct ExportWorkoutActivity: ExportChild {
    package static let name = ElementName.workoutActivity

    /// The element, whose attributes are `uuid`, `startDate`, `endDate`, `duration` and `durationUnit`.
    package let element: ExportElement

    package init(element: ExportElement) {
        self.element = element
    }

    /// The metadata entries, in order.
    package var metadata: ExportChildren<ExportMetadataEntry> { element.children() }

    /// The events of this leg, in order.
    package var events: ExportChildren<ExportWorkoutEvent> { element.children() }

    /// The statistics of this leg, one for each type.
    package var statistics: ExportChildren<ExportWorkoutStatistics> { element.children() }

    /// The time in zones of this leg, one for each type.
    package var zoneGroups: ExportChildren<ExportWorkoutZoneGroup> { element.children() }

    /// The records inside.
    package var records: ExportChildren<ExportRecord> { element.children() }
}

/// A `WorkoutZoneGroup`: the zones of one type and the time in each.
package struct ExportWorkoutZoneGroup: ExportChild {
    package static let name = ElementName.workoutZoneGroup

    /// The element, whose attributes are `type`, `source` and `unit`.
    package let element: ExportElement

    package init(element: ExportElement) {
        self.element = element
    }

    /// The zones, from the lowest to the highest.
    package var zones: ExportChildren<ExportWorkoutZone> { element.children() }
}

/// A `WorkoutZone`.
package struct ExportWorkoutZone: ExportChild {
    package static let name = ElementName.workoutZone

    /// The element, whose attributes are `minimum`, `maximum`, `duration` and `durationUnit`.
    package let element: ExportElement

    package init(element: ExportElement) {
        self.element = element
    }
}

/// A `WorkoutRoute`.
package struct ExportWorkoutRoute: ExportChild {
    package static let name = ElementName.workoutRoute

    /// The element, whose attributes are source and dates.
    package let element: ExportElement

    package init(element: ExportElement) {
        self.element = element
    }

    /// The metadata entries, in order.
    package var metadata: ExportChildren<ExportMetadataEntry> { element.children() }

    /// The files that hold the locations.
    package var fileReferences: ExportChildren<ExportFileReference> { element.children() }

    /// The inline locations, which exports up to version 10 have.
    package var locations: ExportChildren<ExportLocation> { element.children() }
}

/// A `Location`.
package struct ExportLocation: ExportChild {
    package static let name = ElementName.location

    /// The element, whose attributes are `date`, `latitude`, `longitude`, `altitude`, `horizontalAccuracy`,
    /// `verticalAccuracy`, `course` and `speed`.
    package let element: ExportElement

    package init(element: ExportElement) {
        self.element = element
    }
}

/// A `FileReference`.
package struct ExportFileReference: ExportChild {
    package static let name = ElementName.fileReference

    /// The element, whose attribute is `path`.
    package let element: ExportElement

    package init(element: ExportElement) {
        self.element = element
    }
}
