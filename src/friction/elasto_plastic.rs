//! Which part of a motion slips and which deflects the bristles (Dupont, Hayward, Armstrong & Altpeter 2002).
//!
//! With u = sgn(v)·z/z_ss(v), the deflection in the direction of motion over the steady one, all bristle laws are
//!
//! ```text
//! ż = v·(1 − α(u)·u)
//! α = 1                                                LuGre, Dahl
//! α = 0                                    u ≤ s       elasto-plastic: nothing slips,
//!   = ½·[1 + sin(π·(u − (1 + s)/2)/(1 − s))]   s < u < 1   partly,
//!   = 1                                    u ≥ 1       all of it
//! ```
//!
//! s is the breakaway deflection z_ba over the steady one. A load that stays below s times the steady friction moves the body
//! to and fro, and never away: LuGre, which always slips a little, drifts. Source: Dupont et al., Single state elastoplastic
//! friction models, IEEE Trans. Automatic Control 47 (2002), eqs (10) to (12). Deviation: z_ba follows z_ss, not a constant.

use core::f64::consts::FRAC_PI_2;

/// How much of a motion slips.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Slip {
    /// α = 1.
    Always,
    /// Elasto-plastic, with the elastic share s of the steady deflection, less than 1.
    Beyond(f64),
}

impl Slip {
    /// α.
    #[inline]
    pub fn share(self, u: f64) -> f64 {
        match self {
            Self::Always => 1.0,
            Self::Beyond(elastic_share) if u <= elastic_share => 0.0,
            Self::Beyond(_) if u >= 1.0 => 1.0,
            Self::Beyond(elastic_share) => {
                // ½·(1 + sin x) = sin²(x/2 + π/4) does not cancel where little slips.
                let sine = libm::sin(per_u(elastic_share) * (u - elastic_share));
                sine * sine
            }
        }
    }

    /// The derivative of α with u.
    #[inline(never)]
    pub fn slope(self, u: f64) -> f64 {
        match self {
            Self::Beyond(elastic_share) if u > elastic_share && u < 1.0 => {
                let per_u = per_u(elastic_share);
                let angle = per_u * (u - elastic_share);
                2.0 * per_u * libm::sin(angle) * libm::cos(angle)
            }
            Self::Always | Self::Beyond(_) => 0.0,
        }
    }
}

/// What the angle of the blend changes by with u.
fn per_u(elastic_share: f64) -> f64 {
    FRAC_PI_2 / (1.0 - elastic_share)
}

#[cfg(test)]
mod tests {
    use super::*;
    use core::f64::consts::PI;

    const ELASTIC_SHARE: f64 = 0.7;
    const SLIP: Slip = Slip::Beyond(ELASTIC_SHARE);

    #[test]
    fn nothing_slips_in_the_elastic_range_or_on_the_way_back_and_all_of_it_at_the_steady_deflection() {
        let both = |u| (SLIP.share(u), SLIP.slope(u));
        assert_eq!([-2.0, 0.0, ELASTIC_SHARE].map(both), [(0.0, 0.0); 3]);
        assert_eq!([1.0, 1.5].map(both), [(1.0, 0.0); 2]);
    }

    #[test]
    fn the_blend_is_that_of_the_paper_and_smooth_at_both_ends() {
        for u in [0.71, 0.8, 0.85, 0.99] {
            let share = 0.5 * (1.0 + libm::sin(PI * (u - 0.5 * (1.0 + ELASTIC_SHARE)) / (1.0 - ELASTIC_SHARE)));
            assert!((SLIP.share(u) - share).abs() < 1e-15);
            let difference = (SLIP.share(u + 1e-6) - SLIP.share(u - 1e-6)) / 2e-6;
            assert!((SLIP.slope(u) - difference).abs() < 1e-8); // truncation of a central difference with this step
        }
        let (value, slope) = (SLIP.share(1.0 - 1e-9), SLIP.slope(1.0 - 1e-9));
        assert!((value - 1.0).abs() < 1e-15 && slope.abs() < 1e-6);
    }
}
