//! Which bodies move together, and the torques that hold them together.
//!
//! Gears, contacts at rest and touched stops join bodies to **clusters**; one of them may hold the ground. Of the elements of a
//! cluster a spanning tree is enough to hold it. Every body b then moves with a_b = f_b·a of its cluster, and the balance of
//! each body, from the leaves to the root, gives the torque x of the element that joins it to the tree:
//!
//! ```text
//! J_b·f_b·a = F_b + Σ g·x over the elements of b       so x = α·a + β
//! ```
//!
//! α depends on the cluster only, β on the forces. At the root, a = (F + Σ g·β)/mass. Elements that the tree does not need are
//! **chords**: contacts among them share the torque with the tree ([`super::split`]). Friction carries first, so stops and freewheels are
//! chords only where others of their kind are in the tree, which they relieve.

use super::constants::CONSTANTS;
use super::elements::Turning;
use super::ties::is_same_motion;
use super::{Contact, Gear, GearMode, Structure};
use crate::memory::{Heap, List};

/// The element that joins a body to the tree.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Joint {
    /// A gear.
    Gear(usize),
    /// A contact at rest.
    Contact(usize),
    /// The losses of a gear at rest, which hold its first body to the ground.
    Hold(usize),
    /// A stop of this body, or of its parent.
    Stop(usize),
}

/// How a body hangs in the tree.
#[derive(Clone, Copy, Debug)]
pub(super) struct Link {
    /// The element.
    pub joint: Joint,
    /// The body nearer to the root; `None` is the ground.
    pub parent: Option<usize>,
    /// Torque on the body per torque of the element.
    pub own: f64,
    /// Torque on the parent.
    pub on_parent: f64,
    /// The body is the first of the element.
    pub is_first: bool,
}

/// The clusters of a mode.
#[derive(Debug)]
pub(super) struct Clusters {
    /// Bodies from the roots to the leaves.
    pub order: List<usize>,
    /// What joins each body; `None` for the root of a cluster that moves.
    pub link: List<Option<Link>>,
    /// The root of each body's cluster; `None` where that holds the ground.
    pub root: List<Option<usize>>,
    /// Velocity of each body over that of its root; 0 on the ground.
    pub factor: List<f64>,
    /// Position of each body less the factor times that of its root.
    pub offset: List<f64>,
    /// The roots for which the offsets stand.
    placed_root: List<Option<usize>>,
    /// The offsets of the mode while other shares are shown.
    kept_offset: List<f64>,
    /// α of each link.
    pub alpha: List<f64>,
    /// Inertia of the cluster, at its root.
    pub mass: List<f64>,
    /// Size of the terms that it was summed from.
    mass_size: List<f64>,
    /// Bodies whose motion is prescribed: as roots they have an infinite inertia.
    pub is_prescribed: List<bool>,
    /// What shares torques with the tree: contacts, and stops and freewheels that relieve others.
    pub chords: List<Chord>,
    /// Space for what a torque carries along the tree.
    path: List<f64>,
    /// Contacts at rest that close a loop in which no motion is possible, with the roots of what they lock.
    pub locks: List<(usize, usize)>,
    /// Torque of each link per torque of each lock, lock by lock.
    lock_path: List<f64>,
    /// Torque at the root per torque of each lock.
    lock_gain: List<f64>,
    /// Elements at rest that the tree does not need.
    pub spares: usize,
    /// Sets of joined bodies; the last is the ground.
    set: List<usize>,
    /// Sets with the ground or a body whose motion is prescribed: no two of them are joined.
    is_fixed: List<bool>,
    /// Elements of the tree: joint, first, second.
    tree: List<(Joint, Option<usize>, usize)>,
}

/// An element as it joins: torque per x on the first and on the second, and v_first over v_second. The x of a gear is the
/// mesh torque; the first gives the losses that are proportional to it as well.
///
/// Those of a table are at first those of rest, so that what hangs where follows from the mode alone; see
/// [`Clusters::follow_losses`].
fn shape(joint: Joint, structure: &Structure, gears: &[GearMode]) -> (f64, f64, f64) {
    match joint {
        Joint::Gear(index) => {
            let gear = &structure.gears[index];
            let losses = gears.get(index).map_or(0.0, |mode| mode.factor(gear, &gear.levels));
            (-transmission(losses), gear.ratio, gear.ratio)
        }
        Joint::Contact(_) | Joint::Hold(_) | Joint::Stop(_) => (1.0, -1.0, 1.0),
    }
}

