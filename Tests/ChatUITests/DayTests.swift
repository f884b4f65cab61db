import ChatCore
import ChatUI
import RichText
import Testing

private let german = DayStyle(
    language: "de", order: .dayFirst,
    weekdays: ["Sonntag", "Montag", "Dienstag", "Mittwoch", "Donnerstag", "Freitag", "Samstag"],
    months: [
        "Januar", "Februar", "März", "April", "Mai", "Juni", "Juli", "August", "September", "Oktober", "November",
        "Dezember",
    ])

private func style(_ language: String, _ order: DayStyle.Order) -> DayStyle {
    DayStyle(
        language: language, order: order, weekdays: DayStyle.english.weekdays, months: DayStyle.english.months)
}

private func session(_ style: DayStyle) -> Session {
    Session(60, 16) { settings in
        settings.calendar = LocalCalendar.utc.writing(style)
    }
}

@Suite struct DayTests {
    @Test(arguments: [
        (german, "─ Montag, 30. November 2026 ─"), (DayStyle.english, "─ Monday 30 November 2026 ─"),
        (style("en", .monthFirst), "─ Monday, November 30, 2026 ─"),
        (style("zh", .yearFirst), "─ 2026年11月30日 Monday ─"),
        (style("es", .dayFirst), "─ Monday, 30 de November de 2026 ─"),
        (DayStyle(language: "de", order: .dayFirst, weekdays: ["So"], months: []), "─ Monday 30 November 2026 ─"),
    ])
    func aDayIsWrittenAsTheLanguageHasIt(style: DayStyle, line: String) {
        var session = session(style)
        session.say("good morning")
        #expect(session.shows(line))
    }

    @Test(arguments: [
        ("2026-11-30", true), ("30.11.2026", true), ("30.11.26", true), ("30. November 2026", true), ("30 nov", true),
        ("30.11.", true), ("november 30, 2026", true), ("2026/11/30", true), ("2026年11月30日", true),
        ("31.11.2026", false), ("30", false), ("november", false), ("30.11.2026.1.1", false), ("someday", false),
        ("-1", false), ("99999999999999999999-1-1", false),
    ])
    func aDateIsUnderstoodInSeveralSpellings(text: String, isDate: Bool) {
        var session = session(german)
        session.say("good morning")
        session.type("/goto " + text)
        session.press("Enter")
        #expect(session.shows("/goto does not know") != isDate, "\(session.rows)")
    }
}
