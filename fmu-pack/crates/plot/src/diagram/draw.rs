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

/// Larger diagrams show nothing any more, and their layout takes minutes.
const MOST_BLOCKS: usize = 200;
const MOST_WIRES: usize = 1000;

/// The diagram as an SVG document.
pub fn diagram_to_svg(diagram: &Diagram) -> Result<String, Error> {
    refuse_large(diagram)?;
    let layers = Layers::of(diagram);
    let channels = Channels::of(diagram, &layers);
    let places = Places::of(diagram, &layers, &channels);
    let (routes, lowest) = routes(diagram, &layers, &places, &channels);
    let behind = channels.width(layers.columns.len());
    let across = (places.right + behind).max(LEFT + RIGHT + width(&diagram.subtitle));
    document((across, lowest + FOOT), |root| draw(diagram, &places, &routes, root))
}

/// Where the blocks stand in the diagram, in their order: left, top, right and bottom, in points downwards.
pub fn block_places(diagram: &Diagram) -> Result<Vec<[f64; 4]>, Error> {
    refuse_large(diagram)?;
    let layers = Layers::of(diagram);
    let places = Places::of(diagram, &layers, &Channels::of(diagram, &layers));
    let points = |length: i32| f64::from(length) / f64::from(FINE);
    let corners = |block| {
        let Place { left, top, width, height } = places.find(Item::Block(block));
        [left, top, left + width, top + height].map(points)
    };
    Ok((0..diagram.blocks.len()).map(corners).collect())
}

fn refuse_large(diagram: &Diagram) -> Result<(), Error> {
    let (blocks, wires) = (diagram.blocks.len(), diagram.wires.len());
    if blocks > MOST_BLOCKS || wires > MOST_WIRES {
        let problem = format!(
            "it has {blocks} components and {wires} connections; up to {MOST_BLOCKS} and {MOST_WIRES} are drawn"
        );
        return Err(Error::Drawing(problem));
    }
    Ok(())
}

fn draw(diagram: &Diagram, places: &Places, routes: &[Route], root: &Area<'_>) -> Outcome {
    title(root, &diagram.title, std::slice::from_ref(&diagram.subtitle))?;
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

#[cfg(test)]
mod tests {
    use super::super::{Port, Wire};
    use super::*;

    fn block(name: &str) -> Block {
        let ports = |kind: &str| vec![format!("{name} {kind}")];
        Block {
            name: name.into(),
            kind: "Model".into(),
            inputs: ports("in"),
            outputs: ports("out"),
            note: String::new(),
        }
    }

    fn wire(from: Port, to: Port) -> Wire {
        Wire { from, to, label: String::new() }
    }

    /// A loop of two blocks with an input and an output.
    fn diagram() -> Diagram {
        let (a, b) = (Port::Block(0, 0), Port::Block(1, 0));
        let wires = vec![wire(Port::System(0), a), wire(a, b), wire(b, a), wire(b, Port::System(0))];
        let blocks = vec![block("plant"), block("law")];
        Diagram {
            title: "T".into(),
            blocks,
            inputs: vec!["u".into()],
            outputs: vec!["y".into()],
            wires,
            ..Diagram::default()
        }
    }

    #[test]
    fn blocks_stand_in_the_direction_of_the_signal_and_feedback_goes_below_them() {
        let diagram = diagram();
        let layers = Layers::of(&diagram);
        let channels = Channels::of(&diagram, &layers);
        let places = Places::of(&diagram, &layers, &channels);
        let left = |item| places.find(item).left;
        let order = [Item::Input(0), Item::Block(0), Item::Block(1), Item::Output(0)].map(left);
        assert!(order.is_sorted_by(|a, b| a < b), "{order:?}");
        let (routes, lowest) = routes(&diagram, &layers, &places, &channels);
        assert_eq!(routes.iter().map(|route| route.is_feedback).collect::<Vec<_>>(), [false, false, true, false]);
        assert!(lowest > places.bottom);
        // Every line is along one of the axes, and a chain is straight.
        for route in &routes {
            assert!(route.points.windows(2).all(|pair| pair[0].0 == pair[1].0 || pair[0].1 == pair[1].1));
        }
        assert!(routes[1].points.iter().all(|point| point.1 == routes[1].points[0].1));
    }

    #[test]
    fn no_line_turns_where_it_is_written_what_becomes_of_a_value() {
        let source = Port::Block(0, 0);
        let mut diagram = diagram();
        diagram.blocks[1].inputs.push("second".into());
        diagram.wires = [0, 1].map(|port| wire(source, Port::Block(1, port))).to_vec();
        diagram.wires.iter_mut().for_each(|wire| wire.label = "\u{d7} 0.0635".into());
        let layers = Layers::of(&diagram);
        let channels = Channels::of(&diagram, &layers);
        let places = Places::of(&diagram, &layers, &channels);
        let text = places.find(Item::Block(1)).left - ARROW - 4 * FINE - width(&diagram.wires[1].label);
        let (routes, _) = routes(&diagram, &layers, &places, &channels);
        let turns = &routes[1].points[1..routes[1].points.len() - 1];
        assert!(!turns.is_empty() && turns.iter().all(|point| point.0 < text), "{turns:?} {text}");
    }

    #[test]
    fn every_name_is_drawn_and_what_is_too_large_is_refused() {
        let svg = diagram_to_svg(&diagram()).unwrap();
        for name in ["plant", "law", "plant in", "law out", "u", "y"] {
            assert!(svg.contains(&format!("\n{name}\n")), "{name}");
        }
        let many = Diagram { blocks: vec![block("b"); 201], ..Diagram::default() };
        assert!(diagram_to_svg(&many).is_err());
        assert!(diagram_to_svg(&Diagram::default()).is_ok());
    }
}
