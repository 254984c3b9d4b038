//! A model of nothing but a mass, for tests of the slave.
