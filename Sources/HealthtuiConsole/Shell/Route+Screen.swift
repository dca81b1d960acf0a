import HealthKit
import HealthtuiEntry
import HealthtuiFacts

extension Route {
    /// The screen, not opened yet.
    var screen: any Screen {
        switch self {
        case .type(let type): Self.page(of: type)
        case .comparison(let first, let second, let range): CompareScreen(first, second, in: range)
        case .pattern(let type): PatternScreen(type)
        case .heat(let type): PatternScreen(type, showsHeat: true)
        case .change(let measure, let day, let mark, let length, let isBeside):
            ChangeScreen(measure, since: day, mark: mark, length: length, isBeside: isBeside)
        case .markForm(let day): MarkFormScreen(day)
        case .answer(let question): MeasureAnswerScreen(question)
        case .samples(let query): SamplesScreen(query)
        case .filtered(let query, let filter): SamplesScreen(query, standsForType: true, filter: filter)
        case .sample(let sample): Self.page(of: sample)
        case .saveFile(let request): SaveFileScreen(request)
        case .medicationForm: MedicationFormScreen()
        case .why(let type, let interval): WhyScreen(type, interval)
        case .unknownType(let query): UnknownSamplesScreen(query)
        case .unknownSample(let sample): UnknownSampleScreen(sample)
        case .edit(let sample): SampleEditScreen(sample)
        case .editMarked(let samples): BulkEditScreen(samples)
        case .editLatest(let type): LatestEditScreen(type)
        case .log: LogScreen()
        case .form(let type) where NightFormScreen.isOf(type): NightFormScreen()
        case .form(let type): SampleFormScreen(type)
        case .sourceOrder(let type): SourceOrderScreen(type)
        case .sourcePriority(let type, let source): SourceOrderScreen(type, at: source)
        case .origin(let origin): OriginScreen(origin)
        case .originChart(let origin, let type): OriginChartScreen(origin, type)
        case .app(let app) where AssistantScreen.shows(app): AssistantScreen(app)
        case .app(let app): AppScreen(app)
        case .drafts: DraftsScreen()
        case .draftForm(let draft, let sample): SampleFormScreen(sample, of: draft)
        case .access(let app): AccessScreen(app)
        case .passphrase: PassphraseScreen()
        case .sync: SyncScreen()
        case .studies: StudiesScreen()
        case .studyFile: StudyFileScreen()
        case .study(let visit): StudyScreen(visit)
        case .export: ExportScreen()
        case .exportSources(let sources): ExportScreen(sources: sources)
        case .report: ReportScreen()
        case .request(let request): request.sheet(isAlone: false)
        case .workout(let workout): WorkoutScreen(workout)
        case .workoutForm: WorkoutFormScreen()
        case .live: LiveWorkoutScreen()
        case .rings: RingsScreen()
        case .ringsDay(let day): RingsDayScreen(day)
        case .goal(let type): GoalFormScreen(type)
        case .goalList: GoalListScreen()
        case .goals: GoalsScreen()
        case .aboutYou(let field): ProfileFormScreen(.aboutYou(field: field))
        case .unit(let type): ProfileFormScreen(.unit(type))
        }
    }

    /// The chart of a type that has one, else the list of its samples.
    private static func page(of type: HKSampleType) -> any Screen {
        if type is HKStateOfMindType { return MindScreen() }
        if CycleReader.isOf(type) { return CycleScreen(type) }
        if let type = type as? HKClinicalType { return ClinicalScreen(type) }
        if type is HKMedicationDoseEventType { return MedicationsScreen() }
        return ChartScreen.charts(type)
            ? ChartScreen(type) : SamplesScreen(SampleListQuery(type: type), standsForType: true)
    }

    /// The page of a record that has one, otherwise the page of a sample.
    private static func page(of sample: HKSample) -> any Screen {
        RecordReader.hasPage(sample) ? RecordScreen(sample) : SampleScreen(sample)
    }
}

extension Tab {
    /// The first screen of the tab.
    var root: any Screen {
        switch self {
        case .summary: SummaryScreen()
        case .browse: BrowseScreen()
        case .add: AddScreen()
        case .apps: AppsScreen()
        case .sources: SourcesScreen()
        case .importing: ImportScreen()
        case .workouts: WorkoutsScreen()
        case .profile: ProfileScreen()
        }
    }
}

extension AuthorizationRequest {
    /// The sheet of the request.
    ///
    /// - Parameter isAlone: Whether nothing else is open: in the app's own terminal.
    /// - Returns: The sheet, not opened yet.
    func sheet(isAlone: Bool) -> any RequestSheet {
        AssistantScreen.shows(app)
            ? AssistantScreen(self, isAlone: isAlone) : RequestScreen(self, isAlone: isAlone)
    }
}