/// What the first of a gear gives per mesh torque. What it gives for nothing at all would have no bound.
fn transmission(losses: f64) -> f64 {
    if (1.0 + losses).abs() < CONSTANTS.min_transmission { CONSTANTS.min_transmission } else { 1.0 + losses }
}

/// The ends of a contact with the torque on each, per torque of the contact.
pub(super) fn ends_of(contact: &Contact) -> [(Option<usize>, f64); 2] {
    [(contact.first, 1.0), (Some(contact.second), -1.0)]
}

/// What is at rest and is not needed by the tree, but shares torques with it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Chord {
    /// A contact, by its level.
    Friction(usize),
    /// A freewheel, with others and stops.
    Freewheel(usize),
    /// The stop of a body, with others and freewheels.
    Stop(usize),
}

impl Chord {
    /// The contact that it is.
    pub fn contact(self) -> Option<usize> {
        match self {
            Self::Friction(contact) | Self::Freewheel(contact) => Some(contact),
            Self::Stop(_) => None,
        }
    }

    /// Its ends with the torque on each, per torque of its own.
    pub fn ends(self, structure: &Structure) -> [(Option<usize>, f64); 2] {
        match self {
            Self::Friction(contact) | Self::Freewheel(contact) => ends_of(&structure.contacts[contact]),
            Self::Stop(body) => [(None, 1.0), (Some(body), -1.0)],
        }
    }
}

impl Joint {
    /// Whether it is a stop or a freewheel, which carry what friction can not.
    pub fn is_one_way(self, structure: &Structure) -> bool {
        match self {
            Self::Contact(contact) => structure.contacts[contact].is_freewheel(),
            Self::Stop(_) => true,
            Self::Gear(_) | Self::Hold(_) => false,
        }
    }
}

/// Takes out of a path what is rounding, where the ways of both ends are the same.
pub(super) fn drop_rounding(path: &mut [f64]) {
    let largest = path.iter().fold(0.0, |largest, torque| f64::max(largest, torque.abs()));
    path.iter_mut()
        .filter(|torque| torque.abs() <= CONSTANTS.complementarity.reltol_zero * largest)
        .for_each(|torque| *torque = 0.0);
}

impl Clusters {
    pub fn new(structure: &Structure, heap: &mut Heap) -> Self {
        let n = structure.bodies.len();
        Self {
            order: heap.with_capacity(n),
            link: heap.filled(None, n),
            root: heap.filled(None, n),
            factor: heap.filled(1.0, n),
            offset: heap.filled(0.0, n),
            placed_root: heap.filled(None, n),
            kept_offset: heap.filled(0.0, n),
            alpha: heap.filled(0.0, n),
            mass: heap.filled(0.0, n),
            mass_size: heap.filled(0.0, n),
            is_prescribed: heap.filled(false, n),
            chords: heap.with_capacity(structure.contacts.len() + n),
            path: heap.filled(0.0, 2 * n),
            locks: heap.with_capacity(n),
            lock_path: heap.filled(0.0, n * n),
            lock_gain: heap.filled(0.0, n),
            spares: 0,
            set: heap.filled(0, n + 1),
            is_fixed: heap.filled(false, n + 1),
            tree: heap.with_capacity(n),
        }
    }

    /// Gears without losses, which alone tie these groups, have other ratios: so have the velocities of what they tie.
    pub fn follow_ratios(&mut self, ratio: impl Fn(usize) -> f64) {
        for &body in &self.order {
            let Some(Link { joint: Joint::Gear(gear), parent: Some(parent), is_first, .. }) = self.link[body] else {
                continue;
            };
            let ratio = ratio(gear);
            self.factor[body] = self.factor[parent] * if is_first { ratio } else { 1.0 / ratio };
        }
    }

