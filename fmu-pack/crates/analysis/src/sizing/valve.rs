//! The second stage of the servovalve with the motor: torque at a spool position and a velocity, in equilibrium.

/// How the flow depends on spool position and pressures; the items of `servovalve.law`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ValveLaw {
    /// Pressure proportional to the spool, limited by the supply; flow takes a share of it (Borello & Dalla Vedova 2012).
    Linear,
    /// Flow through the edges of a critical-centre four-way spool (Merritt 1967).
    Orifice,
}

impl ValveLaw {
    /// By its number in `servovalve.law`.
    pub fn of_number(number: f64) -> Self {
        if number == 2.0 { Self::Orifice } else { Self::Linear }
    }

    /// Its name in `servovalve.law`.
    pub fn name(self) -> &'static str {
        match self {
            Self::Linear => "linear",
            Self::Orifice => "orifice",
        }
    }
}

/// Valve and motor.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Valve {
    /// The law.
    pub law: ValveLaw,
    /// D [m³/rad].
    pub displacement: f64,
    /// G_P [Pa/m]; of the linear law.
    pub pressure_gain: f64,
    /// G_Q [m²/s].
    pub flow_gain: f64,
    /// Supply pressure P_r at which G_Q holds \[Pa\]; of the orifice law.
    pub rated_pressure: f64,
    /// c [m³/(s·Pa)].
    pub leakage: f64,
    /// X \[m\].
    pub spool: f64,
}

impl Valve {
    /// Torque at full spool at a velocity that the flow can follow [N·m].
    ///
    /// ```text
    /// linear    T = D·(min(G_P·X, P) − (G_P/G_Q)·D·v)/(1 + c·G_P/G_Q)
    /// orifice   c·p + D·v = G_Q·X·sqrt((P − p)/P_r),  T = D·p;  driven back, c·P + D·v < 0: −sqrt((p − P)/P_r)
    /// ```
    ///
    /// `velocity` \[rad/s\], `supply` P \[Pa\]. Source: Borello & Dalla Vedova (2012), section 5.2; Merritt (1967), section 5.2.
    /// Deviations: none. The quadratic of the orifice is solved for the root with a flow out of the valve, without
    /// cancellation, also for c = 0.
    pub fn torque(&self, velocity: f64, supply: f64) -> f64 {
        let flow = self.displacement * velocity;
        match self.law {
            ValveLaw::Linear => {
                let saturated = (self.pressure_gain * self.spool).min(supply);
                let slope = self.pressure_gain / self.flow_gain;
                self.displacement * (saturated - slope * flow) / (1.0 + self.leakage * slope)
            }
            ValveLaw::Orifice => {
                let square = (self.flow_gain * self.spool).powi(2) / self.rated_pressure;
                let reserve = self.leakage * supply + flow;
                if reserve < 0.0 {
                    let full = square.sqrt();
                    let above = -2.0 * reserve / (full + (square - 4.0 * self.leakage * reserve).sqrt());
                    return self.displacement * (supply + above * above);
                }
                let half = self.leakage * flow + square / 2.0;
                let root = (half * half - self.leakage.powi(2) * (flow * flow - square * supply)).max(0.0).sqrt();
                self.displacement * (square * supply - flow * flow) / (half + root)
            }
        }
    }

    /// Velocity that no torque slows down \[rad/s\]: what is left to drive the body is then zero.
    pub fn free_velocity(&self, supply: f64) -> f64 {
        match self.law {
            ValveLaw::Linear => {
                let saturated = (self.pressure_gain * self.spool).min(supply);
                saturated * self.flow_gain / (self.pressure_gain * self.displacement)
            }
            ValveLaw::Orifice => {
                self.flow_gain * self.spool * (supply / self.rated_pressure).sqrt() / self.displacement
            }
        }
    }

