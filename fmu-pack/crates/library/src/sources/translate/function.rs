//! The body of one function as statements of C.
//!
//! WebAssembly computes on a stack, C in expressions. A value on the stack stays an expression until it is used; before something
//! that it reads changes, and before control flow branches, it gets a variable of its own. Blocks become labels, branches `goto`.

use super::instruction::Instruction;
use super::operators::Operator;
use super::value::Value;
use crate::sources::module::{Function, Module, Signature, Type, Unreadable};
use std::collections::BTreeSet;
use std::fmt::Write;

/// What a block is.
#[derive(Clone, Copy, PartialEq)]
enum Kind {
    Block,
    Loop,
    /// The way if the condition holds, where there may be another.
    If,
    Else,
}

/// A block that is open.
struct Frame {
    kind: Kind,
    label: usize,
    /// Something branches to it.
    is_target: bool,
    /// The variable that takes its result.
    result: Option<(Type, String)>,
    /// Values below it on the stack.
    height: usize,
    /// The code before it can be reached.
    was_reachable: bool,
    /// The way that is taken if the condition holds leads to its end.
    leads_through: bool,
}

/// A function in C, and which it calls.
pub(super) struct Translated {
    pub(super) text: String,
    pub(super) calls: BTreeSet<usize>,
}

/// Writes a function of C.
struct Writer<'m> {
    module: &'m Module<'m>,
    text: String,
    locals: Vec<Type>,
    is_used: Vec<bool>,
    stack: Vec<Value>,
    frames: Vec<Frame>,
    /// Variables and labels so far.
    variables: usize,
    labels: usize,
    is_reachable: bool,
    result: Option<Type>,
    calls: BTreeSet<usize>,
}

/// The head of a function in C, without what ends it.
pub(super) fn head(number: usize, signature: &Signature) -> String {
    let mut head = format!("static {} f_{number}(I*i", signature.result.map_or("void", Type::name));
    for (place, kind) in signature.parameters.iter().enumerate() {
        let _ = write!(head, ",{} l{place}", kind.name());
    }
    head + ")"
}

pub(super) fn translate(module: &Module<'_>, number: usize) -> Result<Translated, Unreadable> {
    let (signature, function) = (module.signature(number)?, &module.functions[number]);
    let mut writer = Writer::new(module, signature, function);
    writer.write(function)?;
    let mut text = format!("{}{{\n", head(number, signature));
    for (place, kind) in writer.locals.iter().enumerate().skip(signature.parameters.len()) {
        if writer.is_used[place] {
            let _ = writeln!(text, "{} l{place}=0;", kind.name());
        }
    }
    // A parameter, or the instance, may be of no use.
    text += "(void)i;\n";
    for place in (0..signature.parameters.len()).filter(|place| !writer.is_used[*place]) {
        let _ = writeln!(text, "(void)l{place};");
    }
    text += &writer.text;
    text += "}\n";
    Ok(Translated { text, calls: writer.calls })
}

const DAMAGED: Unreadable = Unreadable::Damaged("a function takes values that are not there");

impl<'m> Writer<'m> {
    fn new(module: &'m Module<'m>, signature: &Signature, function: &Function<'_>) -> Self {
        let locals: Vec<Type> = signature.parameters.iter().chain(&function.locals).copied().collect();
        Self {
            module,
            text: String::new(),
            is_used: vec![false; locals.len()],
            locals,
            stack: Vec::new(),
            frames: Vec::new(),
            variables: 0,
            labels: 0,
            is_reachable: true,
            result: signature.result,
            calls: BTreeSet::new(),
        }
    }

    fn write(&mut self, function: &Function<'_>) -> Result<(), Unreadable> {
        let mut code = function.code;
        while !code.is_empty() {
            let instruction = Instruction::read(&mut code)?;
            if self.frames.is_empty() && matches!(instruction, Instruction::End) {
                break;
            }
            self.instruction(instruction)?;
        }
        if self.is_reachable && self.result.is_some() {
            self.leave()?;
        }
        Ok(())
    }

