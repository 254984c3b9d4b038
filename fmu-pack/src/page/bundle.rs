//! One file of many: styles and scripts inline, everything else compressed and as text.

use super::Error;
use flate2::Compression;
use flate2::write::DeflateEncoder;
use std::io::Write;

/// What the page carries for its scripts.
pub struct Part<'a> {
    /// By which the scripts find it.
    pub name: &'a str,
    /// What it is.
    pub bytes: &'a [u8],
}

const PAGE: &str = include_str!("web/page.html");
const STYLE: &str = include_str!("web/style.css");
const PLOT_STYLE: &str = include_str!("../../third-party/uplot/uPlot.min.css");
const PLOT: &str = include_str!("../../third-party/uplot/uPlot.iife.min.js");
const PLOT_LICENCE: &str = include_str!("../../third-party/uplot/LICENSE");

/// A script by the name that others import.
type Module = (&'static str, &'static str);

macro_rules! modules {
    ($($name:literal)*) => {
        [$(($name, include_str!(concat!("web/", $name)))),*]
    };
}

/// Scripts that know no document: the page runs them in a worker.
const WORKER: [Module; 5] = modules!["signals.js" "block.js" "fmu.js" "simulation.js" "worker.js"];

/// Scripts of the page, each after those from which it imports.
const SCRIPTS: [Module; 30] = modules![
    "signals.js" "parts.js" "units.js" "dom.js" "model.js" "outcome.js" "runner.js" "svg.js" "plots.js" "slider.js" "row.js"
    "parameters.js" "inputs.js" "takeaway.js" "files.js" "curves.js" "charts.js" "comparison.js" "eventlist.js" "notice.js"
    "pictures.js" "gallery.js" "block.js" "wasi.js" "packer.js" "take.js" "selftest.js" "state.js" "app.js" "main.js"
];

/// The page with the parts that it begins with, and those that a browser reads while the first plot is made.
pub fn html(first: &[Part<'_>], later: &[Part<'_>]) -> Result<String, Error> {
    let worker = script(&WORKER);
    let mut begins = carried(first)?;
    begins += &carried(&[Part { name: "worker.js", bytes: worker.as_bytes() }])?;
    let style = format!("{PLOT_STYLE}\n{STYLE}");
    let (plot, own) = (inline(PLOT), inline(&script(&SCRIPTS)));
    let filled = [
        ("{{style}}", style.as_str()),
        ("{{licence}}", PLOT_LICENCE.trim()),
        ("{{version}}", env!("CARGO_PKG_VERSION")),
        ("{{plot}}", &plot),
        ("{{script}}", &own),
        ("{{letters}}", LETTERS),
        ("{{parts}}", &begins),
        ("{{later}}", &carried(later)?),
    ];
    Ok(filled.iter().fold(PAGE.to_owned(), |page, (place, text)| page.replacen(place, text, 1)))
}

fn carried(parts: &[Part<'_>]) -> Result<String, Error> {
    let element = |Part { name, bytes }: &Part<'_>| {
        let packed = as_text(&deflated(bytes)?);
        Ok(format!("<script type=\"application/octet-stream\" data-part=\"{name}\">{packed}</script>\n"))
    };
    parts.iter().map(element).collect()
}

/// ES modules as one script: each is a function that gives what it exports.
fn script(modules: &[Module]) -> String {
    let scopes = modules.iter().map(|(name, module)| {
        let exported: Vec<&str> = module.lines().filter_map(exported).collect();
        format!("modules['./{name}'] = (() => {{\n{}return {{ {} }};\n}})();\n", scope(module), exported.join(", "))
    });
    format!("'use strict';\nconst modules = {{}};\n{}", scopes.collect::<String>())
}

/// A module as the body of a function. An import may take several lines; it ends with a semicolon.
fn scope(module: &str) -> String {
    let (mut body, mut import) = (String::new(), String::new());
    for line in module.lines() {
        if line.starts_with("import ") || !import.is_empty() {
            import += line;
            if line.ends_with(';') {
                body += &format!("{}\n", taken(&import));
                import.clear();
            }
        } else {
            body += &format!("{}\n", line.strip_prefix("export ").unwrap_or(line));
        }
    }
    body
}

