//! Draws a diagram.

use super::layers::Layers;
use super::places::{Place, Places};
use super::routes::{Channels, Route, routes};
use super::{Block, Diagram, Item};
use crate::Error;
use crate::parts::title;
use crate::style::{Area, FAINT, FINE, FONT, INK, LEFT, Outcome, RIGHT, SMALL, STRONG, document, style, width};
use plotters::prelude::*;
use plotters::style::text_anchor::{HPos, Pos, VPos};

const FILL: RGBColor = RGBColor(232, 240, 250);
const EDGE: RGBColor = RGBColor(23, 92, 172);
const FEEDBACK: RGBColor = RGBColor(204, 75, 55);
const PORT: RGBColor = RGBColor(246, 242, 230);
const PORT_EDGE: RGBColor = RGBColor(176, 132, 40);
const LINE: u32 = 14;
const FOOT: i32 = 30 * FINE;
const ARROW: i32 = 7 * FINE;
const DOT: i32 = 3 * FINE;

/// The diagram as an SVG document.
pub fn diagram_to_svg(diagram: &Diagram) -> Result<String, Error> {
    let layers = Layers::of(diagram);
    let channels = Channels::of(diagram, &layers);
    let places = Places::of(diagram, &layers, &channels);
    let (routes, lowest) = routes(diagram, &layers, &places, &channels);
    let behind = channels.width(layers.columns.len());
    let across = (places.right + behind).max(LEFT + RIGHT + width(&diagram.subtitle));
    document((across, lowest + FOOT), |root| draw(diagram, &places, &routes, root))
}

fn draw(diagram: &Diagram, places: &Places, routes: &[Route], root: &Area<'_>) -> Outcome {
    title(root, &diagram.title, &diagram.subtitle)?;
    for (wire, route) in diagram.wires.iter().zip(routes) {
        let colour = if route.is_feedback { FEEDBACK } else { EDGE };
        root.draw(&PathElement::new(route.points.clone(), colour.stroke_width(LINE)))?;
        for point in &route.junctions {
            root.draw(&Circle::new(*point, DOT, colour.filled()))?;
        }
        if let Some(end) = route.points.last() {
            arrow(*end, colour, root)?;
            text(root, &wire.label, (end.0 - ARROW - 4 * FINE, end.1 - 8 * FINE), (HPos::Right, FONT, FAINT))?;
        }
    }
    for (index, block) in diagram.blocks.iter().enumerate() {
        draw_block(index, block, places, root)?;
    }
    let inputs = diagram.inputs.iter().enumerate().map(|(index, name)| (Item::Input(index), name));
    let outputs = diagram.outputs.iter().enumerate().map(|(index, name)| (Item::Output(index), name));
    for (item, name) in inputs.chain(outputs) {
        let place = places.find(item);
        let corners = [(place.left, place.top), (place.left + place.width, place.top + place.height)];
        root.draw(&Rectangle::new(corners, PORT.filled()))?;
        frame(place, PORT_EDGE, root)?;
        let middle = (place.left + place.width / 2, place.top + place.height / 2);
        text(root, name, middle, (HPos::Center, FONT, INK))?;
    }
    Ok(())
}

fn frame(place: Place, colour: RGBColor, root: &Area<'_>) -> Outcome {
    let (right, bottom) = (place.left + place.width, place.top + place.height);
    let corners =
        [(place.left, place.top), (right, place.top), (right, bottom), (place.left, bottom), (place.left, place.top)];
    root.draw(&PathElement::new(corners, colour.stroke_width(LINE)))?;
    Ok(())
}

fn arrow((x, y): (i32, i32), colour: RGBColor, root: &Area<'_>) -> Outcome {
    let points = vec![(x, y), (x - ARROW, y - ARROW / 2), (x - ARROW, y + ARROW / 2)];
    root.draw(&Polygon::new(points, colour.filled()))?;
    Ok(())
}

fn draw_block(index: usize, block: &Block, places: &Places, root: &Area<'_>) -> Outcome {
    let place = places.find(Item::Block(index));
    let corners = [(place.left, place.top), (place.left + place.width, place.top + place.height)];
    root.draw(&Rectangle::new(corners, FILL.filled()))?;
    frame(place, EDGE, root)?;
    let middle = place.left + place.width / 2;
    text(root, &block.name, (middle, place.top + 14 * FINE), (HPos::Center, STRONG, INK))?;
    text(root, &block.kind, (middle, place.top + 29 * FINE), (HPos::Center, FONT, FAINT))?;
    let beside = 8 * FINE;
    for (port, name) in block.inputs.iter().enumerate() {
        let at = (place.left + beside, places.port(index, port, true));
        text(root, name, at, (HPos::Left, FONT, INK))?;
    }
    for (port, name) in block.outputs.iter().enumerate() {
        let at = (place.left + place.width - beside, places.port(index, port, false));
        text(root, name, at, (HPos::Right, FONT, INK))?;
    }
    let foot = (middle, place.top + place.height - 10 * FINE);
    text(root, &block.note, foot, (HPos::Center, FONT, FAINT))
}

type Look = (HPos, &'static str, RGBColor);

fn text(root: &Area<'_>, text: &str, at: (i32, i32), (side, family, colour): Look) -> Outcome {
    let style = style(family, SMALL, colour).pos(Pos::new(side, VPos::Center));
    root.draw(&Text::new(text.to_string(), at, style))?;
    Ok(())
}
