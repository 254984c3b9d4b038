//! The FMU that the library was configured to be.
//!
//! A configuration changes identity, start values and variabilities of one of the declared models; their number, types, units
//! and ranges stay. Or it puts a model together from elements. It stands in a block of the library ([`configuration_block`]).
//! What is read from it takes memory, which all instances share and a [`Keeper`] owns.

#[cfg(feature = "drivetrain")]
use super::assembled;
use super::memory::{Text, text};
use crate::interface::{Causality, FrictionTable, INTERFACES, IntegerVariable, Interface, RealVariable, Variability};
use crate::memory::{Heap, OutOfMemory};
use configuration_block::{Content, Damage, Variability as Configured};
use std::vec::Vec;

/// Why a configuration is refused.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Refused {
    /// The block is damaged.
    Damaged(Damage),
    /// It is of a model that the library does not have.
    Model,
    /// It has another number of variables than its model.
    Count,
    /// A start value is outside the range of its variable, or belongs to one that has none.
    Start(&'static str),
    /// A variable cannot be a constant, or cannot be tunable.
    Variability(&'static str),
    /// A table of friction has no element, or points that are none.
    Table,
    /// An element is of no kind, or joins what it cannot.
    Element,
    /// There is no memory for the variables.
    Memory,
}

impl From<Damage> for Refused {
    fn from(damage: Damage) -> Self {
        Self::Damaged(damage)
    }
}

impl From<OutOfMemory> for Refused {
    fn from(_: OutOfMemory) -> Self {
        Self::Memory
    }
}

impl Refused {
    /// One sentence: why, and what to do.
    pub fn sentence(self) -> Text {
        let why = match self {
            Self::Damaged(damage) => text!("{damage}"),
            Self::Model => Text::Borrowed("it is of a model that this library does not have"),
            Self::Count => Text::Borrowed("it has not as many variables as its model"),
            Self::Start(name) => text!("the start value of {name} is none that the variable takes"),
            Self::Variability(name) => text!("{name} cannot have its declared variability"),
            Self::Table => Text::Borrowed("a table of friction in it has no element, or points that are none"),
            Self::Element => Text::Borrowed("an element of it is none that this library knows, or joins none"),
            Self::Memory => return Text::Borrowed(super::OutOfMemory::MESSAGE),
        };
        text!("the configuration in the library is refused: {why}; build the FMU anew with fmu-pack")
    }
}

/// Owns the lists to which an [`Interface`] refers.
pub trait Keeper {
    /// Takes a list over. What it gives may be used for as long as the lists are kept; `'static` because instances do not show how
    /// long that is.
    fn keep<T: Copy + 'static>(&mut self, list: Vec<T>) -> &'static [T];
}

/// Keeps lists for as long as the process runs.
#[derive(Debug)]
pub struct Forever;

impl Keeper for Forever {
    fn keep<T: Copy + 'static>(&mut self, list: Vec<T>) -> &'static [T] {
        list.leak()
    }
}

/// Where the lists of an FMU will stand: all the memory that they need, so that they are made as a whole or not at all.
#[derive(Debug)]
pub(super) struct Storage {
    pub reals: Vec<RealVariable>,
    pub integers: Vec<IntegerVariable>,
    /// The points of all tables, one table after the other.
    pub points: Vec<[f64; 4]>,
}

impl Storage {
    /// Memory for a content that was checked.
    fn new(content: &Content<'_>) -> Result<Self, Refused> {
        let heap = &mut Heap::default();
        let storage = Self {
            reals: heap.with_capacity(content.reals.iter().len()).into(),
            integers: heap.with_capacity(content.integers.iter().len()).into(),
            points: heap.with_capacity(content.tables.iter().map(|table| table.points().len()).sum()).into(),
        };
        heap.outcome()?;
        Ok(storage)
    }
}

/// The variables of a declared model as configured.
fn declared(
    base: &Interface,
    content: &Content<'static>,
    storage: Storage,
    keeper: &mut impl Keeper,
) -> Result<Interface, Refused> {
    let Storage { mut reals, mut integers, points } = storage;
    let points = keep_points(content, points, keeper);
    for (variable, (start, configured)) in base.reals.iter().zip(content.reals.iter()) {
        reals.push(configured_real(variable, start, configured)?);
    }
    for (variable, (start, configured)) in base.integers.iter().zip(content.integers.iter()) {
        integers.push(configured_integer(variable, start, configured)?);
    }
    Ok(Interface {
        identifier: content.identifier,
        guid: content.guid,
        reals: keeper.keep(reals),
        integers: keeper.keep(integers),
        table: table_of(content, points, 0),
        ..*base
    })
}

/// Puts the points of all tables where they stay.
pub(super) fn keep_points(
    content: &Content<'_>,
    mut points: Vec<[f64; 4]>,
    keeper: &mut impl Keeper,
) -> &'static [[f64; 4]] {
    content.tables.iter().for_each(|table| points.extend(table.points()));
    keeper.keep(points)
}

