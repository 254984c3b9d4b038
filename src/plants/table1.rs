//! Table 1 of Borello & Dalla Vedova (2012), corrected, line by line: the published fixed-step friction algorithm.
//!
//! Corrections against the print: `FSD*FDA` for `FSD - FDA` (lines 8, 9), `DXJ*TLD` for `DXJ.FR` (line 6), |TLD| in
//! lines 2 and 3, and the parenthesis of line 15. For other laws than Coulomb's, and with driven-side inertia, only
//! lines 11 to 17 apply; friction then comes from the law.

/// Constants of the listing, with the paper's names.
#[derive(Clone, Copy, Debug)]
#[allow(non_snake_case)]
pub struct Table1 {
    /// Load-independent Coulomb torque.
    pub TFR0: f64,
    /// 1/EtO − 1.
    pub opposing_gain: f64,
    /// 1 − EtA.
    pub aiding_gain: f64,
    /// Static over dynamic friction.
    pub FSD: f64,
    /// Moment of inertia.
    pub JM: f64,
    /// Ends of travel.
    pub XJ_lower: f64,
    /// Ends of travel.
    pub XJ_upper: f64,
}

/// State and result of the listing.
#[derive(Clone, Copy, Debug, PartialEq)]
#[allow(non_snake_case)]
pub struct Table1State {
    /// Position.
    pub XJ: f64,
    /// Velocity.
    pub DXJ: f64,
}

/// FORTRAN's `SIGN(A, B)`: |A| with the sign of B.
fn sign(a: f64, b: f64) -> f64 {
    libm::copysign(a.abs(), b)
}

impl Table1 {
    /// One step of length `DT` under `TM_CM` = TM − CM·DXJ and the load `TLD`.
    #[allow(non_snake_case)]
    #[inline]
    pub fn step(&self, state: Table1State, TM_CM: f64, TLD: f64, DT: f64) -> Table1State {
        /* 01 */
        let Act = TM_CM - TLD;
        let TFR = self.friction(state.DXJ, Act, TLD);
        self.integrate(state, Act, TFR, DT)
    }

    /// Lines 02 to 10: the friction torque.
    #[allow(non_snake_case)]
    #[inline]
    pub fn friction(&self, DXJ: f64, Act: f64, TLD: f64) -> f64 {
        let FSD = self.FSD;
        /* 02 */
        let FDO = self.TFR0 + self.opposing_gain * TLD.abs();
        /* 03 */
        let FDA = self.TFR0 + self.aiding_gain * TLD.abs();
        let mut TFR;
        /* 04 */
        if DXJ != 0.0 {
            /* 05 */
            TFR = sign(FDO, DXJ);
            /* 06 */
            if DXJ * TLD < 0.0 {
                TFR = sign(FDA, DXJ);
            }
        /* 07 */
        } else {
            /* 08 */
            TFR = Act.max(-FSD * FDA).min(FSD * FDO);
            /* 09 */
            if TLD < 0.0 {
                TFR = Act.max(-FSD * FDO).min(FSD * FDA);
            }
            /* 10 */
        }
        TFR
    }

    /// Lines 11 to 17: velocity and position, with the zero velocity of line 14 and the end stops.
    #[allow(non_snake_case)]
    #[inline]
    pub fn integrate(&self, state: Table1State, Act: f64, TFR: f64, DT: f64) -> Table1State {
        let Table1State { mut XJ, mut DXJ } = state;
        /* 11 */
        let D2XJ = (Act - TFR) / self.JM;
        /* 12 */
        let Old = DXJ;
        /* 13 */
        DXJ += D2XJ * DT;
        /* 14 */
        if Old * DXJ < 0.0 {
            DXJ = 0.0;
        }
        /* 15 */
        XJ = (XJ + (Old + DXJ) * DT / 2.0).max(self.XJ_lower).min(self.XJ_upper);
        /* 16 */
        if XJ == self.XJ_lower {
            DXJ = DXJ.max(0.0);
        }
        /* 17 */
        if XJ == self.XJ_upper {
            DXJ = DXJ.min(0.0);
        }
        Table1State { XJ, DXJ }
    }
}
