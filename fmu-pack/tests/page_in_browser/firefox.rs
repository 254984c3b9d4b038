//! Firefox through WebDriver BiDi, which it speaks by itself: no driver stands between. Debian: `apt-get install firefox-esr`.

use super::Browser;
use super::socket::Socket;

use serde_json::{Value, json};
use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use tempfile::TempDir;

/// A download asks nobody, and no page of Firefox itself is opened.
const PREFERENCES: &str = r#"user_pref("browser.download.useDownloadDir", true);
user_pref("browser.download.always_ask_before_handling_new_types", false);
user_pref("browser.shell.checkDefaultBrowser", false);
user_pref("datareporting.policy.dataSubmissionEnabled", false);
user_pref("app.update.disabledForTesting", true);
"#;

/// One page in a Firefox of its own.
pub struct Firefox {
    process: Child,
    socket: Socket,
    context: String,
    number: u64,
    noise: Vec<String>,
    _profile: TempDir,
}

impl Browser for Firefox {
    fn open_at(page: &Path, hash: &str) -> Self {
        let profile = tempfile::tempdir().unwrap();
        std::fs::write(profile.path().join("user.js"), PREFERENCES).unwrap();
        let run = |name: &&str| {
            Command::new(name)
                .args(["--headless", "--no-remote", "--remote-debugging-port", "0", "--profile"])
                .arg(profile.path())
                .env("HOME", profile.path())
                .stdout(Stdio::null())
                .stderr(Stdio::piped())
                .spawn()
                .ok()
        };
        let mut process = ["firefox-esr", "firefox"].iter().find_map(run).expect("apt-get install firefox-esr");
        let mut told = BufReader::new(process.stderr.take().unwrap());
        let address = address(&mut told);
        // It must be able to go on telling.
        std::thread::spawn(move || std::io::copy(&mut told, &mut std::io::sink()));
        let socket = Socket::open(&address, "/session");
        let mut browser =
            Self { process, socket, context: String::new(), number: 0, noise: Vec::new(), _profile: profile };
        browser.begin(&format!("file://{}{hash}", page.display()));
        browser
    }

    fn run(&mut self, expression: &str) -> Value {
        let asked = json!({
            "expression": expression, "target": { "context": self.context }, "awaitPromise": true, "userActivation": true
        });
        let answer = self.ask("script.evaluate", asked);
        assert_eq!(answer["type"], "success", "{expression}: {}", answer["exceptionDetails"]["text"]);
        // Texts, numbers and truth values are themselves.
        answer["result"]["value"].clone()
    }

    fn resize(&mut self, width: u32, height: u32) {
        let size = json!({ "context": self.context, "viewport": { "width": width, "height": height } });
        self.ask("browsingContext.setViewport", size);
    }

    fn noise(&self) -> &[String] {
        &self.noise
    }
}

/// `WebDriver BiDi listening on ws://127.0.0.1:38683`
fn address(told: &mut impl BufRead) -> String {
    let mut all = String::new();
    loop {
        let mut line = String::new();
        assert_ne!(told.read_line(&mut line).unwrap(), 0, "Firefox has ended: {all}");
        if let Some((_, address)) = line.split_once("listening on ws://") {
            return address.trim().to_owned();
        }
        all += &line;
    }
}

impl Firefox {
    fn begin(&mut self, url: &str) {
        self.ask("session.new", json!({ "capabilities": {} }));
        let tree = self.ask("browsingContext.getTree", json!({}));
        self.context = tree["contexts"][0]["context"].as_str().unwrap().to_owned();
        let events = ["log.entryAdded", "network.beforeRequestSent"];
        self.ask("session.subscribe", json!({ "events": events, "contexts": [self.context] }));
        self.resize(1280, 1000);
        let place = json!({ "context": self.context, "url": url, "wait": "complete" });
        self.ask("browsingContext.navigate", place);
    }

    fn ask(&mut self, method: &str, parameters: Value) -> Value {
        self.number += 1;
        self.socket.send(&json!({ "id": self.number, "method": method, "params": parameters }).to_string());
        loop {
            let mut answer: Value = serde_json::from_str(&self.socket.receive()).unwrap();
            if answer["id"] == self.number {
                assert_eq!(answer["type"], "success", "{method}: {} {}", answer["error"], answer["message"]);
                return answer["result"].take();
            }
            self.listen(&answer);
        }
    }

    fn listen(&mut self, event: &Value) {
        let parameters = &event["params"];
        match event["method"].as_str() {
            Some("log.entryAdded") => self.noise.push(parameters.to_string()),
            Some("network.beforeRequestSent") => {
                let url = parameters["request"]["url"].as_str().unwrap_or_default();
                if !super::is_own(url) {
                    self.noise.push(url.to_owned());
                }
            }
            _ => (),
        }
    }
}

impl Drop for Firefox {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}
