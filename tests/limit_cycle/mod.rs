//! Limit cycles under control with integral action: the hunting that stiction causes, against solutions in closed form with 40 digits, and
//! that there is none without stiction.

mod pid;
mod reference;
mod servo;
