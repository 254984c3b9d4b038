//! Text from foreign files on a terminal: nothing in it may move the cursor, change colours or turn the direction.

use std::borrow::Cow;

/// More of a text than this is not shown.
const LONGEST: usize = 4000;

/// The text on one line, with escapes such as `\u{1b}` for characters that are no part of the text, and cut where it is
/// endless.
pub fn visible(text: &str) -> Cow<'_, str> {
    let end = text.char_indices().nth(LONGEST).map(|(end, _)| end);
    let shown = &text[..end.unwrap_or(text.len())];
    if end.is_none() && !shown.chars().any(is_active) {
        return Cow::Borrowed(text);
    }
    let escape = |letter: char| if is_active(letter) { letter.escape_default().collect() } else { letter.to_string() };
    let escaped: String = shown.chars().map(escape).collect();
    Cow::Owned(if end.is_some() { escaped + "…" } else { escaped })
}

/// Not a mark on paper: a control character, or one that turns or joins the text around it.
fn is_active(letter: char) -> bool {
    let turns =
        matches!(letter, '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}');
    letter.is_control() || turns || matches!(letter, '\u{2028}' | '\u{2029}' | '\u{feff}')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_terminal_would_obey_is_escaped() {
        assert_eq!(visible("a\u{1b}[2Jb\r\n\0\u{9b}c"), r"a\u{1b}[2Jb\r\n\u{0}\u{9b}c");
        assert_eq!(visible("so.\u{202e}exe"), r"so.\u{202e}exe");
        assert_eq!(visible("Reibmoment η in N·m, 摩擦"), "Reibmoment η in N·m, 摩擦");
    }

    #[test]
    fn an_endless_text_is_cut() {
        let long = "é".repeat(5000);
        assert_eq!(visible(&long).chars().count(), LONGEST + 1);
        assert!(visible(&long).ends_with('…'));
    }
}