/// The table of an element, of the points of all tables.
#[inline(never)]
pub(super) fn table_of(content: &Content<'_>, points: &'static [[f64; 4]], element: usize) -> FrictionTable {
    let mut rest = points;
    for table in content.tables.iter() {
        let (own, others) = rest.split_at(table.points().len());
        if usize::from(table.element) == element {
            return FrictionTable { points: own, has_load: table.has_load };
        }
        rest = others;
    }
    FrictionTable::NONE
}

/// Checks the tables of friction: each has one of the elements that can have one, and points that ascend from rest.
#[inline(never)]
pub(super) fn check_tables(content: &Content<'_>, can_have: &dyn Fn(usize) -> bool) -> Result<(), Refused> {
    let mut before = None;
    for table in content.tables.iter() {
        let element = usize::from(table.element);
        let numbers = 1..=FrictionTable::MOST_POINTS;
        let mut speed = None;
        let mut is_next = |[at, level, opposing, aiding]: [f64; 4]| {
            let ascends = speed.map_or(at == 0.0, |before| at > before);
            speed = Some(at);
            let is_number = [at, level, opposing, aiding].iter().all(|number| number.is_finite());
            ascends && is_number && level >= 0.0 && opposing >= 0.0 && aiding >= 0.0
        };
        let are_points = numbers.contains(&table.points().len()) && table.points().all(&mut is_next);
        if !are_points || !can_have(element) || before.is_some_and(|before| element <= before) {
            return Err(Refused::Table);
        }
        before = Some(element);
    }
    Ok(())
}

/// Checks the number of variables and their values.
fn check_declared(base: &Interface, content: &Content<'_>) -> Result<(), Refused> {
    let (reals, integers) = (content.reals.iter(), content.integers.iter());
    if reals.len() != base.reals.len() || integers.len() != base.integers.len() {
        return Err(Refused::Count);
    }
    check_tables(content, &|element| element == 0)?;
    for (variable, (start, configured)) in base.reals.iter().zip(reals) {
        configured_real(variable, start, configured)?;
    }
    for (variable, (start, configured)) in base.integers.iter().zip(integers) {
        configured_integer(variable, start, configured)?;
    }
    Ok(())
}

pub(super) fn configured_real(
    variable: &RealVariable,
    start: f64,
    configured: Configured,
) -> Result<RealVariable, Refused> {
    let unchanged = start.to_bits() == variable.start.to_bits();
    let is_allowed = if has_start(variable.causality) { variable.allows(start) } else { unchanged };
    if !is_allowed {
        return Err(Refused::Start(variable.name));
    }
    let can_be_tunable = variable.can_be_tunable || variable.causality == Causality::CalculatedParameter;
    let changed = with_variability(variable.causality, variable.variability, can_be_tunable, configured);
    let (causality, variability) = changed.ok_or(Refused::Variability(variable.name))?;
    Ok(RealVariable { start, causality, variability, ..*variable })
}

pub(super) fn configured_integer(
    variable: &IntegerVariable,
    start: i32,
    configured: Configured,
) -> Result<IntegerVariable, Refused> {
    let is_allowed = if has_start(variable.causality) { variable.allows(start) } else { start == variable.start };
    if !is_allowed {
        return Err(Refused::Start(variable.name));
    }
    let changed = with_variability(variable.causality, variable.variability, false, configured);
    let (causality, variability) = changed.ok_or(Refused::Variability(variable.name))?;
    Ok(IntegerVariable { start, causality, variability, ..*variable })
}

fn has_start(causality: Causality) -> bool {
    matches!(causality, Causality::Parameter | Causality::Input)
}

