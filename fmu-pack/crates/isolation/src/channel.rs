//! The worker's end of the pipes.

use super::message::{Order, Report};
use super::wire;
use fmu_output::process as interrupt;
use fmu_simulation::input::{self, Batch, Row, Rows, SharedRows};
use std::cell::RefCell;
use std::fs::File;
use std::io::{BufReader, BufWriter, Result, Write};
use std::rc::Rc;
use std::sync::mpsc::{Receiver, channel};

/// Orders and reports; several parts of the worker use the same one.
#[derive(Clone)]
pub(super) struct Channel(Rc<RefCell<Ends>>);

struct Ends {
    orders: Receiver<Order>,
    reports: BufWriter<File>,
}

impl Channel {
    /// Takes the standard streams away from whatever is loaded later.
    pub(super) fn take_standard_streams() -> Result<Self> {
        let (orders, reports) = streams::take()?;
        let (orders, reports) = (listen(orders)?, BufWriter::with_capacity(1 << 16, reports));
        Ok(Self(Rc::new(RefCell::new(Ends { orders, reports }))))
    }

    /// The next order. Ends the process where there will be none.
    pub(super) fn order(&self) -> Order {
        self.pass_on();
        self.0.borrow().orders.recv().unwrap_or_else(|_| alone())
    }

    /// Says something with what is passed on next.
    pub(super) fn tell(&self, report: &Report) {
        wire::send(&mut self.0.borrow_mut().reports, report).unwrap_or_else(|_| alone());
    }

    /// Says something at once.
    pub(super) fn tell_now(&self, report: &Report) {
        self.tell(report);
        self.pass_on();
    }

    fn pass_on(&self) {
        self.0.borrow_mut().reports.flush().unwrap_or_else(|_| alone());
    }
}

/// Receives orders on a thread of its own, which notices the end of the command whatever the library does.
fn listen(orders: File) -> Result<Receiver<Order>> {
    let (sender, receiver) = channel();
    let receive = move || {
        let mut orders = BufReader::new(orders);
        while let Ok(order) = wire::receive(&mut orders) {
            // Nobody listens any more where the process is about to end.
            let _ = sender.send(order);
        }
        alone()
    };
    std::thread::Builder::new().name("orders".to_string()).spawn(receive)?;
    Ok(receiver)
}

/// The command is gone, and the library may be in an endless loop.
fn alone() -> ! {
    interrupt::exit(1)
}

/// Input signals that the command has.
pub(super) struct RemoteRows {
    channel: Channel,
    names: Vec<String>,
    rows: std::vec::IntoIter<Row>,
    is_complete: bool,
}

impl RemoteRows {
    /// The first rows are on the way.
    pub(super) fn new(channel: Channel, names: Vec<String>) -> Self {
        let Batch { rows, is_last } = batch(&channel);
        Self { channel, names, rows: rows.into_iter(), is_complete: is_last }
    }

    /// All of them, for runs to come.
    pub(super) fn all(mut self) -> SharedRows {
        let mut rows = Vec::new();
        while let Ok(Some(row)) = self.next() {
            rows.push(row);
        }
        SharedRows::new(self.names, rows)
    }
}

impl Rows for RemoteRows {
    fn names(&self) -> &[String] {
        &self.names
    }

    fn next(&mut self) -> std::result::Result<Option<Row>, input::Error> {
        while self.rows.len() == 0 && !self.is_complete {
            self.channel.tell_now(&Report::RowsWanted);
            let Batch { rows, is_last } = batch(&self.channel);
            (self.rows, self.is_complete) = (rows.into_iter(), is_last);
        }
        Ok(self.rows.next())
    }
}

/// The command sends nothing else in between.
fn batch(channel: &Channel) -> Batch {
    match channel.order() {
        Order::Rows(batch) => batch,
        other => unreachable!("rows of signals are due, not {other:?}"),
    }
}

#[cfg(unix)]
mod streams {
    use std::fs::File;
    use std::io::{Result, stderr, stdin, stdout};
    use std::os::fd::AsFd;

    /// Standard input and output under other numbers. What the library prints goes to standard error.
    pub(super) fn take() -> Result<(File, File)> {
        let orders = File::from(stdin().as_fd().try_clone_to_owned()?);
        let reports = File::from(stdout().as_fd().try_clone_to_owned()?);
        rustix::stdio::dup2_stdin(File::open("/dev/null")?)?;
        rustix::stdio::dup2_stdout(stderr())?;
        Ok((orders, reports))
    }
}

#[cfg(windows)]
mod streams {
    use std::fs::File;
    use std::io::{Result, stdin, stdout};
    use std::os::windows::io::AsHandle;

    /// Standard input and output under other handles; a library that prints would disturb the connection.
    pub(super) fn take() -> Result<(File, File)> {
        let orders = stdin().as_handle().try_clone_to_owned()?;
        let reports = stdout().as_handle().try_clone_to_owned()?;
        Ok((File::from(orders), File::from(reports)))
    }
}

/// WebAssembly starts no processes.
#[cfg(not(any(unix, windows)))]
mod streams {
    use std::fs::File;
    use std::io::{ErrorKind, Result};

    pub(super) fn take() -> Result<(File, File)> {
        Err(ErrorKind::Unsupported.into())
    }
}
