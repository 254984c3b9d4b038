//! A WebAssembly module as far as rustc makes one: one memory, one table, no imports.
//!
//! What the translator does not know is refused here, by name, and never passed over.

mod reader;

pub(super) use reader::Reader;

/// Why a file is no module that can be translated.
#[derive(Debug, thiserror::Error, PartialEq)]
pub enum Unreadable {
    /// It ends early.
    #[error("it is no WebAssembly module, or a part of it is missing")]
    Short,
    /// Something in it cannot be.
    #[error("it is damaged: {0}")]
    Damaged(&'static str),
    /// Something in it that rustc does not make for this library.
    #[error("it has {0}, which is not translated to C")]
    Unknown(String),
}

/// Type of a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Type {
    I32,
    I64,
    F32,
    F64,
}

/// Parameters and results of a function.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Signature {
    pub(super) parameters: Vec<Type>,
    pub(super) result: Option<Type>,
}

/// A function's code.
pub(super) struct Function<'a> {
    pub(super) locals: Vec<Type>,
    pub(super) code: Reader<'a>,
}

/// Bytes of the memory as it begins.
pub(super) struct Data<'a> {
    pub(super) address: u32,
    pub(super) bytes: &'a [u8],
}

/// What the module is made of.
#[derive(Default)]
pub(super) struct Module<'a> {
    pub(super) signatures: Vec<Signature>,
    /// Signature of each function.
    pub(super) types: Vec<usize>,
    pub(super) functions: Vec<Function<'a>>,
    /// Functions by their place in the table.
    pub(super) table: Vec<Option<usize>>,
    /// Pages of 64 KiB with which the memory begins.
    pub(super) pages: u32,
    /// Start values of the globals: addresses that functions share.
    pub(super) globals: Vec<u32>,
    /// Exported functions and globals by name.
    pub(super) exported_functions: Vec<(&'a str, usize)>,
    pub(super) exported_globals: Vec<(&'a str, usize)>,
    pub(super) data: Vec<Data<'a>>,
}

/// First bytes of a module of version 1.
const HEADER: [u8; 8] = *b"\0asm\x01\0\0\0";

impl<'a> Module<'a> {
    pub(super) fn read(bytes: &'a [u8]) -> Result<Self, Unreadable> {
        let mut reader = Reader(bytes);
        if reader.bytes(HEADER.len())? != HEADER {
            return Err(Unreadable::Short);
        }
        let mut module = Self::default();
        while !reader.is_empty() {
            let section = reader.byte()?;
            module.read_section(section, reader.part()?)?;
        }
        if module.types.len() != module.functions.len() {
            return Err(Unreadable::Damaged("functions without code"));
        }
        Ok(module)
    }

    fn read_section(&mut self, section: u8, mut part: Reader<'a>) -> Result<(), Unreadable> {
        match section {
            // Names and the like; the number of data segments.
            0 | 12 => {}
            1 => self.signatures = part.list(signature)?,
            2 => return Err(Unreadable::Unknown("imports".to_owned())),
            3 => self.types = part.list(Reader::size)?,
            4 => self.read_tables(part)?,
            5 => self.pages = pages(part)?,
            6 => self.globals = part.list(global)?,
            7 => self.read_exports(part)?,
            8 => return Err(Unreadable::Unknown("a start function".to_owned())),
            9 => self.read_elements(part)?,
            10 => self.functions = part.list(function)?,
            11 => self.data = part.list(data)?,
            other => return Err(Unreadable::Unknown(format!("a section of kind {other}"))),
        }
        Ok(())
    }

    fn read_tables(&mut self, mut part: Reader<'a>) -> Result<(), Unreadable> {
        if part.size()? != 1 || part.byte()? != 0x70 {
            return Err(Unreadable::Unknown("several tables, or one that is not of functions".to_owned()));
        }
        self.table = vec![None; least(&mut part)? as usize];
        Ok(())
    }

    fn read_exports(&mut self, mut part: Reader<'a>) -> Result<(), Unreadable> {
        for (name, kind, index) in part.list(|reader| Ok((reader.name()?, reader.byte()?, reader.size()?)))? {
            match kind {
                0 => self.exported_functions.push((name, index)),
                1 | 2 => {}
                3 => self.exported_globals.push((name, index)),
                other => return Err(Unreadable::Unknown(format!("an export of kind {other}"))),
            }
        }
        Ok(())
    }

    fn read_elements(&mut self, mut part: Reader<'a>) -> Result<(), Unreadable> {
        for _ in 0..part.size()? {
            if part.unsigned()? != 0 {
                return Err(Unreadable::Unknown("table elements that are not there from the start".to_owned()));
            }
            let first = constant(&mut part)? as usize;
            for (place, function) in (first..).zip(part.list(Reader::size)?) {
                *self.table.get_mut(place).ok_or(Unreadable::Damaged("the table is too short"))? = Some(function);
            }
        }
        Ok(())
    }

    /// Signature of a function.
    pub(super) fn signature(&self, function: usize) -> Result<&Signature, Unreadable> {
        let kind = self.types.get(function).ok_or(Unreadable::Damaged("a function that is not there"))?;
        self.signatures.get(*kind).ok_or(Unreadable::Damaged("a signature that is not there"))
    }

    /// Number of the function of a name.
    pub(super) fn function(&self, name: &str) -> Option<usize> {
        self.exported_functions.iter().find(|(exported, _)| *exported == name).map(|(_, index)| *index)
    }

    /// What a global begins with: of a variable of the library, its address.
    pub(super) fn global(&self, name: &str) -> Option<u32> {
        let (_, index) = self.exported_globals.iter().find(|(exported, _)| *exported == name)?;
        self.globals.get(*index).copied()
    }
}

/// The type that a byte stands for.
pub(super) fn kind(byte: u8) -> Result<Type, Unreadable> {
    match byte {
        0x7f => Ok(Type::I32),
        0x7e => Ok(Type::I64),
        0x7d => Ok(Type::F32),
        0x7c => Ok(Type::F64),
        other => Err(Unreadable::Unknown(format!("values of type {other:#x}"))),
    }
}

fn signature(reader: &mut Reader<'_>) -> Result<Signature, Unreadable> {
    if reader.byte()? != 0x60 {
        return Err(Unreadable::Unknown("a type that is no function".to_owned()));
    }
    let parameters = reader.list(|reader| kind(reader.byte()?))?;
    let results = reader.list(|reader| kind(reader.byte()?))?;
    match results[..] {
        [] => Ok(Signature { parameters, result: None }),
        [result] => Ok(Signature { parameters, result: Some(result) }),
        _ => Err(Unreadable::Unknown("a function with several results".to_owned())),
    }
}

/// The number of something at first; how far it may grow is passed over.
fn least(reader: &mut Reader<'_>) -> Result<u32, Unreadable> {
    let has_most = match reader.byte()? {
        0 => false,
        1 => true,
        other => return Err(Unreadable::Unknown(format!("a memory or table of kind {other}"))),
    };
    let least = reader.unsigned()?;
    if has_most {
        reader.unsigned()?;
    }
    Ok(least)
}

fn pages(mut part: Reader<'_>) -> Result<u32, Unreadable> {
    if part.size()? != 1 {
        return Err(Unreadable::Unknown("several memories".to_owned()));
    }
    least(&mut part)
}

fn global(reader: &mut Reader<'_>) -> Result<u32, Unreadable> {
    let kind = kind(reader.byte()?)?;
    let _is_variable = reader.byte()?;
    if kind != Type::I32 {
        return Err(Unreadable::Unknown("a global that is no address".to_owned()));
    }
    constant(reader)
}

/// An expression that is one number.
fn constant(reader: &mut Reader<'_>) -> Result<u32, Unreadable> {
    const I32_CONST: u8 = 0x41;
    const END: u8 = 0x0b;
    let (is_constant, value) = (reader.byte()? == I32_CONST, reader.bits32()?);
    if is_constant && reader.byte()? == END {
        Ok(value)
    } else {
        Err(Unreadable::Unknown("a computed start value".to_owned()))
    }
}

fn function<'a>(reader: &mut Reader<'a>) -> Result<Function<'a>, Unreadable> {
    let mut code = reader.part()?;
    let groups = code.list(|reader| Ok((reader.size()?, kind(reader.byte()?)?)))?;
    let locals = groups.into_iter().flat_map(|(count, kind)| std::iter::repeat_n(kind, count)).collect();
    Ok(Function { locals, code })
}

fn data<'a>(reader: &mut Reader<'a>) -> Result<Data<'a>, Unreadable> {
    if reader.unsigned()? != 0 {
        return Err(Unreadable::Unknown("data that is not there from the start".to_owned()));
    }
    Ok(Data { address: constant(reader)?, bytes: reader.part()?.0 })
}
