//! Position controller with saturated current (Borello & Dalla Vedova 2012, section 5.2).

use super::Order;
use super::servovalve::select;

/// PID law on the position error.
///
/// ```text
/// Dem = K_P·Err + K_I·I + K_D·dErr/dt     Cor = sat(Dem, CorM)
/// dI/dt = Err                             without anti-windup, as in the paper
/// dI/dt = Err + (Cor − Dem)/(K_I·T_t)     back-calculation
/// ```
///
/// Under a constant error e the demand of back-calculation comes to K_I·T_t·e above the limit, with the time constant T_t, and not to
/// infinity. It is linear in each branch of the saturation, and continuous. Holding the integral while the demand is beyond the limit
/// would not be: where a falling proportional part takes the demand back and the integral drives it on, it would switch without end. Keep
/// K_I at 0 for the paper's proportional law. Source: Åström & Hägglund, Advanced PID Control (2006), section 3.5.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Controller {
    /// K_P, GAP of the paper [A/rad].
    pub proportional_gain: f64,
    /// K_I [A/(rad·s)].
    pub integral_gain: f64,
    /// K_D [A·s/rad].
    pub derivative_gain: f64,
    /// CorM [A].
    pub current_limit: f64,
    /// 1/(K_I·T_t) of back-calculation [rad/A]; 0 without.
    pub tracking: f64,
}

impl Controller {
    /// Current before saturation [A], from error [rad], its integral [rad·s] and its rate [rad/s]; linear, so it holds
    /// for every Taylor coefficient.
    #[inline]
    pub fn demand(&self, error: f64, integral: f64, rate: f64) -> f64 {
        self.proportional_gain * error + self.integral_gain * integral + self.derivative_gain * rate
    }

    /// How far the demand can move while what it depends on moves by at most the given, gains of either sign.
    #[inline]
    pub fn reach(&self, error: f64, integral: f64, rate: f64) -> f64 {
        self.proportional_gain.abs() * error + self.integral_gain.abs() * integral + self.derivative_gain.abs() * rate
    }

    /// The factor of back-calculation with the time T_t [s] and this K_I; 0 where no integral winds up.
    pub fn tracking(integral_gain: f64, time: f64) -> f64 {
        if integral_gain == 0.0 { 0.0 } else { 1.0 / (integral_gain * time) }
    }

    /// dI/dt [rad], from the error [rad], the demand and the current [A]; linear like the demand.
    #[inline]
    pub fn integral_rate(&self, error: f64, demand: f64, current: f64) -> f64 {
        if self.tracking == 0.0 { error } else { error + self.tracking * (current - demand) }
    }

    /// Integral [rad·s] and current [A] after an implicit step of `length` [s] with this error and rate at its end. Back-calculation is
    /// implicit in its own demand: `Dem⁺ = (Dem₀ + κ·Cor⁺)/(1 + κ)` beyond the limit, κ = K_I·h·tracking.
    pub fn implicit_step(&self, error: f64, integral: f64, rate: f64, length: f64) -> (f64, f64) {
        let integrated = integral + length * error;
        let demand = self.demand(error, integrated, rate);
        let current = self.saturate(demand);
        if self.tracking == 0.0 || current == demand {
            return (integrated, current);
        }
        let tracking = length * self.tracking;
        (integrated + tracking * (current - demand) / (1.0 + self.integral_gain * tracking), current)
    }

    /// Current [A] in a branch of the saturation, from the demand, or a coefficient of it. Between limits of 0 A nothing passes.
    #[inline]
    pub fn current(&self, branch: i8, demand: f64, order: Order) -> f64 {
        if self.current_limit > 0.0 { select(branch, demand, order.constant(self.current_limit)) } else { 0.0 }
    }

    /// Saturated current [A].
    #[inline]
    pub fn saturate(&self, demand: f64) -> f64 {
        demand.max(-self.current_limit).min(self.current_limit)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const CONTROLLER: Controller = Controller {
        proportional_gain: 2.0,
        integral_gain: -3.0,
        derivative_gain: 0.5,
        current_limit: 0.01,
        tracking: 0.0,
    };

    #[test]
    fn the_demand_is_the_sum_of_its_three_parts_and_saturates() {
        assert_eq!(CONTROLLER.demand(0.1, 0.01, 4.0), 0.2 - 0.03 + 2.0);
        assert_eq!([-1.0, 0.005, 1.0].map(|demand| CONTROLLER.saturate(demand)), [-0.01, 0.005, 0.01]);
    }

    #[test]
    fn the_reach_of_the_demand_adds_the_parts_whatever_their_signs() {
        assert_eq!(CONTROLLER.reach(0.1, 0.01, 4.0), 0.2 + 0.03 + 2.0);
    }
}
