//! The client's side of a WebSocket (RFC 6455), as far as WebDriver BiDi needs it: texts, and nothing lost.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;

const TEXT: u8 = 1;
const CONTINUED: u8 = 0;
/// Last frame of a message.
const FINAL: u8 = 0x80;
/// What a client sends is masked, against caches that stand between; Firefox takes zeros for no mask.
const MASKED: u8 = 0x80;
const MASK: [u8; 4] = [1, 2, 3, 4];

/// An open connection.
pub struct Socket(BufReader<TcpStream>);

impl Socket {
    /// `address`: host and port; `path` begins with a slash.
    pub fn open(address: &str, path: &str) -> Self {
        let mut stream = TcpStream::connect(address).unwrap();
        let asked = format!(
            "GET {path} HTTP/1.1\r\nHost: {address}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\
             Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\nSec-WebSocket-Version: 13\r\n\r\n"
        );
        stream.write_all(asked.as_bytes()).unwrap();
        let mut answers = BufReader::new(stream);
        let mut lines = Vec::new();
        loop {
            let mut line = String::new();
            answers.read_line(&mut line).unwrap();
            if line.trim().is_empty() {
                break;
            }
            lines.push(line);
        }
        assert!(lines.first().is_some_and(|line| line.contains(" 101 ")), "{lines:?}");
        Self(answers)
    }

    pub fn send(&mut self, text: &str) {
        let length = text.len() as u64;
        let mut frame = vec![FINAL | TEXT];
        match (u8::try_from(length), u16::try_from(length)) {
            (Ok(short), _) if short < 126 => frame.push(MASKED | short),
            (_, Ok(medium)) => {
                frame.push(MASKED | 126);
                frame.extend(medium.to_be_bytes());
            }
            (_, Err(_)) => {
                frame.push(MASKED | 127);
                frame.extend(length.to_be_bytes());
            }
        }
        frame.extend(MASK);
        frame.extend(text.bytes().zip(MASK.iter().cycle()).map(|(byte, mask)| byte ^ mask));
        self.0.get_mut().write_all(&frame).unwrap();
    }

    /// The next text; what is neither text nor a part of one, such as a ping, is passed over.
    pub fn receive(&mut self) -> String {
        let mut message = Vec::new();
        loop {
            let [first, second] = self.bytes();
            let length = match second & 0x7f {
                126 => u64::from(u16::from_be_bytes(self.bytes())),
                127 => u64::from_be_bytes(self.bytes()),
                short => u64::from(short),
            };
            let mut frame = vec![0; usize::try_from(length).unwrap()];
            self.0.read_exact(&mut frame).expect("the browser has ended");
            if [TEXT, CONTINUED].contains(&(first & 0x0f)) {
                message.append(&mut frame);
                if first & FINAL != 0 {
                    return String::from_utf8(message).unwrap();
                }
            }
        }
    }

    fn bytes<const N: usize>(&mut self) -> [u8; N] {
        let mut bytes = [0; N];
        self.0.read_exact(&mut bytes).expect("the browser has ended");
        bytes
    }
}
