//! One case: heading, pictures, statements, times of events.

use super::{badge, escaped, table};
use crate::section::Section;

/// The case as an article.
pub(super) fn section(section: &Section) -> String {
    let Section { id, title, about, remark, .. } = section;
    let pictures: String = section.pictures.iter().map(|(caption, svg)| picture(title, caption, svg)).collect();
    let tables: String = section.tables.iter().map(table::numbers).collect();
    let remark =
        if remark.is_empty() { String::new() } else { format!("<p class=\"remark\">{}</p>\n", escaped(remark)) };
    format!(
        "<article id=\"{id}\">\n<h3>{} {}</h3>\n<p class=\"about\">{}</p>\n{pictures}{}{remark}{}{tables}</article>\n",
        escaped(title),
        badge(section.verdict()),
        escaped(about),
        table::statements(&section.statements),
        table::events(&section.events)
    )
}

fn picture(title: &str, caption: &str, svg: &str) -> String {
    let label = escaped(if caption.is_empty() { title } else { caption });
    let named = svg.replacen("<svg ", &format!("<svg role=\"img\" aria-label=\"{label}\" "), 1);
    let caption = if caption.is_empty() { String::new() } else { format!("<figcaption>{label}</figcaption>") };
    // A plot of plotters begins with no declaration, but with a namespace, which an embedded drawing does not need.
    let named = named.replace(" xmlns=\"http://www.w3.org/2000/svg\"", "");
    format!("<figure>\n{named}{caption}</figure>\n")
}
