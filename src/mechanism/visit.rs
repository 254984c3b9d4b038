//! The state of a mechanism, item by item, so that a copy goes on with the same bits.

use super::{ContactMode, GearMode, InputMotion, LimiterMode, Mechanism, Mode};

/// One item of the state.
pub enum Item<'a> {
    /// A real item.
    Real(&'a mut f64),
    /// A small number.
    Small(&'a mut i8),
}

impl Mechanism {
    /// Visits all items, always in the same order; what follows from them is made anew.
    pub fn visit(&mut self, visitor: &mut dyn FnMut(Item<'_>)) {
        let Self { position, velocity, internal, inputs, clusters, .. } = self;
        for values in [position, velocity, internal, &mut clusters.offset].into_iter().chain(inputs.lines()) {
            values.iter_mut().for_each(|value| visitor(Item::Real(value)));
        }
        let mut motion = inputs.motion.number();
        visitor(Item::Small(&mut motion));
        inputs.motion = InputMotion::from_number(motion);
        visitor(Item::Real(&mut self.proposed_step));
        let repeated = &mut self.propagators.repeated;
        visitor(Item::Real(&mut repeated.length));
        let mut steps = f64::from(repeated.steps);
        visitor(Item::Real(&mut steps));
        repeated.steps = steps as u32;
        self.propagators.engagement.iter_mut().for_each(|value| visitor(Item::Real(value)));
        visit_mode(&mut self.mode, visitor);
        if !self.structure.motions.is_empty() {
            visit_flag(&mut self.prescribed.has_jumped, visitor);
            self.prescribed.numbers().for_each(|value| visitor(Item::Real(value)));
        }
        self.rebuild();
        self.clusters.take_as_placed();
    }

    /// A hash of what an event iteration changes: the mode, velocities, and how often torques were shared anew.
    pub(super) fn hash(&mut self) -> u64 {
        let mut sum = u64::from(self.decision.shares);
        let mut add = |word: u64| sum = (sum ^ word).wrapping_mul(MIXING).rotate_left(32);
        self.velocity.iter().for_each(|velocity| add(velocity.to_bits()));
        visit_mode(&mut self.mode, &mut |item| match item {
            Item::Real(value) => add(value.to_bits()),
            Item::Small(number) => add(*number as u64),
        });
        sum
    }
}

/// An odd number without a pattern, the fraction of the golden ratio: multiplication with it spreads a difference over all bits above.
const MIXING: u64 = 0x9E37_79B9_7F4A_7C15;

fn visit_mode(mode: &mut Mode, visitor: &mut dyn FnMut(Item<'_>)) {
    for (contact, rest) in mode.contacts.iter_mut().zip(&mut mode.rests) {
        let mut number = contact.number(*rest);
        visitor(Item::Small(&mut number));
        (*contact, *rest) = ContactMode::from_number(number);
    }
    mode.components.as_flattened_mut().iter_mut().for_each(|number| visitor(Item::Small(number)));
    for gear in &mut mode.gears {
        let mut number = gear.number();
        visitor(Item::Small(&mut number));
        *gear = GearMode::from_number(number);
    }
    for limiter in &mut mode.limiters {
        let LimiterMode { saturation, rate } = limiter;
        [saturation, rate].into_iter().for_each(|branch| visit_within(branch, -1, 1, visitor));
    }
    mode.stops.iter_mut().for_each(|stop| visit_within(stop, -1, 1, visitor));
    for known in [&mut mode.contact_known, &mut mode.stop_known, &mut mode.gear_known, &mut mode.mesh_known]
        .into_iter()
        .map(|known| known.as_mut_slice())
        .chain([mode.limiter_known.as_flattened_mut(), mode.component_known.as_flattened_mut()])
    {
        for count in known {
            let mut number = *count as i8;
            visit_within(&mut number, 0, 15, visitor);
            *count = number as u8;
        }
    }
    for segment in mode.segments.iter_mut().chain(&mut mode.loss_segments) {
        // All that eight bits can be: a table has up to 256 points.
        let mut number = *segment as i8;
        visitor(Item::Small(&mut number));
        *segment = number as u8;
    }
    for flag in mode.released.iter_mut().chain(&mut mode.engaged).chain(&mut mode.caught_up) {
        visit_flag(flag, visitor);
    }
}

fn visit_flag(flag: &mut bool, visitor: &mut dyn FnMut(Item<'_>)) {
    let mut number = i8::from(*flag);
    visitor(Item::Small(&mut number));
    *flag = number != 0;
}

fn visit_within(number: &mut i8, least: i8, most: i8, visitor: &mut dyn FnMut(Item<'_>)) {
    visitor(Item::Small(number));
    *number = (*number).clamp(least, most);
}
