//! What friction, one-way clutches and stops carry where nothing else holds a load.

use super::{Equilibrium, Unbalanced, unbalanced};
use crate::mechanism::expansion::Situation;
use crate::mechanism::{ContactLaw, Mechanism};

/// Level of what holds without limit, over the largest torque.
const UNLIMITED: f64 = 1e3;

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

    /// Takes friction where it is needed, and stops and one-way clutches where that does not suffice.
    pub(super) fn carry_what_floats(&mut self) -> Result<(), Unbalanced> {
        let Equilibrium { carried, equations, .. } = &mut self.equilibrium;
        carried.fill(0.0);
        if !equations.left_over().any(|row| equations.is_open(row)) {
            return Ok(());
        }
        let carries = self.carry();
        let suffices = carries.is_ok() && self.is_within_levels();
        if suffices || self.equilibrium.carriers.iter().any(|carrier| matches!(carrier, Carrier::Stop(..))) {
            return carries;
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

    pub(super) fn carry(&mut self) -> Result<(), Unbalanced> {
        let Equilibrium { unknowns, carriers, levels, carried, equations, balance, .. } = &mut self.equilibrium;
        let carried = &mut carried[..carriers.len()];
        equations.carry(levels, balance, carried).map_err(|row| unbalanced(&self.structure, unknowns[row]))
    }

    /// Whether all that is carried is within its level.
    pub(super) fn is_within_levels(&self) -> bool {
        let Equilibrium { carriers, levels, carried, .. } = &self.equilibrium;
        carriers.iter().zip(levels.iter().zip(carried)).all(|(_, (level, carried))| carried.abs() <= *level)
    }

    /// A stop that pulls, or a one-way clutch that would be turned in its free direction by more than it holds there.
    pub(super) fn pulling(&self) -> Option<usize> {
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
        let engagement = self.drive.engagement.value[index];
        match &contact.law {
            ContactLaw::SetValued { .. } => contact.bound(engagement > 0.0, (engagement, 0.0)).0.max(0.0),
            ContactLaw::Bristle { bristle, .. } => engagement.max(0.0) * bristle.steady_torque(0.0).abs(),
            ContactLaw::Smooth(_) => 0.0,
        }
    }

    pub(super) fn carrier_level(&self, carrier: Carrier) -> f64 {
        let unlimited = UNLIMITED * self.expansion.force_size();
        match carrier {
            Carrier::Contact(contact) if self.structure.contacts[contact].is_freewheel() => unlimited,
            Carrier::Contact(contact) => self.contact_level(contact),
            Carrier::Gear(index) => {
                let gear = &self.structure.gears[index];
                let mesh = self.expansion.mesh_torque(&self.situation(), index).abs();
                gear.static_ratio * (gear.levels.coulomb + gear.levels.aiding_gain * mesh)
            }
            Carrier::Stop(..) => unlimited,
        }
    }

    /// How everything changes with what a carrier carries.
    pub(super) fn differentiate_by_carrier(&mut self, column: usize) {
        self.drive.stand_still();
        let slope = &mut self.drive.torque.slope;
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
        let Self { equilibrium, structure, mode, drive, clusters, expansion, position, velocity, internal, .. } = self;
        let Equilibrium { along_internal, still, .. } = equilibrium;
        along_internal.fill(0.0);
        let at = Situation { structure, mode, clusters, drive, position, velocity, internal };
        expansion.length = 1.0;
        expansion.add_direction(&at, still, still, along_internal);
        self.drive.stand_still();
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
            let engagement = self.drive.engagement.value[contact];
            if carried.abs() > self.contact_level(contact) {
                return Err(Unbalanced::Contact(contact));
            }
            self.internal[*state] = if carried == 0.0 { 0.0 } else { carried / (engagement * bristle.stiffness) };
        }
        Ok(())
    }
}
