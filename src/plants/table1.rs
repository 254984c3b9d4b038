//! Table 1 of Borello & Dalla Vedova (2012), corrected, line by line: the published fixed-step friction algorithm.
//!
//! Corrections against the print: `FSD*FDA` for `FSD - FDA` (lines 8, 9), `DXJ*TLD` for `DXJ.FR` (line 6), |TLD| in
//! lines 2 and 3, and the parenthesis of line 15. With driven-side inertia the paper has no algorithm; this one then
//! takes the torque that crosses the mesh from the previous step's acceleration.

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
    /// One step of length `DT` under `TM_CM` = TM − CM·DXJ and the load `TLD`; returns the new state and TFR.
    #[allow(non_snake_case)]
    #[inline]
    pub fn step(&self, state: Table1State, TM_CM: f64, TLD: f64, DT: f64) -> (Table1State, f64) {
        let Table1State { mut XJ, mut DXJ } = state;
        let FSD = self.FSD;
        /* 01 */
        let Act = TM_CM - TLD;
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
        (Table1State { XJ, DXJ }, TFR)
    }
}
