//! A WebAssembly module as C: its functions, its table and what its memory begins with.
//!
//! The C is meant for compilers, not for readers: `f_12` is the function of that number, `l3` its variable, `i` the instance with
//! memory `i->m` and the stack pointer among `i->g…`.

mod function;
mod instruction;
mod operators;
mod value;

use super::module::{Data, Module, Type, Unreadable};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;

/// A function of the host that the module calls through its table.
pub(super) struct Callback {
    /// Its name in C.
    pub(super) name: &'static str,
    pub(super) parameters: &'static [Type],
}

/// What of a module is needed, in C.
pub(super) struct Translation {
    /// Fields of the instance.
    pub(super) fields: String,
    /// Declarations of all functions, the table, and the functions.
    pub(super) functions: String,
    /// `begin`, which fills an instance that is all zero.
    pub(super) start: String,
}

/// The functions that these need and those in the table, the other ones left out. The callbacks take the places after the table.
pub(super) fn translate(
    module: &Module<'_>,
    roots: &[usize],
    callbacks: &[Callback],
) -> Result<Translation, Unreadable> {
    let translated = reachable(module, roots)?;
    let mut functions = String::new();
    for number in translated.keys() {
        let _ = writeln!(functions, "{};", function::head(*number, module.signature(*number)?));
    }
    functions += &table(module, callbacks)?;
    functions.extend(translated.into_values());
    let fields = (0..module.globals.len()).map(|number| format!("u32 g{number};")).collect();
    Ok(Translation { fields, functions, start: start(module) })
}

fn reachable(module: &Module<'_>, roots: &[usize]) -> Result<BTreeMap<usize, String>, Unreadable> {
    let mut waiting: BTreeSet<usize> = module.table.iter().flatten().chain(roots).copied().collect();
    let mut translated = BTreeMap::new();
    while let Some(number) = waiting.pop_first() {
        let function = function::translate(module, number)?;
        translated.insert(number, function.text);
        waiting.extend(function.calls.into_iter().filter(|called| !translated.contains_key(called)));
    }
    Ok(translated)
}

/// Functions that are called by their place, with the number of their signature, which the call compares.
fn table(module: &Module<'_>, callbacks: &[Callback]) -> Result<String, Unreadable> {
    let mut text = String::new();
    for callback in callbacks {
        let _ = write!(text, "static void {}(I*", callback.name);
        callback.parameters.iter().for_each(|kind| text = format!("{text},{}", kind.name()));
        text += ");\n";
    }
    text += "static const Entry table[]={\n";
    for place in &module.table {
        match place {
            Some(number) => {
                let _ = writeln!(text, "{{{},(F)f_{number}}},", module.types[*number]);
            }
            None => text += "{0,0},\n",
        }
    }
    for callback in callbacks {
        let known = module
            .signatures
            .iter()
            .position(|signature| signature.parameters == callback.parameters && signature.result.is_none());
        let unknown = || Unreadable::Unknown(format!("no call like that of {}", callback.name));
        let _ = writeln!(text, "{{{},(F){}}},", known.ok_or_else(unknown)?, callback.name);
    }
    text += "};\n";
    for (number, callback) in callbacks.iter().enumerate() {
        let _ = writeln!(text, "#define PLACE_OF_{} {}u", callback.name, module.table.len() + number);
    }
    Ok(text)
}

/// Shorter runs of zeros are not worth a segment of their own.
const RUN: usize = 64;

fn start(module: &Module<'_>) -> String {
    let mut text = String::new();
    let mut copies = String::new();
    for (number, (address, bytes)) in module.data.iter().flat_map(runs).enumerate() {
        let _ = writeln!(text, "static const u8 d{number}[]={{{}}};", initializer(bytes));
        let _ = writeln!(copies, "memcpy(i->m+{address},d{number},{});", bytes.len());
    }
    let _ = writeln!(text, "static void begin(I*i){{\ni->pages={};", module.pages);
    for (number, global) in module.globals.iter().enumerate() {
        let _ = writeln!(text, "i->g{number}={global}u;");
    }
    text + &copies + "}\n"
}

/// The bytes of an array, in lines.
pub(super) fn initializer(bytes: &[u8]) -> String {
    let line =
        |bytes: &[u8]| std::iter::once("\n".to_owned()).chain(bytes.iter().map(|byte| format!("{byte},"))).collect();
    bytes.chunks(64).map(line).collect::<Vec<String>>().concat()
}

/// What is not zero in a segment, with its address: memory begins as zero.
fn runs<'a>(data: &Data<'a>) -> Vec<(usize, &'a [u8])> {
    let (bytes, address) = (data.bytes, data.address as usize);
    let mut runs = Vec::new();
    let mut place = 0;
    while let Some(first) = bytes[place..].iter().position(|byte| *byte != 0).map(|offset| place + offset) {
        let zeros = bytes[first..].windows(RUN).position(|window| window.iter().all(|byte| *byte == 0));
        let end = zeros.map_or(bytes.len(), |offset| first + offset);
        runs.push((address + first, &bytes[first..end]));
        place = end;
    }
    runs
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_runs_of_zeros_are_left_out() {
        let mut bytes = vec![0; 300];
        (bytes[10], bytes[20], bytes[200]) = (1, 2, 3);
        let found = runs(&Data { address: 1000, bytes: &bytes });
        let found: Vec<_> = found.into_iter().map(|(address, run)| (address, run.len(), run[0])).collect();
        assert_eq!(found, [(1010, 11, 1), (1200, 1, 3)]);
    }
}