    /// Joins what gears alone tie, with the losses of those that turn.
    pub fn build_groups(&mut self, structure: &Structure, turning: Turning<'_>) {
        self.begin(structure);
        self.hang(structure, turning.modes);
        self.follow_losses(structure, turning);
    }

    /// Gears whose losses depend on their speed have those of the present one.
    pub fn follow_losses(&mut self, structure: &Structure, turning: Turning<'_>) {
        for link in self.link.iter_mut().flatten() {
            let Joint::Gear(index) = link.joint else { continue };
            let gear = &structure.gears[index];
            if gear.has_share_over_speed() {
                let on_first = -transmission(turning.factor(gear, index));
                *(if link.is_first { &mut link.own } else { &mut link.on_parent }) = on_first;
            }
        }
        self.weigh(structure);
    }

    fn begin(&mut self, structure: &Structure) {
        for (index, set) in self.set.iter_mut().enumerate() {
            *set = index;
        }
        self.is_fixed.fill(false);
        for &(_, body) in &structure.motions {
            (self.is_prescribed[body], self.is_fixed[body]) = (true, true);
        }
        *self.is_fixed.last_mut().unwrap_or(&mut false) = true;
        self.tree.clear();
        self.chords.clear();
        self.locks.clear();
        self.spares = 0;
        for (index, gear) in structure.gears.iter().enumerate() {
            self.join(Joint::Gear(index), Some(gear.first), gear.second);
        }
    }

    /// Joins what gears, these contacts and these stops hold together. Friction carries before freewheels, and these before
    /// stops.
    pub fn build(
        &mut self,
        structure: &Structure,
        at_rest: &dyn Fn(usize) -> bool,
        turning: Turning<'_>,
        stops: &[i8],
    ) {
        let gears = turning.modes;
        self.begin(structure);
        for is_freewheel in [false, true] {
            if is_freewheel {
                self.hold(structure, gears);
            }
            for (index, contact) in structure.contacts.iter().enumerate() {
                let takes_part = contact.is_freewheel() == is_freewheel && at_rest(index);
                if takes_part && !self.join(Joint::Contact(index), contact.first, contact.second) {
                    self.chords.push(if is_freewheel { Chord::Freewheel(index) } else { Chord::Friction(index) });
                }
            }
        }
        for (body, side) in stops.iter().enumerate() {
            if *side != 0 && !self.join(Joint::Stop(body), None, body) {
                self.chords.push(Chord::Stop(body));
            }
        }
        self.hang(structure, gears);
        self.lock(structure, gears);
        self.follow_losses(structure, turning);
        self.keep_what_shares(structure);
    }

    /// Of stops and freewheels only those are chords that relieve others of their kind.
    fn keep_what_shares(&mut self, structure: &Structure) {
        let (mut chords, mut path) = (core::mem::take(&mut self.chords), core::mem::take(&mut self.path));
        chords.retain(|&chord| match chord {
            Chord::Friction(_) => true,
            Chord::Freewheel(_) | Chord::Stop(_) => {
                self.go_round(structure, chord, &mut path);
                self.one_way_on(structure, &path).next().is_some()
            }
        });
        (self.chords, self.path) = (chords, path);
    }

    /// What a stop that has no part would change in half the sum of the squares of stops and freewheels, per torque of its own, where links and
    /// locks carry these torques; 0 where it relieves none of them.
    pub fn relief(&mut self, structure: &Structure, body: usize, torque: &[f64]) -> f64 {
        let mut path = core::mem::take(&mut self.path);
        self.go_round(structure, Chord::Stop(body), &mut path);
        let relief = self.one_way_on(structure, &path).fold(0.0, |sum, carrier| sum + path[carrier] * torque[carrier]);
        self.path = path;
        relief
    }

    /// Torques of the tree per torque of a stop or a freewheel that closes a loop.
    fn go_round(&self, structure: &Structure, chord: Chord, path: &mut [f64]) {
        if self.carry(chord.ends(structure), path).abs() > CONSTANTS.complementarity.reltol_zero {
            self.carry_without_losses(structure, chord.ends(structure), path);
        }
        drop_rounding(path);
    }