/// As modelDescription.xml has it.
fn with_variability(
    causality: Causality,
    variability: Variability,
    can_be_tunable: bool,
    configured: Configured,
) -> Option<(Causality, Variability)> {
    match configured {
        Configured::Declared => Some((causality, variability)),
        Configured::Constant => {
            (causality == Causality::Parameter).then_some((Causality::Local, Variability::Constant))
        }
        Configured::Tunable => can_be_tunable.then_some((causality, Variability::Tunable)),
    }
}

/// A configured FMU, which was checked.
#[derive(Debug)]
pub enum Configuration<'a> {
    /// A declared model with other values: the model, and what the block contains.
    Declared(&'static Interface, Content<'a>),
    /// A model that is put together from elements.
    #[cfg(feature = "drivetrain")]
    Assembled(Content<'a>),
}

impl<'a> Configuration<'a> {
    /// What the block contains.
    pub fn content(&self) -> &Content<'a> {
        match self {
            Self::Declared(_, content) => content,
            #[cfg(feature = "drivetrain")]
            Self::Assembled(content) => content,
        }
    }
}

/// The configuration in a block; `None` in an empty one.
pub fn read(block: &[u8]) -> Result<Option<Configuration<'_>>, Refused> {
    configuration_block::content(block)?.map(read_content).transpose()
}

fn read_content(content: &[u8]) -> Result<Configuration<'_>, Refused> {
    let content = configuration_block::decode(content)?;
    #[cfg(feature = "drivetrain")]
    if content.model == assembled::MODEL {
        assembled::check(&content)?;
        return Ok(Configuration::Assembled(content));
    }
    let base = INTERFACES.iter().find(|base| base.identifier == content.model).ok_or(Refused::Model)?;
    check_declared(base, &content)?;
    Ok(Configuration::Declared(base, content))
}

/// The FMU of a block, made with memory that the keeper then owns; `None` where the block is empty.
pub fn interface(block: &'static [u8], keeper: &mut impl Keeper) -> Result<Option<&'static Interface>, Refused> {
    let Some(content) = configuration_block::content(block)? else { return Ok(None) };
    interface_of_content(content, keeper)
}

/// The same of the content of a block.
pub fn interface_of_content(
    content: &'static [u8],
    keeper: &mut impl Keeper,
) -> Result<Option<&'static Interface>, Refused> {
    let configuration = read_content(content)?;
    let heap = &mut Heap::default();
    let mut place: Vec<Interface> = heap.with_capacity(1).into();
    heap.outcome()?;
    place.push(match configuration {
        Configuration::Declared(base, content) => declared(base, &content, Storage::new(&content)?, keeper)?,
        #[cfg(feature = "drivetrain")]
        Configuration::Assembled(content) => assembled::interface(&content, Storage::new(&content)?, keeper)?,
    });
    Ok(keeper.keep(place).first())
}

/// The declared model with this GUID.
pub fn declared_model(guid: &str) -> Option<&'static Interface> {
    INTERFACES.iter().copied().find(|interface| interface.guid == guid)
}

