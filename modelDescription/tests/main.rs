//! Declaration, descriptions and configurations, tested in one program; a module has one subject.

mod configuration;
mod declaration;
mod drivetrain;
mod elements;
mod flanks;
mod fmi3;
mod gear_tables;
mod golden;
mod hostile;
mod linear_system;
mod message;
mod reading;
mod reading_fmi3;
mod references;
mod rules;
mod rules_fmi3;
mod terminals;
mod values_of_a_file;
