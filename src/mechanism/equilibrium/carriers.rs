//! What friction, one-way clutches and stops carry where nothing else holds a load.

use super::{Equilibrium, Unbalanced, unbalanced};
use crate::mechanism::constants::CONSTANTS;
use crate::mechanism::expansion::Situation;
use crate::mechanism::{ContactLaw, Mechanism};

/// What carries a load without moving.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Carrier {
    Contact(usize),
    Gear(usize),
    Stop(usize, i8),
}

impl Mechanism {
    /// Contacts and gears, and if all are to carry, one-way clutches and stops that are touched.
    pub(super) fn list_carriers(&mut self, all: bool) {
        let Self { equilibrium: Equilibrium { carriers, .. }, structure, position, .. } = self;
        carriers.clear();
        let contacts = structure.contacts.iter().enumerate();
        carriers.extend(contacts.filter(|(_, of)| all || !of.is_freewheel()).map(|(index, _)| Carrier::Contact(index)));
        carriers.extend((0..structure.gears.len()).filter(|gear| structure.gears[*gear].is_lossy()).map(Carrier::Gear));
        if all {
            let bodies = structure.bodies.iter().zip(position).enumerate();
            carriers.extend(bodies.filter_map(|(body, (of, position))| match of.travel {
                (lower, _) if *position == lower => Some(Carrier::Stop(body, -1)),
                (_, upper) if *position == upper => Some(Carrier::Stop(body, 1)),
                _ => None,
            }));
        }
    }

    /// A stop that its body has left on the way carries nothing.
    pub(super) fn leave_stops_behind(&mut self) {
        let Self { equilibrium: Equilibrium { carriers, .. }, structure, position, .. } = self;
        carriers.retain(|carrier| match *carrier {
            Carrier::Stop(body, side) => position[body] == structure.bodies[body].stop(side),
            Carrier::Contact(_) | Carrier::Gear(_) => true,
        });
    }

    /// Takes friction where it is needed, and stops and one-way clutches where that does not suffice.
    pub(super) fn carry_what_floats(&mut self) -> Result<(), Unbalanced> {
        let Equilibrium { carried, equations, .. } = &mut self.equilibrium;
        carried.fill(0.0);
        if !equations.rows_without_pivot().any(|row| equations.is_violated(row)) {
            return Ok(());
        }
        let carries = self.carry();
        if carries == Ok(true) || self.equilibrium.carriers.iter().any(|carrier| matches!(carrier, Carrier::Stop(..))) {
            return carries.map(|_| ());
        }
        self.list_carriers(true);
        loop {
            self.set_up();
            self.equilibrium.equations.reduce();
            self.carry()?;
            let Some(wrong) = self.pulling() else { return Ok(()) };
            self.equilibrium.carriers.remove(wrong);
        }
    }

    /// Shares the rows without pivots by levels, those that carry last by what the others cannot; whether that suffices. What would carry
    /// more than its level carries that, and the others the rest.
    fn carry(&mut self) -> Result<bool, Unbalanced> {
        self.weigh();
        self.equilibrium.carried.fill(0.0);
        self.carry_by_weights()?;
        while let Some((place, level)) = self.overloaded_carrier() {
            (self.equilibrium.weights[place], self.equilibrium.carried[place]) = (0.0, level);
            if self.carry_by_weights().is_err() {
                // It is seen who carries too much.
                self.weigh();
                return self.carry_by_weights().map(|()| false);
            }
        }
        Ok(self.is_within_levels())
    }

    fn carry_by_weights(&mut self) -> Result<(), Unbalanced> {
        let Equilibrium { unknowns, carriers, weights, carried, equations, balance, .. } = &mut self.equilibrium;
        let carried = &mut carried[..carriers.len()];
        equations.carry(weights, balance, carried).map_err(|row| unbalanced(&self.structure, unknowns[row]))
    }

    /// Contacts by their levels; losses of gears, one-way clutches and stops after them.
    fn weigh(&mut self) {
        let Self { equilibrium: Equilibrium { carriers, levels, weights, .. }, structure, .. } = self;
        let is_last = |carrier: &Carrier| match *carrier {
            Carrier::Contact(contact) => structure.contacts[contact].is_freewheel(),
            Carrier::Gear(_) | Carrier::Stop(..) => true,
        };
        let first = carriers.iter().zip(levels.iter()).filter(|(carrier, level)| !is_last(carrier) && **level > 0.0);
        let least = first.fold(f64::INFINITY, |least, (_, level)| least.min(*level));
        let last = if least.is_finite() { least / CONSTANTS.reserve_weight } else { 1.0 };
        for ((weight, carrier), level) in weights.iter_mut().zip(carriers.iter()).zip(levels.iter()) {
            *weight = if is_last(carrier) && *level > 0.0 { last } else { *level };
        }
    }

