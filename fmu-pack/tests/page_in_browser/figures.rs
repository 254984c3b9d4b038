//! What the page takes of time, memory and bytes. Printed, not asserted: a clock on a busy machine proves nothing.
//! `FMU_PACK_LIBRARIES=DIR cargo test -p fmu-pack --test command page_in_browser::figures -- --ignored --nocapture`

use super::{Browser, Chromium, Firefox, made, opened};

/// Moves of a slider of which the median is told.
const MOVES: u32 = 61;

/// Median and least of what a move of the slider takes [ms]: from the move to the drawn plots, and of that the model.
fn moves(browser: &mut impl Browser, slider: &str) -> String {
    let (mut drawn, mut computed) = (Vec::new(), Vec::new());
    for turn in 0..MOVES {
        browser.run(&format!("slide('{slider}', {})", 480 + turn % 40));
        let mut read = |name: &str| browser.run(&format!("Number(document.body.dataset.{name})")).as_f64().unwrap();
        drawn.push(read("elapsed"));
        computed.push(read("computed"));
    }
    let [drawn, computed] = [drawn, computed].map(|mut times| {
        times.sort_by(f64::total_cmp);
        format!("median {:.1}, least {:.1}", times[times.len() / 2], times[0])
    });
    format!("{drawn} ms; of that the model {computed} ms")
}

fn tell(browser: &mut impl Browser, name: &str) {
    let first = browser.run("Number(document.body.dataset.first)");
    println!("{name}: first plot {:.0} ms after opening", first.as_f64().unwrap());
    browser.run("put(document.getElementById('step'), '5')");
    browser.run("put(document.getElementById('stop'), '10')");
    println!("{name}: 10 s of the servo in 2000 steps: {}", moves(browser, "friction.coulomb_torque"));
    browser.run("document.querySelector('[data-model=FlapLine]').click(); settled()");
    println!("{name}: flap line, 1.5 s in 1500 steps: {}", moves(browser, "friction_2.friction.coulomb_torque"));
}

#[test]
#[ignore = "prints figures"]
fn of_time_and_memory() {
    let load = std::fs::read_to_string("/proc/loadavg").unwrap_or_default();
    println!("load of the machine {}", load.trim());
    let mut browser = opened::<Chromium>();
    tell(&mut browser, "Chromium");
    println!("Chromium: memory of the page {:.0} MB", memory_of_page(browser.process()) / 1e6);
    tell(&mut opened::<Firefox>(), "Firefox");
}

/// What the process that has the page takes for itself (proportional set size), where Linux tells it [bytes].
fn memory_of_page(browser: u32) -> f64 {
    let processes = std::fs::read_dir("/proc").unwrap().flatten();
    let read = |entry: &std::fs::DirEntry, file: &str| std::fs::read_to_string(entry.path().join(file)).ok();
    let pages = processes.filter(|entry| {
        let line = read(entry, "cmdline").unwrap_or_default();
        line.contains("--type=renderer") && is_below(entry.file_name().to_string_lossy().parse().unwrap_or(0), browser)
    });
    let sizes = pages.filter_map(|entry| {
        let rollup = read(&entry, "smaps_rollup")?;
        let line = rollup.lines().find(|line| line.starts_with("Pss:"))?;
        line.split_whitespace().nth(1)?.parse::<f64>().ok()
    });
    sizes.fold(0.0, f64::max) * 1024.0
}

/// Whether one process was started by another, by way of any number.
fn is_below(process: u32, ancestor: u32) -> bool {
    let status = std::fs::read_to_string(format!("/proc/{process}/status")).unwrap_or_default();
    let parent = status.lines().find_map(|line| line.strip_prefix("PPid:")?.trim().parse().ok());
    parent.is_some_and(|parent| parent == ancestor || (parent > 1 && is_below(parent, ancestor)))
}

#[test]
#[ignore = "prints figures"]
fn of_bytes_by_part() {
    let page = std::fs::read_to_string(&made().page).unwrap();
    let mut rest = page.len();
    for part in page.split("<script type=\"application/octet-stream\" data-part=\"").skip(1) {
        let (name, content) = part.split_once("\">").unwrap();
        let size = content.split('<').next().unwrap().len();
        rest -= size;
        println!("{name}: {size}");
    }
    println!("page, scripts, styles and plots: {rest}\nall: {}", page.len());
}