    fn instruction(&mut self, instruction: Instruction) -> Result<(), Unreadable> {
        use Instruction as I;
        match instruction {
            I::Block(result) => self.open(Kind::Block, result),
            I::Loop(result) => self.open(Kind::Loop, result),
            I::If(result) => self.open_if(result)?,
            I::Else => self.otherwise()?,
            I::End => self.close()?,
            // What nothing leads to is left out.
            _ if !self.is_reachable => {}
            I::Unreachable => self.end_with("trap(i,UNREACHABLE);"),
            I::Nop => {}
            I::Branch(depth) => {
                let jump = self.jump(depth)?;
                self.end_with(&jump);
            }
            I::BranchIf(depth) => self.branch_if(depth)?,
            I::BranchTable(depths) => self.branch_table(&depths)?,
            I::Return => self.leave()?,
            I::Call(function) => self.call(function)?,
            I::CallIndirect(signature) => self.call_indirect(signature)?,
            I::Drop => {
                let value = self.pop()?;
                self.statement(format_args!("(void){};", value.text()));
            }
            I::Select => self.select()?,
            I::LocalGet(local) => self.local_get(local)?,
            I::LocalSet(local) => self.local_set(local)?,
            I::LocalTee(local) => {
                self.local_set(local)?;
                self.local_get(local)?;
            }
            I::GlobalGet(global) => self.stack.push(Value::global(global)),
            I::GlobalSet(global) => {
                let value = self.pop()?;
                self.settle(|value| value.reads_memory);
                self.statement(format_args!("i->g{global}={};", value.bare()));
            }
            I::Load { function, kind, offset } => self.load(function, kind, offset)?,
            I::Store { function, offset } => self.store(function, offset)?,
            I::MemorySize => self.stack.push(Value::constant(Type::I32, "i->pages".to_owned()).reading_memory()),
            I::MemoryGrow => {
                let pages = self.pop()?;
                self.settle(|value| value.reads_memory);
                self.assign(Type::I32, &format!("memory_grow(i,{})", pages.bare()));
            }
            I::MemoryCopy => self.fill_or_copy("memory_copy")?,
            I::MemoryFill => self.fill_or_copy("memory_fill")?,
            I::Constant(kind, text) => self.stack.push(Value::constant(kind, text)),
            I::Operator(operator) => self.operator(&operator)?,
        }
        Ok(())
    }

    fn statement(&mut self, text: std::fmt::Arguments<'_>) {
        let _ = self.text.write_fmt(text);
        self.text.push('\n');
    }

    /// After this nothing is reached until a block ends.
    fn end_with(&mut self, text: &str) {
        self.statement(format_args!("{text}"));
        self.is_reachable = false;
    }

    fn pop(&mut self) -> Result<Value, Unreadable> {
        self.stack.pop().ok_or(DAMAGED)
    }

    fn push(&mut self, value: Value) {
        if value.is_long() {
            let text = value.bare().to_owned();
            self.assign(value.kind, &text);
        } else {
            self.stack.push(value);
        }
    }

    /// Puts a new variable on the stack, with this as its value.
    fn assign(&mut self, kind: Type, text: &str) {
        let name = self.variable();
        self.statement(format_args!("{} {name}={text};", kind.name()));
        self.stack.push(Value::constant(kind, name));
    }

    fn variable(&mut self) -> String {
        self.variables += 1;
        format!("t{}", self.variables)
    }

    /// Gives a variable to each value on the stack that changes with what comes next.
    fn settle(&mut self, changes: impl Fn(&Value) -> bool) {
        for place in 0..self.stack.len() {
            if !self.stack[place].is_settled && changes(&self.stack[place]) {
                let name = self.variable();
                let (kind, text) = (self.stack[place].kind, self.stack[place].bare().to_owned());
                self.statement(format_args!("{} {name}={text};", kind.name()));
                self.stack[place] = Value::constant(kind, name);
            }
        }
    }

    fn use_local(&mut self, local: usize) -> Result<Type, Unreadable> {
        let kind = *self.locals.get(local).ok_or(DAMAGED)?;
        self.is_used[local] = true;
        Ok(kind)
    }

    fn local_get(&mut self, local: usize) -> Result<(), Unreadable> {
        let kind = self.use_local(local)?;
        self.stack.push(Value::local(kind, local));
        Ok(())
    }

    fn local_set(&mut self, local: usize) -> Result<(), Unreadable> {
        self.use_local(local)?;
        let value = self.pop()?;
        self.settle(|value| value.reads(local));
        if value.text() != format!("l{local}") {
            self.statement(format_args!("l{local}={};", value.bare()));
        }
        Ok(())
    }

    fn load(&mut self, function: &str, kind: Type, offset: u32) -> Result<(), Unreadable> {
        self.ensure_in_memory(offset)?;
        let address = self.pop()?;
        let text = format!("{function}(i,{},{offset})", address.bare());
        self.push(Value::made_of(kind, text, &[&address]).reading_memory());
        Ok(())
    }

    fn store(&mut self, function: &str, offset: u32) -> Result<(), Unreadable> {
        self.ensure_in_memory(offset)?;
        let (value, address) = (self.pop()?, self.pop()?);
        self.settle(|value| value.reads_memory);
        self.statement(format_args!("{function}(i,{},{offset},{});", address.bare(), value.bare()));
        Ok(())
    }