    /// Torque per spool position, with the spool about its centre and no load [N·m/m].
    ///
    /// ```text
    /// linear    D·G_P/(1 + c·G_P/G_Q)
    /// orifice   D·G_Q·sqrt(P/P_r)/c
    /// ```
    pub fn torque_per_spool(&self, supply: f64) -> f64 {
        match self.law {
            ValveLaw::Linear => {
                self.displacement * self.pressure_gain / (1.0 + self.leakage * self.pressure_gain / self.flow_gain)
            }
            ValveLaw::Orifice => {
                self.displacement * self.flow_gain * (supply / self.rated_pressure).sqrt() / self.leakage
            }
        }
    }

    /// Spool position that gives a torque at rest \[m\]: that of [`Self::torque_per_spool`], and with orifices, whose pressure drop
    /// the load takes, c·p/(G_Q·sqrt((P − p)/P_r)), p = T/D.
    pub fn spool_for(&self, torque: f64, supply: f64) -> f64 {
        let linear = torque / self.torque_per_spool(supply);
        match self.law {
            ValveLaw::Linear => linear,
            ValveLaw::Orifice => linear / (1.0 - torque / (self.displacement * supply)).sqrt(),
        }
    }

    /// Torque that the motor loses per velocity, with the spool about its centre and no load [N·m·s/rad].
    ///
    /// ```text
    /// linear    D²·(G_P/G_Q)/(1 + c·G_P/G_Q)
    /// orifice   D²/c
    /// ```
    pub fn damping(&self) -> f64 {
        let square = self.displacement.powi(2);
        match self.law {
            ValveLaw::Linear => {
                let slope = self.pressure_gain / self.flow_gain;
                square * slope / (1.0 + self.leakage * slope)
            }
            ValveLaw::Orifice => square / self.leakage,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const VALVE: Valve = Valve {
        law: ValveLaw::Orifice,
        displacement: 1e-4,
        pressure_gain: 4e10,
        flow_gain: 0.2,
        rated_pressure: 28e6,
        leakage: 2e-13,
        spool: 1e-3,
    };

    #[test]
    fn the_torque_of_an_orifice_balances_its_flow() {
        for (velocity, supply) in [(0.0, 28e6), (0.7, 28e6), (1.5, 28e6), (0.4, 5e6), (2.5, 28e6)] {
            let pressure = VALVE.torque(velocity, supply) / VALVE.displacement;
            let through = 0.2 * 1e-3 * ((supply - pressure) / 28e6).sqrt();
            let taken = 1e-4 * velocity + 2e-13 * pressure;
            assert!((through - taken).abs() < 1e-14 * 2e-4, "{velocity} {supply}: {through} {taken}"); // rounding
        }
        // Driven back so fast that the flow goes back into the supply: the pressure is above it.
        for (velocity, supply) in [(-0.7, 28e6), (-3.0, 5e6), (-0.1, 0.0)] {
            let pressure = VALVE.torque(velocity, supply) / VALVE.displacement;
            let through = -0.2 * 1e-3 * ((pressure - supply) / 28e6).sqrt();
            let taken = 1e-4 * velocity + 2e-13 * pressure;
            assert!((through - taken).abs() < 1e-14 * 2e-4, "{velocity} {supply}: {through} {taken}"); // rounding
        }
        // Without leakage: P(1 − (v/v₀)²).
        let tight = Valve { leakage: 0.0, ..VALVE };
        assert!((tight.torque(1.0, 28e6) - 1e-4 * 28e6 * 0.75).abs() < 1e-9);
        assert_eq!(tight.free_velocity(28e6 / 4.0), 1.0);
    }

    #[test]
    fn the_linear_valve_is_that_of_the_paper() {
        let valve = Valve { law: ValveLaw::Linear, ..VALVE };
        let factor = 1.0 / (1.0 + 2e-13 * 4e10 / 0.2);
        let torque = 1e-4 * (28e6 - 4e10 / 0.2 * 1e-4 * 0.3) * factor;
        assert!((valve.torque(0.3, 28e6) - torque).abs() < 1e-12 * torque);
        let slow = (valve.torque(0.0, 28e6) - valve.torque(0.1, 28e6)) / 0.1;
        assert!((slow - valve.damping()).abs() < 1e-9 * slow);
    }
}