    /// The stops and freewheels of the tree on a way.
    fn one_way_on(&self, structure: &Structure, path: &[f64]) -> impl Iterator<Item = usize> {
        let is_one_way = |carrier: usize| self.carrier(carrier).is_some_and(|joint| joint.is_one_way(structure));
        (0..path.len()).filter(move |&carrier| path[carrier] != 0.0 && is_one_way(carrier))
    }

    /// What carries in this place of a path: the links of all bodies, and behind them the locks.
    // In line it would be in the library ten times.
    #[inline(never)]
    pub fn carrier(&self, place: usize) -> Option<Joint> {
        match place.checked_sub(self.link.len()) {
            None => self.link[place].map(|link| link.joint),
            Some(lock) => self.locks.get(lock).map(|(contact, _)| Joint::Contact(*contact)),
        }
    }

    /// Finds loops that only rest can satisfy: their velocities differ by the way round, as with two clutches on a gear, or they wedge a
    /// gear, whose losses are all that they can be at rest: the torque that goes round is that at which these hold the loop.
    fn lock(&mut self, structure: &Structure, gears: &[GearMode]) {
        for place in 0..self.chords.len() {
            let Some(chord) = self.chords[place].contact() else { continue };
            let contact = &structure.contacts[chord];
            let (Some(first), Some(root)) = (contact.first, self.root[contact.second]) else { continue };
            let (a, b) = (self.factor[first], self.factor[contact.second]);
            if self.root[first] != Some(root) || self.is_prescribed[root] {
                // What is between prescribed motions goes with them.
                continue;
            }
            let is_consistent = is_same_motion(a, b);
            let is_wedged = |(mode, gear): (&GearMode, &Gear)| {
                matches!(mode, GearMode::LossSaturated { .. }) && self.root[gear.first] == Some(root)
            };
            if is_consistent && !gears.iter().zip(&structure.gears).any(is_wedged) {
                continue;
            }
            let number = self.locks.len();
            let bodies = self.link.len();
            let mut paths = core::mem::take(&mut self.lock_path);
            let path = &mut paths[number * bodies..(number + 1) * bodies];
            let gain = self.carry(ends_of(contact), path);
            self.lock_path = paths;
            if is_consistent && gain.abs() <= CONSTANTS.min_transmission {
                continue;
            }
            // A torque that acts on nothing holds nothing: as one that hardly does it would exceed any level.
            self.lock_gain[number] =
                if gain.abs() < CONSTANTS.reltol_singular { CONSTANTS.reltol_singular } else { gain };
            self.locks.push((chord, root));
            for body in 0..self.root.len() {
                if self.root[body] == Some(root) {
                    (self.root[body], self.factor[body]) = (None, 0.0);
                }
            }
        }
        let Self { chords, locks, .. } = self;
        chords.retain(|chord| !locks.iter().any(|(lock, _)| chord.contact() == Some(*lock)));
    }

    /// Carries a unit torque of an element at these ends, with the torque on each, along the tree: `path` becomes the torque of
    /// each link, and behind them of each lock if there is room. Returns what arrives at roots that move; what arrives at one that a loop locks
    /// goes round in that.
    pub fn carry(&self, ends: [(Option<usize>, f64); 2], path: &mut [f64]) -> f64 {
        path.fill(0.0);
        let mut arrived = 0.0;
        for (end, torque) in ends {
            let Some((root, force)) = self.carry_to_root((end, torque), path, |link| (link.own, link.on_parent)) else {
                continue;
            };
            if let Some(lock) = self.locks.iter().position(|(_, of)| *of == root) {
                self.carry_round(lock, -force / self.lock_gain[lock], path);
            } else if !self.is_prescribed[root] {
                arrived += force;
            }
        }
        arrived
    }

    /// Adds to the torques of the links from a body to its root, where `torques` are those of a link on its own body and on the parent per
    /// torque that it carries. Returns the root and what arrives there; `None` where the way ends at the ground.
    fn carry_to_root(
        &self,
        (end, torque): (Option<usize>, f64),
        path: &mut [f64],
        torques: impl Fn(&Link) -> (f64, f64),
    ) -> Option<(usize, f64)> {
        let (mut body, mut force) = (end?, torque);
        while let Some(link) = &self.link[body] {
            let (own, on_parent) = torques(link);
            let carried = -force / own;
            path[body] += carried;
            force = on_parent * carried;
            body = link.parent?;
        }
        Some((body, force))
    }

