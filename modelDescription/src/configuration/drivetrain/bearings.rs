//! The two bearings behind the two columns of friction of Modelica's `lossTable`.
//!
//! A LossyGear has a bearing at either body, of the friction torques τ_a at the first and τ_b at the second, around a mesh with two
//! efficiencies. Its table has what both bearings cost together, at the first, i the ratio:
//!
//! ```text
//! first drives    −τ_second = i·(η_opp·τ_first − tau_bf1)    tau_bf1 = η_opp·τ_a + τ_b/i
//! second drives   −τ_second = i·(τ_first/η_aid − tau_bf2)    tau_bf2 = τ_a/η_aid + τ_b/i
//! ```
//!
//! Which of both counts changes at τ_first = τ_a, where they agree: nothing jumps there, and nothing is ambiguous. So
//!
//! ```text
//! τ_a = (tau_bf2 − tau_bf1)/(1/η_aid − η_opp)    τ_b/i = tau_bf1 − η_opp·τ_a
//! ```
//!
//! and neither bearing drives where tau_bf1 ≤ tau_bf2 ≤ tau_bf1/(η_opp·η_aid). Equal columns are a bearing at the second alone. With
//! efficiencies of 1 they have to be equal, and Modelica gives half to each bearing, which is the same motion.
//! Source: the equations of Modelica.Mechanics.Rotational.Components.LossyGear, 4.1.0.

/// Share of a limit by which rounding may miss it.
const ROUNDING: f64 = 1e-9;

/// Friction torques of the bearings at the first and at the second, referred to the first, from the two columns and the two efficiencies of
/// a point; or what is allowed, as a clause.
pub fn divided([first_drives, second_drives]: [f64; 2], [opposing, aiding]: [f64; 2]) -> Result<[f64; 2], String> {
    if aiding <= 0.0 {
        let problem = format!(
            "needs an efficiency_aiding above 0 at each point, not {aiding}; a gear that locks itself has friction.table.torque, \
             and a [brake.*] on its second"
        );
        return Err(problem);
    }
    let most = first_drives / (opposing * aiding);
    if !(first_drives * (1.0 - ROUNDING)..=most * (1.0 + ROUNDING)).contains(&second_drives) {
        let problem = format!(
            "must be from {first_drives} to {most} N.m: from torque_opposing to that over both efficiencies; else a bearing would \
             drive"
        );
        return Err(problem);
    }
    let excess = second_drives - first_drives;
    if excess <= 0.0 {
        return Ok([0.0, first_drives]);
    }
    let at_first = excess / (1.0 / aiding - opposing);
    Ok([at_first, (first_drives - opposing * at_first).max(0.0)])
}
