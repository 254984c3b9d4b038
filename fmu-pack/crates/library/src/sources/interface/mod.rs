//! The functions of FMI with their arguments, and what the C between an importer and the module does for each of them.
//!
//! The lists beside this file have the functions as the headers of the standard declare them, with the lengths of arrays in
//! brackets; `[unused]` are arrays that the library does not touch. A list must have each function that the module exports, with
//! arguments of the same types: [`shim`] refuses another one. What takes functions of the importer is written by hand in
//! `c/fmi2.c` and `c/fmi3.c`.

use super::module::{Module, Signature, Type, Unreadable};
use model_description::FmiVersion;
use std::fmt::Write;

/// A function of the list.
struct Function<'a> {
    name: &'a str,
    arguments: Vec<Argument<'a>>,
}

/// One of its arguments.
struct Argument<'a> {
    /// The type as the standard calls it.
    kind: &'a str,
    is_constant: bool,
    name: &'a str,
    /// Of an array.
    length: Option<&'a str>,
}

/// A value of a type of FMI.
struct Representation {
    /// As the importer has it.
    c: &'static str,
    /// As the module takes it.
    module: Type,
    /// What copies arrays of it.
    copies: &'static str,
}

const fn representation(c: &'static str, module: Type, copies: &'static str) -> Representation {
    Representation { c, module, copies }
}

/// How a type is passed; the instance comes first and is none of these.
fn representation_of(kind: &str) -> Option<Representation> {
    Some(match kind {
        "fmi2Real" | "fmi3Float64" => representation("double", Type::F64, "longs"),
        "fmi2Integer"
        | "fmi2Boolean"
        | "fmi2Status"
        | "fmi2StatusKind"
        | "fmi3DependencyKind"
        | "fmi3IntervalQualifier" => representation("int", Type::I32, "words"),
        "fmi2ValueReference" => representation("unsigned int", Type::I32, "words"),
        "fmi3ValueReference" | "fmi3UInt32" => representation("uint32_t", Type::I32, "words"),
        "fmi3Int32" => representation("int32_t", Type::I32, "words"),
        "fmi3Int64" => representation("int64_t", Type::I64, "longs"),
        "fmi3UInt64" => representation("uint64_t", Type::I64, "longs"),
        "fmi3Boolean" | "fmi3Clock" => representation("bool", Type::I32, "bytes"),
        "fmi3Int8" => representation("int8_t", Type::I32, "bytes"),
        "fmi3UInt8" | "fmi3Byte" => representation("uint8_t", Type::I32, "bytes"),
        "fmi3Int16" => representation("int16_t", Type::I32, ""),
        "fmi3UInt16" => representation("uint16_t", Type::I32, ""),
        "fmi3Float32" => representation("float", Type::F32, ""),
        "fmi3Binary" => representation("uint8_t *", Type::I32, ""),
        "fmi2Byte" => representation("char", Type::I32, "bytes"),
        "size_t" => representation("size_t", Type::I32, "sizes"),
        "fmi2String" | "fmi3String" => representation("char *", Type::I32, "texts"),
        "fmi2FMUstate" | "fmi3FMUState" => representation("void *", Type::I32, "states"),
        "fmi2EventInfo" => representation("EventInfo", Type::I32, "event_info"),
        _ => return None,
    })
}

/// Written by hand: what they have to do with functions of the importer, or with no instance.
const BY_HAND: [&str; 9] = [
    "fmi2GetTypesPlatform",
    "fmi2GetVersion",
    "fmi2Instantiate",
    "fmi2FreeInstance",
    "fmi3GetVersion",
    "fmi3InstantiateModelExchange",
    "fmi3InstantiateCoSimulation",
    "fmi3InstantiateScheduledExecution",
    "fmi3FreeInstance",
];

fn list(version: FmiVersion) -> &'static str {
    match version {
        FmiVersion::V2 => include_str!("fmi2.txt"),
        FmiVersion::V3 => include_str!("fmi3.txt"),
    }
}

fn functions(version: FmiVersion) -> impl Iterator<Item = Function<'static>> {
    list(version).lines().filter_map(Function::read)
}

impl<'a> Function<'a> {
    fn read(line: &'a str) -> Option<Self> {
        let (name, arguments) = line.strip_suffix(')')?.split_once('(')?;
        let arguments = arguments.split(", ").map(Argument::read).collect::<Option<_>>()?;
        Some(Self { name, arguments })
    }

    /// What follows the instance.
    fn values(&self) -> impl Iterator<Item = &Argument<'a>> {
        self.arguments.iter().skip(1)
    }

    fn signature(&self) -> Option<Signature> {
        let values = self.values().map(Argument::in_module).collect::<Option<Vec<Type>>>()?;
        let parameters = std::iter::once(Type::I32).chain(values).collect();
        Some(Signature { parameters, result: Some(Type::I32) })
    }
}

impl<'a> Argument<'a> {
    fn read(text: &'a str) -> Option<Self> {
        let (is_constant, text) = text.strip_prefix("const ").map_or((false, text), |rest| (true, rest));
        let (kind, name) = text.split_once(' ')?;
        let (name, length) = match name.strip_suffix(']') {
            Some(array) => array.split_once('[').map(|(name, length)| (name, Some(length)))?,
            None => (name, None),
        };
        Some(Self { kind, is_constant, name, length })
    }

    fn is_unused(&self) -> bool {
        self.length == Some("unused")
    }

    /// As the module takes it: an array by its address.
    fn in_module(&self) -> Option<Type> {
        let kind = representation_of(self.kind)?.module;
        Some(if self.length.is_some() { Type::I32 } else { kind })
    }