/// `import { a } from './b.js';` and `import * as b from './b.js';` take from what the other module gave.
fn taken(import: &str) -> String {
    let parted = import.strip_prefix("import ").and_then(|rest| rest.strip_suffix(';')?.split_once(" from "));
    match parted {
        Some((names, from)) => format!("const {} = modules[{from}];", names.strip_prefix("* as ").unwrap_or(names)),
        None => import.to_owned(),
    }
}

/// The name that a line exports.
fn exported(line: &str) -> Option<&str> {
    let declaration = line.strip_prefix("export ")?.trim_start_matches("async ");
    let name = declaration.split_once(' ')?.1.trim_start_matches('*');
    name.split(|letter: char| !letter.is_alphanumeric() && letter != '_').next()
}

/// As the content of a script element.
fn inline(script: &str) -> String {
    script.replace("</script", "<\\/script")
}

fn deflated(bytes: &[u8]) -> std::io::Result<Vec<u8>> {
    let mut encoder = DeflateEncoder::new(Vec::new(), Compression::best());
    encoder.write_all(bytes)?;
    encoder.finish()
}

/// The 91 letters of [`as_text`]: those of ASCII that mean nothing in a script element.
const LETTERS: &str = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789!#$%&()*+,./:;=>?@[]^_`{|}~-\"";

/// Bytes as text, 13 or 14 bits to two letters (basE91 by Joachim Henke, with other letters): a tenth shorter than base64.
fn as_text(bytes: &[u8]) -> String {
    let letter = |value: u32| char::from(LETTERS.as_bytes()[(value % 91) as usize]);
    let mut text = String::with_capacity(bytes.len() / 13 * 16 + 16);
    let (mut bits, mut count) = (0_u32, 0);
    for byte in bytes {
        bits |= u32::from(*byte) << count;
        count += 8;
        if count > 13 {
            // Two letters have 91² = 8281 values, 89 more than 13 bits need.
            let taken = if bits & 8191 > 88 { 13 } else { 14 };
            let value = bits & ((1 << taken) - 1);
            bits >>= taken;
            count -= taken;
            text.extend([letter(value), letter(value / 91)]);
        }
    }
    if count > 0 {
        text.push(letter(bits));
        if count > 7 || bits > 90 {
            text.push(letter(bits / 91));
        }
    }
    text
}

/// RFC 4648, section 4.
pub(super) fn base64(bytes: &[u8]) -> String {
    const DIGITS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let mut text = String::with_capacity(bytes.len().div_ceil(3) * 4);
    for three in bytes.chunks(3) {
        let number = three.iter().fold(0_u32, |number, byte| number << 8 | u32::from(*byte)) << (8 * (3 - three.len()));
        for place in 0..4 {
            let digit = char::from(DIGITS[(number >> (18 - 6 * place) & 63) as usize]);
            text.push(if place > three.len() { '=' } else { digit });
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn base64_is_that_of_rfc_4648() {
        let texts = ["", "f", "fo", "foo", "foob", "fooba", "foobar"];
        let encoded = texts.map(|text| base64(text.as_bytes()));
        assert_eq!(encoded, ["", "Zg==", "Zm8=", "Zm9v", "Zm9vYg==", "Zm9vYmE=", "Zm9vYmFy"]);
    }

    #[test]
    fn modules_become_one_script_in_which_each_has_its_own_names() {
        let one = ("a.js", "const own = 1;\nexport async function a() {}\nexport const b = own;\n");
        let other = ("c.js", "import {\n  a,\n  b,\n} from './a.js';\nimport * as all from './a.js';\na();\n");
        let expected = "'use strict';\nconst modules = {};\nmodules['./a.js'] = (() => {\nconst own = 1;\nasync function a() {}\n\
                        const b = own;\nreturn { a, b };\n})();\nmodules['./c.js'] = (() => {\nconst {  a,  b,} = modules['./a.js'];\n\
                        const all = modules['./a.js'];\na();\nreturn {  };\n})();\n";
        assert_eq!(script(&[one, other]), expected);
    }
}