    /// The same as if no gear had losses: the way round a loop that moves, which it has in common with its deflections.
    pub fn carry_without_losses(&self, structure: &Structure, ends: [(Option<usize>, f64); 2], path: &mut [f64]) {
        path.fill(0.0);
        let torques = |link: &Link| match link.joint {
            Joint::Gear(gear) if link.is_first => (-1.0, structure.gears[gear].ratio),
            Joint::Gear(gear) => (structure.gears[gear].ratio, -1.0),
            Joint::Contact(_) | Joint::Hold(_) | Joint::Stop(_) => (link.own, link.on_parent),
        };
        for end in ends {
            // What arrives at the root does not matter here.
            let _ = self.carry_to_root(end, path, torques);
        }
        drop_rounding(path);
    }

    /// The acceleration of the root of a body under a torque there, whose torques of the links are added.
    pub fn drive(&self, body: usize, torque: f64, path: &mut [f64]) -> f64 {
        let Some(root) = self.root[body] else { return 0.0 };
        let acceleration = torque / self.mass[root];
        for (body, path) in path.iter_mut().enumerate().take(self.link.len()) {
            if self.root[body] == Some(root) && self.link[body].is_some() {
                *path += self.alpha[body] * acceleration;
            }
        }
        acceleration
    }

    /// Adds the accelerations of a cluster, of which this is a body, to those of all bodies.
    pub fn accelerate(&self, body: usize, at_root: f64, acceleration: &mut [f64]) {
        let Some(root) = self.root[body] else { return };
        for (body, acceleration) in acceleration.iter_mut().enumerate() {
            if self.root[body] == Some(root) {
                *acceleration += self.factor[body] * at_root;
            }
        }
    }

    /// Adds the torques of the links per torque of a lock, times that, and the torque of the lock behind them if there is room.
    fn carry_round(&self, lock: usize, torque: f64, path: &mut [f64]) {
        let bodies = self.link.len();
        let of_lock = &self.lock_path[lock * bodies..(lock + 1) * bodies];
        path.iter_mut().zip(of_lock).for_each(|(path, of_lock)| *path += torque * of_lock);
        path.get_mut(bodies + lock).into_iter().for_each(|own| *own += torque);
    }

    /// Whether a body hangs below a link, that of `top`.
    pub fn is_below(&self, body: usize, top: usize) -> bool {
        let mut at = Some(body);
        while let Some(body) = at {
            if body == top {
                return true;
            }
            at = self.link[body].and_then(|link| link.parent);
        }
        false
    }

    /// Joins what the losses of gears hold.
    fn hold(&mut self, structure: &Structure, gears: &[GearMode]) {
        for (index, mode) in gears.iter().enumerate() {
            if matches!(mode, GearMode::Held(_)) {
                self.join(Joint::Hold(index), None, structure.gears[index].first);
            }
        }
    }

    /// Adds an element to the tree if it joins two sets.
    fn join(&mut self, joint: Joint, first: Option<usize>, second: usize) -> bool {
        let ground = self.set.len() - 1;
        let (a, b) = (self.set[first.unwrap_or(ground)], self.set[second]);
        if a == b || (self.is_fixed[a] && self.is_fixed[b]) {
            self.spares += 1;
            return false;
        }
        // The number of the ground is the largest, and stays.
        let (from, to) = (a.min(b), a.max(b));
        self.set.iter_mut().filter(|set| **set == from).for_each(|set| *set = to);
        self.is_fixed[to] |= self.is_fixed[from];
        self.tree.push((joint, first, second));
        true
    }

    /// Hangs all bodies below their roots.
    fn hang(&mut self, structure: &Structure, gears: &[GearMode]) {
        let bodies = self.link.len();
        let ground = self.set[bodies];
        self.order.clear();
        self.link.fill(None);
        for body in 0..bodies {
            (self.root[body], self.factor[body]) = (None, f64::NAN);
        }
        self.hang_below(structure, gears, None, None);
        for body in 0..bodies {
            if self.factor[body].is_nan() && self.set[body] != ground {
                self.hang_cluster(structure, gears, self.preferred_root(structure, body));
            }
        }
    }

