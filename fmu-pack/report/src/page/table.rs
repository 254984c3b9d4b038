//! Tables of a case.

use super::{badge, escaped};
use crate::section::{EventRow, Source, Statement, Table, fixed, scientific};

/// What was said, what was found, and the verdict.
pub(super) fn statements(statements: &[Statement]) -> String {
    if statements.is_empty() {
        return String::new();
    }
    let row = |statement: &Statement| {
        let Statement { source, says, found, verdict, .. } = statement;
        format!(
            "<tr><td class=\"source\">{}</td><td>{}</td><td>{}</td><td>{}</td></tr>\n",
            words(*source),
            escaped(says),
            escaped(found),
            badge(*verdict)
        )
    };
    let rows: String = statements.iter().map(row).collect();
    format!(
        "<div class=\"wide\"><table class=\"statements\">\n<thead><tr><th>Source</th><th>Statement</th>\
         <th>Found</th><th>Verdict</th></tr></thead>\n<tbody>\n{rows}</tbody></table></div>\n"
    )
}

fn words(source: Source) -> &'static str {
    match source {
        Source::Paper => "paper",
        Source::Reference => "reference",
        Source::ClosedForm => "closed form",
        Source::Requirement => "requirement",
    }
}

/// Times of events; long tables scroll on the screen and not on paper.
pub(super) fn events(events: &[EventRow]) -> String {
    if events.is_empty() {
        return String::new();
    }
    let has = |column: fn(&EventRow) -> Option<f64>| events.iter().any(|row| column(row).is_some());
    let shown: Vec<&Column> = COLUMNS.iter().filter(|column| has(column.value)).collect();
    let head: String = shown.iter().map(|column| format!("<th class=\"number\">{}</th>", column.head)).collect();
    let rows: String = events.iter().map(|row| event(row, &shown)).collect();
    format!(
        "<div class=\"wide scroll\"><table class=\"events\">\n<caption>Times of events, s</caption>\n<thead><tr>\
         <th>Event</th>{head}<th class=\"number\">FMU − reference</th></tr></thead>\n<tbody>\n{rows}</tbody></table>\
         </div>\n"
    )
}

struct Column {
    head: &'static str,
    value: fn(&EventRow) -> Option<f64>,
    decimals: usize,
}

const COLUMNS: [Column; 4] = [
    Column { head: "Paper", value: |row| row.paper, decimals: 2 },
    Column { head: "Reference", value: |row| row.reference, decimals: 9 },
    Column { head: "Table 1, 10 µs", value: |row| row.table_1, decimals: 6 },
    Column { head: "FMU, located", value: |row| row.located, decimals: 9 },
];

fn event(row: &EventRow, columns: &[&Column]) -> String {
    let time = |time: Option<f64>, decimals| time.map_or_else(|| "–".to_string(), |time| fixed(time, decimals));
    let cells: String = columns
        .iter()
        .map(|column| format!("<td class=\"number\">{}</td>", time((column.value)(row), column.decimals)))
        .collect();
    let difference = row.located.zip(row.reference).map_or_else(|| "–".to_string(), |(a, b)| scientific(a - b));
    format!("<tr><td>{}</td>{cells}<td class=\"number\">{difference}</td></tr>\n", escaped(&row.event))
}

/// Other numbers.
pub(super) fn numbers(table: &Table) -> String {
    let cells = |tag: &str, cells: &[String]| -> String {
        cells.iter().map(|cell| format!("<{tag}>{}</{tag}>", escaped(cell))).collect()
    };
    let rows: String = table.rows.iter().map(|row| format!("<tr>{}</tr>\n", cells("td", row))).collect();
    format!(
        "<div class=\"wide\"><table>\n<caption>{}</caption>\n<thead><tr>{}</tr></thead>\n<tbody>\n{rows}</tbody>\
         </table></div>\n",
        escaped(&table.caption),
        cells("th", &table.columns)
    )
}
