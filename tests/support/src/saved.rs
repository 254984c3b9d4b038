//! A whole instance as bytes, as an instance saves it: values, then the hidden state item by item.

use crate::{Recorder, Run};
use actuator_fmu::actuator::{Actuator, StateVisitor};

struct Writer(Vec<u8>);

impl StateVisitor for Writer {
    fn real(&mut self, value: &mut f64) {
        self.0.extend(value.to_bits().to_le_bytes());
    }

    fn integer(&mut self, value: &mut i32) {
        self.0.extend(value.to_le_bytes());
    }
}

struct Reader<'a>(&'a [u8]);

impl Reader<'_> {
    fn take<const N: usize>(&mut self) -> [u8; N] {
        let (item, rest) = self.0.split_first_chunk().expect("as many bytes as were written");
        self.0 = rest;
        *item
    }
}

impl StateVisitor for Reader<'_> {
    fn real(&mut self, value: &mut f64) {
        *value = f64::from_bits(u64::from_le_bytes(self.take()));
    }

    fn integer(&mut self, value: &mut i32) {
        *value = i32::from_le_bytes(self.take());
    }
}

fn visit_all(actuator: &mut dyn Actuator, visitor: &mut dyn StateVisitor) {
    for value in actuator.reals_mut() {
        visitor.real(value);
    }
    for value in actuator.integers_mut() {
        visitor.integer(value);
    }
    actuator.visit_state(visitor);
}

/// Every bit of an instance.
pub fn save(actuator: &mut dyn Actuator) -> Vec<u8> {
    let mut writer = Writer(Vec::new());
    visit_all(actuator, &mut writer);
    writer.0
}

/// Puts an instance where another one was saved.
pub fn restore(actuator: &mut dyn Actuator, bytes: &[u8]) {
    let mut reader = Reader(bytes);
    visit_all(actuator, &mut reader);
    assert!(reader.0.is_empty(), "{} bytes too many", reader.0.len());
}

/// Whether an instance that is saved at this share of the points of a run, and restored as another, ends the run with the same bits.
pub fn continues_as(mut run: Run<'_>, other: &mut dyn Actuator, place: f64) -> bool {
    let points = run.points();
    let cut = (place * (points.len() - 1) as f64) as usize;
    let mut recorder = Recorder::default();
    run.start(&mut recorder);
    let mut saved = save(run.actuator);
    for (number, pair) in points.windows(2).enumerate() {
        if number == cut {
            saved = save(run.actuator);
        }
        run.advance(pair[0], pair[1], &mut recorder);
    }
    let last = save(run.actuator);
    restore(other, &saved);
    let mut run = Run { actuator: other, inputs: run.inputs, end: run.end, step: run.step };
    for pair in points[cut..].windows(2) {
        run.advance(pair[0], pair[1], &mut recorder);
    }
    save(run.actuator) == last
}