    /// The body of a set whose motion is prescribed, or the first one that no gear with losses drives: from there every gear is passed from
    /// its first to its second, where its mesh torque follows from what is behind it, whatever its efficiency.
    fn preferred_root(&self, structure: &Structure, body: usize) -> usize {
        let is_driven = |body: usize| structure.gears.iter().any(|gear| gear.is_lossy() && gear.second == body);
        let members = || (body..self.link.len()).filter(|&other| self.set[other] == self.set[body]);
        let prescribed = members().find(|&other| self.is_prescribed[other]);
        prescribed.or_else(|| members().find(|&other| !is_driven(other))).unwrap_or(body)
    }

    /// Hangs a cluster that moves, with its `root` if that determines all mesh torques: the balance of the first body of a gear
    /// that hardly gives it anything does not. Such a body becomes the root itself.
    fn hang_cluster(&mut self, structure: &Structure, gears: &[GearMode], mut root: usize) {
        let begin = self.order.len();
        for _ in 0..=structure.gears.len() {
            for place in begin..self.order.len() {
                let body = self.order[place];
                (self.link[body], self.root[body], self.factor[body]) = (None, None, f64::NAN);
            }
            self.order.truncate(begin);
            (self.root[root], self.factor[root]) = (Some(root), 1.0);
            self.order.push(root);
            self.hang_below(structure, gears, Some(root), Some(root));
            if self.is_prescribed[root] {
                return;
            }
            let Some(other) = self.order[begin..].iter().find(|&&body| self.has_ill_conditioned_link(body)) else {
                return;
            };
            root = *other;
        }
    }

    /// Whether a body is the first of the gear that it hangs by, and is hardly given anything there.
    fn has_ill_conditioned_link(&self, body: usize) -> bool {
        let is_ill_conditioned = |link: Link| {
            link.is_first && matches!(link.joint, Joint::Gear(_)) && link.own.abs() < CONSTANTS.small_transmission
        };
        self.link[body].is_some_and(is_ill_conditioned)
    }

    /// A gear whose mesh torque nothing determines: its first body hangs by it, and is given nothing; or it carries all that it can in a loop
    /// in which it takes whatever goes round.
    pub fn undetermined_gear(&self, structure: &Structure, gears: &[GearMode]) -> Option<usize> {
        let given_nothing = self.link.iter().flatten().find_map(|link| match link.joint {
            Joint::Gear(gear) if link.is_first && link.own.abs() <= CONSTANTS.min_transmission => Some(gear),
            Joint::Gear(_) | Joint::Contact(_) | Joint::Hold(_) | Joint::Stop(_) => None,
        });
        let takes_all = |&(gear, part): &(usize, &Gear)| {
            let is_idle = |((_, root), gain): (&(usize, usize), &f64)| {
                *gain == CONSTANTS.reltol_singular && self.is_below(part.first, *root)
            };
            matches!(gears[gear], GearMode::LossSaturated { .. }) && self.locks.iter().zip(&self.lock_gain).any(is_idle)
        };
        given_nothing.or_else(|| structure.gears.iter().enumerate().find(takes_all).map(|(gear, _)| gear))
    }

    /// Hangs what the tree joins to `start`, and to what hangs there then.
    fn hang_below(&mut self, structure: &Structure, gears: &[GearMode], root: Option<usize>, start: Option<usize>) {
        let mut next = self.order.len();
        let mut parent = start;
        loop {
            for &(joint, first, second) in &self.tree {
                let (on_first, on_second, ratio) = shape(joint, structure, gears);
                let (body, own, on_parent, ratio) = if first == parent {
                    (Some(second), on_second, on_first, 1.0 / ratio)
                } else if Some(second) == parent {
                    (first, on_first, on_second, ratio)
                } else {
                    continue;
                };
                let Some(body) = body else { continue };
                if !self.factor[body].is_nan() {
                    continue;
                }
                let is_first = first == Some(body);
                self.link[body] = Some(Link { joint, parent, own, on_parent, is_first });
                self.root[body] = root;
                self.factor[body] = root.map_or(0.0, |_| parent.map_or(0.0, |parent| self.factor[parent] * ratio));
                self.order.push(body);
            }
            let Some(&body) = self.order.get(next) else { return };
            parent = Some(body);
            next += 1;
        }
    }