    /// The contact or gear that carries most beyond its level, and its level with the sign of what it carries.
    fn overloaded_carrier(&self) -> Option<(usize, f64)> {
        let Equilibrium { carriers, levels, weights, carried, .. } = &self.equilibrium;
        let mut worst: Option<(usize, f64)> = None;
        for (place, carrier) in carriers.iter().enumerate() {
            if matches!(carrier, Carrier::Stop(..)) {
                continue;
            }
            let excess = if weights[place] > 0.0 { carried[place].abs() / levels[place] } else { 0.0 };
            if excess > 1.0 + CONSTANTS.reltol_bound && worst.is_none_or(|(_, most)| excess > most) {
                worst = Some((place, excess));
            }
        }
        worst.map(|(place, _)| (place, levels[place].copysign(carried[place])))
    }

    /// Whether all that is carried is within its level.
    fn is_within_levels(&self) -> bool {
        let Equilibrium { carriers, levels, carried, .. } = &self.equilibrium;
        levels.iter().zip(carried).take(carriers.len()).all(|(level, carried)| carried.abs() <= *level)
    }

    /// A stop that pulls, or a one-way clutch that would be turned in its free direction by more than it holds there.
    fn pulling(&self) -> Option<usize> {
        let Equilibrium { carriers, carried, .. } = &self.equilibrium;
        carriers.iter().zip(carried).position(|(carrier, carried)| match *carrier {
            Carrier::Stop(_, side) => f64::from(side) * carried < 0.0,
            Carrier::Contact(contact) if self.structure.contacts[contact].is_freewheel() => {
                *carried > self.contact_level(contact)
            }
            Carrier::Contact(_) | Carrier::Gear(_) => false,
        })
    }

    /// What a contact holds: its breakaway level, or its bristles at their greatest deflection.
    pub(super) fn contact_level(&self, index: usize) -> f64 {
        let contact = &self.structure.contacts[index];
        let engagement = self.inputs.engagement.value[index];
        match &contact.law {
            ContactLaw::SetValued { .. } => contact.greatest_breakaway(engagement),
            ContactLaw::Bristle { bristle, .. } => engagement.max(0.0) * bristle.greatest_torque(),
            ContactLaw::Smooth(_) => 0.0,
        }
    }

    pub(super) fn carrier_level(&self, carrier: Carrier) -> f64 {
        let unlimited = CONSTANTS.equilibrium_unlimited_level * self.expansion.force_size();
        match carrier {
            Carrier::Contact(contact) if self.structure.contacts[contact].is_freewheel() => unlimited,
            Carrier::Contact(contact) => self.contact_level(contact),
            Carrier::Gear(index) => {
                let gear = &self.structure.gears[index];
                // As long as its loss carries nothing the second body is accelerated, which takes from the mesh torque.
                let inertia = self.structure.bodies[gear.second].inertia / gear.ratio;
                let acceleration = self.expansion.accelerations()[gear.second];
                let mesh = self.expansion.mesh_torque(&self.situation(), index) - inertia * acceleration;
                gear.level_at_rest(1.0, 1, -1, -mesh.abs())
            }
            Carrier::Stop(..) => unlimited,
        }
    }

    /// How everything changes with what a carrier carries.
    pub(super) fn differentiate_by_carrier(&mut self, column: usize) {
        self.inputs.stand_still();
        let slope = &mut self.inputs.torque.slope;
        match self.equilibrium.carriers[column] {
            Carrier::Contact(contact) => {
                let contact = &self.structure.contacts[contact];
                slope[contact.second] = -1.0;
                if let Some(first) = contact.first {
                    slope[first] = 1.0;
                }
            }
            Carrier::Gear(gear) => slope[self.structure.gears[gear].first] = -1.0,
            Carrier::Stop(body, _) => slope[body] = -1.0,
        }
        let Self { equilibrium, structure, mode, inputs, clusters, expansion, position, velocity, internal, .. } = self;
        let Equilibrium { along_internal, still, .. } = equilibrium;
        along_internal.fill(0.0);
        let at = Situation { structure, mode, clusters, inputs, position, velocity, internal };
        expansion.length = 1.0;
        expansion.add_direction(&at, still, still, along_internal);
        self.inputs.stand_still();
    }

    /// Gives bristles the deflection with which they carry what is left for them.
    pub(super) fn bend_bristles(&mut self) -> Result<(), Unbalanced> {
        for index in 0..self.equilibrium.carriers.len() {
            let (Carrier::Contact(contact), carried) =
                (self.equilibrium.carriers[index], self.equilibrium.carried[index])
            else {
                continue;
            };
            let ContactLaw::Bristle { bristle, state } = &self.structure.contacts[contact].law else { continue };
            let engagement = self.inputs.engagement.value[contact];
            if carried.abs() > engagement.max(0.0) * bristle.breakaway_torque(carried) {
                return Err(Unbalanced::Contact(contact));
            }
            self.internal[*state] = if carried == 0.0 { 0.0 } else { carried / (engagement * bristle.stiffness) };
        }
        Ok(())
    }
}