    /// The runtime's check of an address subtracts the offset from the size of the memory.
    fn ensure_in_memory(&self, offset: u32) -> Result<(), Unreadable> {
        let is_inside = u64::from(offset) < u64::from(self.module.pages) * 65_536;
        is_inside.then_some(()).ok_or_else(|| Unreadable::Unknown(format!("the offset {offset} beyond its memory")))
    }

    fn fill_or_copy(&mut self, function: &str) -> Result<(), Unreadable> {
        let (length, source, target) = (self.pop()?, self.pop()?, self.pop()?);
        self.settle(|value| value.reads_memory);
        self.statement(format_args!("{function}(i,{},{},{});", target.bare(), source.bare(), length.bare()));
        Ok(())
    }

    fn operator(&mut self, operator: &Operator) -> Result<(), Unreadable> {
        let second = if operator.pieces.len() == 3 { Some(self.pop()?) } else { None };
        let parts: Vec<Value> = std::iter::once(self.pop()?).chain(second).collect();
        let mut text = operator.pieces[0].to_owned();
        for (part, piece) in parts.iter().zip(&operator.pieces[1..]) {
            text += if operator.is_call {
                part.bare()
            } else if parts.len() == 1 && operator.is_truth {
                part.asked()
            } else {
                part.text()
            };
            text += piece;
        }
        let parts: Vec<&Value> = parts.iter().collect();
        self.push(if operator.is_truth {
            Value::truth_of(format!("({text})"), &parts)
        } else if operator.is_call {
            Value::made_of(operator.result, text, &parts)
        } else {
            Value::made_of(operator.result, format!("({text})"), &parts)
        });
        Ok(())
    }

    fn select(&mut self) -> Result<(), Unreadable> {
        let (condition, no, yes) = (self.pop()?, self.pop()?, self.pop()?);
        let text = format!("({}?{}:{})", condition.asked(), yes.text(), no.text());
        self.push(Value::made_of(yes.kind, text, &[&condition, &no, &yes]));
        Ok(())
    }

    fn call(&mut self, function: usize) -> Result<(), Unreadable> {
        self.calls.insert(function);
        let signature = self.module.signature(function)?;
        self.call_with(&format!("f_{function}"), signature)
    }

    fn call_indirect(&mut self, number: usize) -> Result<(), Unreadable> {
        let signature = self.module.signatures.get(number).ok_or(DAMAGED)?;
        let place = self.pop()?;
        let mut called = format!("(({} (*)(I*", signature.result.map_or("void", Type::name));
        signature.parameters.iter().for_each(|kind| called = format!("{called},{}", kind.name()));
        let _ = write!(called, "))indirect(i,{},{number}))", place.bare());
        self.call_with(&called, signature)
    }

    fn call_with(&mut self, called: &str, signature: &Signature) -> Result<(), Unreadable> {
        let first = self.stack.len().checked_sub(signature.parameters.len()).ok_or(DAMAGED)?;
        let arguments = self.stack.split_off(first);
        self.settle(|value| value.reads_memory);
        let mut text = format!("{called}(i");
        arguments.iter().for_each(|argument| text = format!("{text},{}", argument.bare()));
        text.push(')');
        match signature.result {
            Some(kind) => self.assign(kind, &text),
            None => self.statement(format_args!("{text};")),
        }
        Ok(())
    }

    fn open(&mut self, kind: Kind, result: Option<Type>) {
        let was_reachable = self.is_reachable;
        if was_reachable {
            self.settle(|_| true);
        }
        self.labels += 1;
        let result = result.filter(|_| was_reachable).map(|kind| {
            let name = self.variable();
            self.statement(format_args!("{} {name}=0;", kind.name()));
            (kind, name)
        });
        let (label, height) = (self.labels, self.stack.len());
        if kind == Kind::Loop && was_reachable {
            self.statement(format_args!("L{label}:;"));
        }
        let leads_through = kind == Kind::If && was_reachable;
        self.frames.push(Frame { kind, label, is_target: false, result, height, was_reachable, leads_through });
    }

    fn open_if(&mut self, result: Option<Type>) -> Result<(), Unreadable> {
        let condition = if self.is_reachable { Some(self.pop()?) } else { None };
        self.open(Kind::If, result);
        if let Some(condition) = condition {
            self.statement(format_args!("if({}){{", condition.condition()));
        }
        Ok(())
    }