    /// α of all links and the inertia of all clusters.
    fn weigh(&mut self, structure: &Structure) {
        for (body, mass) in self.mass.iter_mut().enumerate() {
            *mass = structure.bodies[body].inertia * self.factor[body];
            self.mass_size[body] = mass.abs();
        }
        for &body in self.order.iter().rev() {
            let Some(link) = self.link[body] else { continue };
            let alpha = self.mass[body] / link.own;
            self.alpha[body] = alpha;
            if let Some(parent) = link.parent {
                self.mass[parent] -= link.on_parent * alpha;
                self.mass_size[parent] += (link.on_parent / link.own).abs() * self.mass_size[body];
            }
        }
        for root in 0..self.mass.len() {
            if self.is_prescribed[root] {
                self.mass[root] = f64::INFINITY;
            }
            self.keep_from_zero(root);
        }
    }

    /// An inertia of which losses leave nothing is as one of which they leave a little less: no motion, and a torque that is a number.
    fn keep_from_zero(&mut self, root: usize) {
        let least = CONSTANTS.reltol_singular * self.mass_size[root];
        if self.root[root] == Some(root) && self.mass[root].abs() < least {
            // Of the two signs the one with which the cluster jams.
            self.mass[root] = least;
            if self.has_motion(root) {
                self.mass[root] = -least;
            }
        }
    }

    /// Keeps the offsets while other shares, and so other roots, are shown.
    pub fn keep_offsets(&mut self) {
        self.kept_offset.copy_from_slice(&self.offset);
    }

    /// Puts them back, to the bit, once the roots are those of before.
    pub fn restore_offsets(&mut self) {
        self.offset.copy_from_slice(&self.kept_offset);
        self.take_as_placed();
    }

    /// The offsets are those for the present roots.
    pub fn take_as_placed(&mut self) {
        self.placed_root.copy_from_slice(&self.root);
    }

    /// Fixes the offsets of all bodies to their roots at these positions.
    pub fn place(&mut self, position: &[f64]) {
        self.place_those(position, |_, _| true);
    }

    /// The same of those that have other roots than before: all others keep theirs to the bit.
    pub fn place_moved(&mut self, position: &[f64]) {
        self.place_those(position, |before, now| before != now);
    }

    fn place_those(&mut self, position: &[f64], which: impl Fn(Option<usize>, Option<usize>) -> bool) {
        for &body in self.order.iter().filter(|&&body| which(self.placed_root[body], self.root[body])) {
            let root = self.root[body].map_or(0.0, |root| position[root]);
            self.offset[body] = position[body] - self.factor[body] * root;
        }
        self.take_as_placed();
    }

    /// Torque at the root per torque on a body: more or less than the factor of the velocities where a gear has losses.
    pub fn torque_factor(&self, body: usize) -> f64 {
        let (mut factor, mut at) = (1.0, body);
        while let Some(link) = self.link[at] {
            factor *= -link.on_parent / link.own;
            let Some(parent) = link.parent else { return 0.0 };
            at = parent;
        }
        factor
    }

    /// The root of the cluster of a body that torques move. What has a prescribed motion is held like the ground: whether it goes on with others
    /// is asked where motions are.
    pub fn free_root(&self, body: usize) -> Option<usize> {
        self.root[body].filter(|root| !self.is_prescribed[*root])
    }

    /// Whether nothing in the tree keeps the bodies of a contact from moving against each other.
    pub fn parts(&self, contact: &Contact) -> bool {
        let of = |body: Option<usize>| body.and_then(|body| Some((self.free_root(body)?, self.factor[body])));
        match [of(contact.first), of(Some(contact.second))] {
            [None, None] => false,
            [Some((one, a)), Some((other, b))] => one != other || !is_same_motion(a, b),
            [None, Some(_)] | [Some(_), None] => true,
        }
    }

