//! The equations of motion of the papers, one element per file. A plant turns Taylor coefficients into Taylor
//! coefficients: the same formula gives the derivative at a point (order 0) and every higher order of a step.

pub mod body;
pub mod controller;
mod event;
mod order;
pub mod orifice;
mod position_servo;
pub mod rest;
pub mod servovalve;
pub mod table1;

pub use body::{
    Body, BodyMode, BodyParameters, ExactPropagator, Expansion, Guard, ImplicitStep, MOVING, Motion, PhiFunctions,
    Ramp, Response, SOURCES, Situation, Tangent,
};
pub use controller::Controller;
pub use event::{Element, Event, EventKind};
pub use order::Order;
pub use orifice::{OrificeInputs, OrificeSeries};
pub use position_servo::{NoEquilibrium, PositionServo, ServoInputs, ServoSignals, ServoStates};
pub use rest::{Rest, ZeroCrossing};
pub use servovalve::{PressureBranch, SecondStage, Servovalve, ServovalveMode, Valve, ValveElement, ValveGuard};
