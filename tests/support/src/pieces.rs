//! The communication steps of a random scenario, whose inputs are pieces of straight lines.

/// One communication step.
pub struct Step<'a, P> {
    /// Of the piece.
    pub number: usize,
    pub piece: &'a P,
    /// Since the begin of the piece.
    pub elapsed: f64,
    pub from: f64,
    pub to: f64,
    /// Of its piece.
    pub is_last: bool,
}

impl<P> Clone for Step<'_, P> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<P> Copy for Step<'_, P> {}

/// All of them, with `steps` in each piece.
pub fn steps<P>(pieces: &[P], length: fn(&P) -> f64, steps: usize) -> impl Iterator<Item = Step<'_, P>> {
    let begins = pieces.iter().enumerate().scan(0.0, move |end, (number, piece)| {
        let begin = *end;
        *end += length(piece);
        Some((begin, number, piece))
    });
    begins.flat_map(move |(begin, number, piece)| {
        let at = move |step: usize| begin + length(piece) * (step as f64 / steps as f64);
        (0..steps).map(move |step| {
            let (from, to) = (at(step), at(step + 1));
            Step { number, piece, elapsed: from - begin, from, to, is_last: step + 1 == steps }
        })
    })
}
