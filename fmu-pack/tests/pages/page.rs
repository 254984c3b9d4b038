//! A page of the documentation, or a part of it, against what its source says.

use std::path::PathBuf;
use std::sync::Mutex;
use std::{env, fs};

/// Several tests write parts of one page.
static WRITING: Mutex<()> = Mutex::new(());

const HINT: &str = "UPDATE_GOLDEN=1 cargo test -p fmu-pack --test command pages:: writes it";

fn path(name: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("..").join(name)
}

fn read(name: &str) -> String {
    fs::read_to_string(path(name)).unwrap()
}

/// The whole page.
pub fn is(text: &str, page: &str) {
    if env::var_os("UPDATE_GOLDEN").is_some() {
        fs::write(path(page), text).unwrap();
    }
    assert!(read(page) == text, "{page} differs; {HINT}");
}

/// What stands on the page between `<!-- part: … -->` and `<!-- end of part -->`.
pub fn has_part(page: &str, part: &str, text: &str) {
    let (begin, end) = (format!("<!-- {part}: "), format!("<!-- end of {part} -->"));
    let is_alone = WRITING.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
    let whole = read(page);
    let (before, rest) = whole.split_once(&begin).unwrap();
    let (source, rest) = rest.split_once(" -->\n").unwrap();
    let (shown, after) = rest.split_once(&end).unwrap();
    if env::var_os("UPDATE_GOLDEN").is_some() {
        fs::write(path(page), format!("{before}{begin}{source} -->\n{text}{end}{after}")).unwrap();
        return;
    }
    drop(is_alone);
    assert!(shown == text, "{page}: {part} differ from their source, which says\n{text}{HINT}");
}

/// A text that stands on the page as written by hand.
pub fn has(page: &str, text: &str) {
    assert!(read(page).contains(text), "{page} has not what its source says: {text}");
}