    /// The body that an element joins to the tree, if it is in that.
    pub fn body_of(&self, joint: Joint) -> Option<usize> {
        self.link.iter().position(|link| link.is_some_and(|link| link.joint == joint))
    }

    /// Inertia of a cluster, at its root.
    pub fn inertia(&self, root: usize) -> f64 {
        self.mass[root]
    }

    /// Whether the bodies of a cluster have a motion: gears that its tree passes from the second to the first turn the sign of
    /// the inertia where they take more than they are given.
    pub fn has_motion(&self, root: usize) -> bool {
        if self.is_prescribed[root] {
            return true;
        }
        let turned = self.link.iter().enumerate().filter(|(body, link)| {
            let takes =
                link.is_some_and(|link| matches!(link.joint, Joint::Gear(_)) && link.own > 0.0 && link.is_first);
            takes && self.root[*body] == Some(root)
        });
        let sign = if turned.count() % 2 == 0 { 1.0 } else { -1.0 };
        sign * self.mass[root] > 0.0
    }

    /// Accelerations and torques of the tree from the forces on the bodies. `torque` of a body is that of its link; those of the locks
    /// stand behind them if there is room.
    pub fn solve(&self, force: &mut [f64], acceleration: &mut [f64], torque: &mut [f64]) {
        // Links of former clusters carry nothing: their torques must not count in the size that determines what is rounding.
        torque.fill(0.0);
        for &body in self.order.iter().rev() {
            if let Some(link) = self.link[body] {
                let beta = -force[body] / link.own;
                torque[body] = beta;
                if let Some(parent) = link.parent {
                    force[parent] += link.on_parent * beta;
                }
            }
        }
        for &body in &self.order {
            match (self.link[body], self.root[body]) {
                (None, Some(_)) => acceleration[body] = force[body] / self.mass[body],
                (None, None) => acceleration[body] = 0.0,
                (Some(_), Some(root)) => {
                    acceleration[body] = self.factor[body] * acceleration[root];
                    torque[body] += self.alpha[body] * acceleration[root];
                }
                (Some(_), None) => acceleration[body] = 0.0,
            }
        }
        for (number, &(_, root)) in self.locks.iter().enumerate() {
            self.carry_round(number, -force[root] / self.lock_gain[number], torque);
        }
    }

    /// Takes all bodies to where the roots of their clusters are; those on the ground rest.
    pub fn follow_roots(&self, position: &mut [f64], velocity: &mut [f64]) {
        for &body in &self.order {
            match (self.root[body], self.link[body]) {
                (None, _) => velocity[body] = 0.0,
                (Some(_), None) => {}
                (Some(root), Some(_)) => {
                    position[body] = self.factor[body] * position[root] + self.offset[body];
                    velocity[body] = self.factor[body] * velocity[root];
                }
            }
        }
    }

    /// Velocities at which the clusters move together, as if their parts had met without any other impulse: the losses of gears
    /// have none.
    pub fn unite(&self, structure: &Structure, velocity: &mut [f64], momentum: &mut [f64], inertia: &mut [f64]) {
        momentum.fill(0.0);
        inertia.fill(0.0);
        for &body in &self.order {
            if let Some(root) = self.root[body] {
                let weight = self.factor[body] * structure.bodies[body].inertia;
                momentum[root] += weight * velocity[body];
                inertia[root] += weight * self.factor[body];
            }
        }
        for &body in &self.order {
            velocity[body] = match (self.root[body], self.link[body]) {
                (None, _) => 0.0,
                // A body alone keeps its velocity to the bit.
                (Some(root), None) if self.is_prescribed[root] || self.is_alone(root) => velocity[body],
                (Some(root), None) => momentum[root] / inertia[root],
                (Some(root), Some(_)) => self.factor[body] * velocity[root],
            };
        }
    }

    /// Nothing hangs below this root.
    fn is_alone(&self, root: usize) -> bool {
        self.order.iter().all(|&body| body == root || self.root[body] != Some(root))
    }
}