/// Why there is no FMU with this GUID.
pub fn unknown(guid: &str) -> Text {
    text!(
        "no FMU of this library has the GUID \"{guid}\"; \
         modelDescription.xml and the binary are not of the same build"
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::interface::VERSION;
    use configuration_block::{empty, encode, fill};
    use std::string::String;
    use std::vec::Vec;

    /// Start values and variabilities of a model.
    type Variables = (Vec<(f64, Configured)>, Vec<(i32, Configured)>);

    fn transmission() -> &'static Interface {
        INTERFACES.iter().find(|interface| interface.identifier == "MotionTransmission").unwrap()
    }

    fn declared() -> Variables {
        let base = transmission();
        (
            base.reals.iter().map(|variable| (variable.start, Configured::Declared)).collect(),
            base.integers.iter().map(|variable| (variable.start, Configured::Declared)).collect(),
        )
    }

    fn real(name: &str) -> usize {
        transmission().reals.iter().position(|variable| variable.name == name).unwrap()
    }

    fn law() -> usize {
        transmission().integers.iter().position(|variable| variable.name == "friction.law").unwrap()
    }

    fn block_of(model: &str, (reals, integers): &Variables) -> Vec<u8> {
        let mut block = empty(VERSION).to_vec();
        fill(&mut block, &encode([model, "Mine", "{mine}"], reals, integers, &[]).unwrap()).unwrap();
        block
    }

    fn refused(change: impl FnOnce(&mut Variables)) -> Refused {
        let mut variables = declared();
        change(&mut variables);
        read(&block_of("MotionTransmission", &variables)).expect_err("it is refused")
    }

    #[test]
    fn a_configured_interface_has_its_own_names_start_values_and_variabilities() {
        let mut variables = declared();
        variables.0[real("inertia")].0 = 0.25;
        variables.0[real("friction.coulomb_torque")].1 = Configured::Tunable;
        variables.1[law()] = (2, Configured::Constant);
        let block = block_of("MotionTransmission", &variables).leak();
        let mine = interface(block, &mut Forever).unwrap().unwrap();
        let base = transmission();
        assert_eq!((mine.identifier, mine.guid, mine.model), ("Mine", "{mine}", base.model));
        assert_eq!((mine.reals.len(), mine.integers.len()), (base.reals.len(), base.integers.len()));
        assert_eq!(mine.reals[real("inertia")].start, 0.25);
        assert_eq!(mine.reals[real("friction.coulomb_torque")].variability, Variability::Tunable);
        let chosen = mine.integers[law()];
        assert_eq!((chosen.start, chosen.causality), (2, Causality::Local));
        assert_eq!(chosen.variability, Variability::Constant);
        assert_eq!(mine.reals[real("load_torque")].start, base.reals[real("load_torque")].start);
    }

    #[test]
    fn an_empty_block_is_that_of_the_declared_models() {
        assert!(read(&empty(VERSION)).unwrap().is_none());
    }

    #[test]
    fn what_no_variable_takes_is_refused_by_its_name() {
        let inertia = real("inertia");
        assert_eq!(refused(|variables| variables.0[inertia].0 = -1.0), Refused::Start("inertia"));
        assert_eq!(refused(|variables| variables.0[inertia].0 = f64::NAN), Refused::Start("inertia"));
        assert_eq!(refused(|variables| variables.0[inertia].1 = Configured::Tunable), Refused::Variability("inertia"));
        let position = real("position");
        assert_eq!(refused(|variables| variables.0[position].0 = 1.0), Refused::Start("position"));
        let constant = refused(|variables| variables.0[position].1 = Configured::Constant);
        assert_eq!(constant, Refused::Variability("position"));
        assert_eq!(refused(|variables| variables.1[law()].0 = 99), Refused::Start("friction.law"));
        let tunable = refused(|variables| variables.1[law()].1 = Configured::Tunable);
        assert_eq!(tunable, Refused::Variability("friction.law"));
    }

    #[test]
    fn another_number_of_variables_and_another_model_are_refused() {
        assert_eq!(refused(|variables| variables.0.truncate(1)), Refused::Count);
        assert_eq!(refused(|variables| variables.1.push((0, Configured::Declared))), Refused::Count);
        assert_eq!(read(&block_of("Brake", &declared())).err(), Some(Refused::Model));
    }

    #[test]
    fn every_changed_byte_and_every_other_length_is_refused() {
        let block = block_of("MotionTransmission", &declared());
        let end = configuration_block::HEADER + configuration_block::content(&block).unwrap().unwrap().len();
        let mut damaged = block.clone();
        for place in 0..end {
            damaged[place] ^= 0x55;
            assert!(read(&damaged).is_err(), "byte {place}");
            damaged[place] = block[place];
        }
        for length in 0..block.len() {
            assert_eq!(read(&block[..length]).err(), Some(Refused::Damaged(Damage::NoBlock)), "{length}");
        }
    }

    #[test]
    fn a_refusal_is_one_sentence_that_says_what_to_do() {
        let sentences = [
            Refused::Damaged(Damage::Checksum),
            Refused::Model,
            Refused::Count,
            Refused::Start("inertia"),
            Refused::Variability("inertia"),
        ]
        .map(|refused| String::from(refused.sentence()));
        for sentence in sentences {
            assert!(sentence.starts_with("the configuration in the library is refused: "), "{sentence}");
            assert!(sentence.ends_with("; build the FMU anew with fmu-pack"), "{sentence}");
        }
    }
}
