//! How the curves of a plot are told apart: by colour, and where colours are used up by dashes as well.

use super::style::{Area, FINE, Outcome};
use plotters::element::DashedPathElement;
use plotters::prelude::*;

/// Well apart for all eyes: between any two of them the distance in `OKLab` is at least 0.15 in full sight, 0.08 without red or without
/// green cones, and 0.07 without blue ones. They were searched for under these conditions, with the first three given and twice the
/// brightness of white over each. The order is that of taste.
const COLOURS: [RGBColor; 16] = [
    RGBColor(23, 92, 172),
    RGBColor(204, 75, 55),
    RGBColor(24, 140, 115),
    RGBColor(170, 99, 255),
    RGBColor(250, 141, 0),
    RGBColor(79, 0, 3),
    RGBColor(46, 176, 252),
    RGBColor(231, 81, 167),
    RGBColor(135, 186, 119),
    RGBColor(12, 31, 77),
    RGBColor(203, 161, 192),
    RGBColor(84, 73, 76),
    RGBColor(117, 1, 240),
    RGBColor(152, 0, 1),
    RGBColor(7, 0, 187),
    RGBColor(96, 8, 128),
];

/// Curves beyond this one look like earlier ones.
pub const MOST_CURVES: usize = COLOURS.len() * 3;

/// A line or its dashes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Dash {
    Solid,
    Long,
    Dots,
    /// For a curve of another kind than those that are counted.
    Short,
}

/// Colour and dash of the curve of that number.
pub(super) fn look(number: usize) -> (RGBColor, Dash) {
    const DASHES: [Dash; 3] = [Dash::Solid, Dash::Long, Dash::Dots];
    (COLOURS[number % COLOURS.len()], DASHES[number / COLOURS.len() % DASHES.len()])
}

/// The colour of a reference, which lies wide and pale under its result.
pub(super) fn pale(colour: RGBColor) -> RGBColor {
    const SHARE: f64 = 0.275;
    let mixed = |part: u8| (255.0 - SHARE * (255.0 - f64::from(part))).round() as u8;
    RGBColor(mixed(colour.0), mixed(colour.1), mixed(colour.2))
}

/// Draws a curve through points of the area.
pub(super) fn draw_curve(area: &Area<'_>, points: Vec<(i32, i32)>, dash: Dash, look: ShapeStyle) -> Outcome {
    let (length, gap) = match dash {
        Dash::Solid => {
            area.draw(&PathElement::new(points, look))?;
            return Ok(());
        }
        Dash::Long => (14 * FINE, 4 * FINE),
        Dash::Dots => (2 * FINE, 3 * FINE),
        Dash::Short => (7 * FINE, 9 * FINE / 2),
    };
    area.draw(&DashedPathElement::new(points, length, gap, look))?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    type Vector = [f64; 3];

    fn times(matrix: &[Vector; 3], vector: Vector) -> Vector {
        matrix.map(|row| row.iter().zip(vector).map(|(one, other)| one * other).sum())
    }

    fn linear(colour: RGBColor) -> Vector {
        [colour.0, colour.1, colour.2].map(|part| {
            let part = f64::from(part) / 255.0;
            if part <= 0.04045 { part / 12.92 } else { ((part + 0.055) / 1.055).powf(2.4) }
        })
    }

    /// Ottosson 2020, from linear sRGB.
    fn oklab(linear: Vector) -> Vector {
        const TO_CONES: [Vector; 3] = [
            [0.412_221_470_8, 0.536_332_536_3, 0.051_445_992_9],
            [0.211_903_498_2, 0.680_699_545_1, 0.107_396_956_6],
            [0.088_302_461_9, 0.281_718_837_6, 0.629_978_700_5],
        ];
        const TO_LAB: [Vector; 3] = [
            [0.210_454_255_3, 0.793_617_785_0, -0.004_072_046_8],
            [1.977_998_495_1, -2.428_592_205_0, 0.450_593_709_9],
            [0.025_904_037_1, 0.782_771_766_2, -0.808_675_766_0],
        ];
        times(&TO_LAB, times(&TO_CONES, linear).map(f64::cbrt))
    }

    /// The least distance of two colours, as eyes see them that this matrix describes.
    fn least_distance(sight: &[Vector; 3]) -> f64 {
        let seen = COLOURS.map(|colour| oklab(times(sight, linear(colour)).map(|part| part.max(0.0))));
        let distance = |one: &Vector, other: &Vector| {
            one.iter().zip(other).map(|(one, other)| (one - other).powi(2)).sum::<f64>().sqrt()
        };
        let pairs = (0..seen.len()).flat_map(|one| (0..one).map(move |other| (one, other)));
        pairs.map(|(one, other)| distance(&seen[one], &seen[other])).fold(f64::INFINITY, f64::min)
    }

    /// Machado, Oliveira and Fernandes 2009, severity 1.
    #[test]
    fn sixteen_colours_are_far_apart_also_for_the_colour_blind() {
        let full = [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]];
        let without_red = [
            [0.152_286, 1.052_583, -0.204_868],
            [0.114_503, 0.786_281, 0.099_216],
            [-0.003_882, -0.048_116, 1.051_998],
        ];
        let without_green =
            [[0.367_322, 0.860_646, -0.227_968], [0.280_085, 0.672_501, 0.047_413], [-0.011_820, 0.042_940, 0.968_881]];
        let without_blue = [
            [1.255_528, -0.076_749, -0.178_779],
            [-0.078_411, 0.930_809, 0.147_602],
            [0.004_733, 0.691_367, 0.303_900],
        ];
        for (sight, least) in [(full, 0.15), (without_red, 0.08), (without_green, 0.08), (without_blue, 0.07)] {
            assert!(least_distance(&sight) > least, "{} {least}", least_distance(&sight));
        }
        // Contrast to white paper as in WCAG 2.
        for colour in COLOURS {
            let brightness: f64 =
                linear(colour).iter().zip([0.2126, 0.7152, 0.0722]).map(|(one, other)| one * other).sum();
            assert!(1.05 / (brightness + 0.05) > 2.1, "{colour:?}");
        }
    }

    #[test]
    fn forty_eight_curves_look_different() {
        let looks: Vec<_> = (0..MOST_CURVES).map(look).collect();
        assert_eq!(looks.len(), 48);
        for (place, one) in looks.iter().enumerate() {
            assert!(one.1 != Dash::Short && looks[..place].iter().all(|other| one != other), "{place}");
        }
        assert_eq!(look(48), look(0));
    }

    #[test]
    fn a_pale_colour_is_close_to_white_and_has_the_same_hue() {
        assert_eq!(pale(RGBColor(23, 92, 172)), RGBColor(191, 210, 232));
        assert_eq!(pale(RGBColor(255, 255, 255)), RGBColor(255, 255, 255));
    }
}