    /// As C declares it.
    fn declared(&self) -> String {
        let c = representation_of(self.kind).map_or("void *", |kind| kind.c);
        // Texts are constant whether or not their array is.
        let text = if self.kind.ends_with("String") { "const " } else { "" };
        let constant = match (self.is_constant, c.ends_with('*')) {
            (true, true) => format!("{text}{c}const "),
            (true, false) => format!("const {c} "),
            (false, _) => format!("{text}{c} "),
        };
        let array = if self.length.is_some() { "*" } else { "" };
        format!("{constant}{array}{}", self.name)
    }

    /// What brings it into the module, as the start value of a variable.
    fn brought(&self) -> String {
        let Self { name, .. } = self;
        let copies = representation_of(self.kind).map_or("", |kind| kind.copies);
        match self.length {
            Some(_) if self.is_unused() => "0".to_owned(),
            Some(length) => format!("{copies}_in(i, {name}, {length})"),
            None if copies == "states" => format!("state_address(i, {name})"),
            None => format!("({}){name}", self.in_module().unwrap_or(Type::I32).name()),
        }
    }

    /// What brings back what the module has written.
    fn brought_back(&self) -> Option<String> {
        let length = self.length.filter(|_| !self.is_constant && !self.is_unused())?;
        let copies = representation_of(self.kind)?.copies;
        Some(format!("  {copies}_out(i, {}, {length}, in_{});\n", self.name, self.name))
    }
}

/// The functions of a version: each brings its arguments into the module, calls it and brings back what it has written.
pub(super) fn shim(module: &Module<'_>, version: FmiVersion) -> Result<String, Unreadable> {
    ensure_complete(module, version)?;
    let mut text = String::new();
    for function in functions(version) {
        write_function(&mut text, &function);
    }
    Ok(text)
}

fn write_function(text: &mut String, function: &Function<'_>) {
    let arguments: Vec<String> = function.values().map(Argument::declared).collect();
    let arguments = arguments.iter().fold("void *instance".to_owned(), |all, one| format!("{all}, {one}"));
    let _ = writeln!(text, "EXPORT int FULL_NAME({})({arguments}) {{\n  BEGIN_CALL(instance)\n  {{", function.name);
    for argument in function.values() {
        if argument.is_unused() {
            let _ = writeln!(text, "  (void){};", argument.name);
        } else if argument.length.is_some() {
            let _ = writeln!(text, "  u32 in_{} = {};", argument.name, argument.brought());
        }
    }
    let passed = function.values().fold(String::new(), |all, one| {
        all + ", " + &if one.length.is_some() && !one.is_unused() { format!("in_{}", one.name) } else { one.brought() }
    });
    let _ = writeln!(text, "  status = (int)MODULE({})(i, i->handle{passed});", function.name);
    text.extend(function.values().filter_map(Argument::brought_back));
    text.push_str("  }\n  END_CALL\n}\n");
}

/// The list has what the module exports, neither more nor less.
fn ensure_complete(module: &Module<'_>, version: FmiVersion) -> Result<(), Unreadable> {
    for function in functions(version) {
        let unknown = |what: &str| Unreadable::Unknown(format!("{what} {}", function.name));
        let number = module.function(function.name).ok_or_else(|| unknown("no function"))?;
        if Some(module.signature(number)?) != function.signature().as_ref() {
            return Err(unknown("other arguments of"));
        }
    }
    let prefix = prefix(version);
    let is_listed = |name: &str| BY_HAND.contains(&name) || functions(version).any(|function| function.name == name);
    let exported = module.exported_functions.iter().map(|(name, _)| *name);
    match exported.filter(|name| name.starts_with(prefix)).find(|name| !is_listed(name)) {
        Some(name) => Err(Unreadable::Unknown(format!("the function {name}"))),
        None => Ok(()),
    }
}

/// The C of a version calls this function of the module: of those without an instance there is C by hand.
pub(super) fn is_needed(name: &str, version: FmiVersion) -> bool {
    name.starts_with(prefix(version)) && !name.ends_with("GetVersion") && !name.ends_with("GetTypesPlatform")
}

/// How the names of a version's functions begin.
fn prefix(version: FmiVersion) -> &'static str {
    match version {
        FmiVersion::V2 => "fmi2",
        FmiVersion::V3 => "fmi3",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_line_of_the_lists_is_a_function() {
        for version in [FmiVersion::V2, FmiVersion::V3] {
            assert_eq!(functions(version).count(), list(version).lines().count());
            for function in functions(version) {
                assert!(function.signature().is_some(), "{}", function.name);
            }
        }
    }

    #[test]
    fn the_list_of_fmi_2_is_the_header_of_the_library() {
        let header = include_str!("../../../../../../src/fmi2/actuator_fmu.h");
        let words = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
        let header = words(header);
        for function in functions(FmiVersion::V2) {
            let arguments = function.arguments.iter().map(|argument| {
                let constant = if argument.is_constant { "const " } else { "" };
                let array = if argument.length.is_some() { "*" } else { "" };
                format!("{constant}{} {array}{}", argument.kind, argument.name)
            });
            let arguments: Vec<String> = arguments.collect();
            let declared = format!("fmi2Status {}({});", function.name, arguments.join(", "));
            assert!(header.contains(&declared), "{declared}");
        }
        let declared = header.matches("fmi2Status fmi2").count();
        assert_eq!(functions(FmiVersion::V2).count(), declared);
    }
}