    fn otherwise(&mut self) -> Result<(), Unreadable> {
        self.keep_result()?;
        let frame = self.frames.last_mut().ok_or(DAMAGED)?;
        (frame.kind, frame.leads_through) = (Kind::Else, self.is_reachable);
        self.stack.truncate(frame.height);
        self.is_reachable = frame.was_reachable;
        if self.is_reachable {
            self.statement(format_args!("}}else{{"));
        }
        Ok(())
    }

    fn close(&mut self) -> Result<(), Unreadable> {
        self.keep_result()?;
        let frame = self.frames.pop().ok_or(DAMAGED)?;
        self.stack.truncate(frame.height);
        if !frame.was_reachable {
            self.is_reachable = false;
            return Ok(());
        }
        match frame.kind {
            Kind::Block => self.is_reachable |= frame.is_target,
            Kind::Loop => {}
            Kind::If | Kind::Else => {
                self.statement(format_args!("}}"));
                self.is_reachable |= frame.leads_through || frame.is_target;
            }
        }
        if frame.is_target && frame.kind != Kind::Loop {
            self.statement(format_args!("L{}:;", frame.label));
        }
        if let Some((kind, name)) = frame.result {
            self.stack.push(Value::constant(kind, name));
        }
        Ok(())
    }

    /// At the end of a block its result is on top of the stack.
    fn keep_result(&mut self) -> Result<(), Unreadable> {
        let result = self.frames.last().ok_or(DAMAGED)?.result.clone();
        if let (Some((_, name)), true) = (result, self.is_reachable) {
            let value = self.pop()?;
            self.statement(format_args!("{name}={};", value.bare()));
        }
        Ok(())
    }

    /// The way out of that many blocks, as a statement; the value that goes along is left on the stack.
    fn jump(&mut self, depth: usize) -> Result<String, Unreadable> {
        let Some(place) = self.frames.len().checked_sub(depth + 1) else { return self.departure() };
        let frame = &mut self.frames[place];
        frame.is_target = true;
        let label = frame.label;
        match &frame.result {
            Some((_, name)) if frame.kind != Kind::Loop => {
                let value = self.stack.last().ok_or(DAMAGED)?;
                Ok(format!("{{{name}={};goto L{label};}}", value.bare()))
            }
            _ => Ok(format!("goto L{label};")),
        }
    }

    /// The way out of the function.
    fn departure(&self) -> Result<String, Unreadable> {
        match self.result {
            Some(_) => Ok(format!("return {};", self.stack.last().ok_or(DAMAGED)?.bare())),
            None => Ok("return;".to_owned()),
        }
    }

    fn leave(&mut self) -> Result<(), Unreadable> {
        let departure = self.departure()?;
        self.end_with(&departure);
        Ok(())
    }

    fn branch_if(&mut self, depth: usize) -> Result<(), Unreadable> {
        let condition = self.pop()?;
        let jump = self.jump(depth)?;
        self.statement(format_args!("if({}){jump}", condition.condition()));
        Ok(())
    }

    fn branch_table(&mut self, depths: &[usize]) -> Result<(), Unreadable> {
        let place = self.pop()?;
        let (last, others) = depths.split_last().ok_or(DAMAGED)?;
        self.statement(format_args!("switch({}){{", place.bare()));
        for (number, depth) in others.iter().enumerate().filter(|(_, depth)| *depth != last) {
            let jump = self.jump(*depth)?;
            self.statement(format_args!("case {number}:{jump}"));
        }
        let jump = self.jump(*last)?;
        self.statement(format_args!("default:{jump}}}"));
        self.is_reachable = false;
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A function that reads 32 bits at this offset, in a memory of one page.
    fn module(offset: [u8; 3]) -> Vec<u8> {
        let mut bytes = b"\0asm\x01\0\0\0\x01\x05\x01\x60\0\x01\x7f\x03\x02\x01\0\x05\x03\x01\0\x01".to_vec();
        bytes.extend(b"\x0a\x0b\x01\x09\0\x41\0\x28\x02");
        bytes.extend(offset);
        bytes.push(0x0b);
        bytes
    }

    #[test]
    fn an_offset_beyond_the_memory_is_refused_as_the_check_of_the_address_would_wrap() {
        let last = module([0xff, 0xff, 0x03]);
        let translated = translate(&Module::read(&last).unwrap(), 0).unwrap();
        assert!(translated.text.contains("load32(i,0u,65535)"), "{}", translated.text);
        let beyond = module([0x80, 0x80, 0x04]);
        let refused = translate(&Module::read(&beyond).unwrap(), 0).map(|translated| translated.text).unwrap_err();
        assert!(refused.to_string().contains("the offset 65536 beyond its memory"), "{refused}");
    }
}
