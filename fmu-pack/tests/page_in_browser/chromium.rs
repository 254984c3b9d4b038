//! Chromium through its DevTools protocol, over two pipes: one message ends with a zero byte.

use super::Browser;

use serde_json::{Value, json};
use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use tempfile::TempDir;

/// The browser takes orders from 3 and answers on 4: those are standard input and output of the shell that starts it.
const START: &str = r#"for name in chromium chromium-browser google-chrome; do
    command -v "$name" >/dev/null && exec "$name" "$@" 3<&0 4>&1 1>&2
done
echo "Chromium is needed: apt-get install chromium" >&2
exit 127"#;

const OPTIONS: [&str; 9] = [
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--no-first-run",
    "--hide-scrollbars",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--remote-debugging-pipe",
];

const IS_LOADED: &str =
    "new Promise(done => document.readyState === 'complete' ? done(0) : addEventListener('load', () => done(0)))";

/// One page in a Chromium of its own.
pub struct Chromium {
    process: Child,
    orders: ChildStdin,
    answers: BufReader<ChildStdout>,
    session: String,
    number: u64,
    /// What is on the console, and requests that leave the page.
    noise: Vec<String>,
    _profile: TempDir,
}

impl Browser for Chromium {
    fn open_at(page: &Path, hash: &str) -> Self {
        let profile = tempfile::tempdir().unwrap();
        let mut process = Command::new("sh")
            .args(["-c", START, "sh"])
            .args(OPTIONS)
            .arg(format!("--user-data-dir={}", profile.path().display()))
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let (orders, answers) = (process.stdin.take().unwrap(), BufReader::new(process.stdout.take().unwrap()));
        let mut browser =
            Self { process, orders, answers, session: String::new(), number: 0, noise: Vec::new(), _profile: profile };
        let target = browser.ask("Target.createTarget", json!({ "url": "about:blank" }));
        let attached = browser.ask("Target.attachToTarget", json!({ "targetId": target["targetId"], "flatten": true }));
        browser.session = attached["sessionId"].as_str().unwrap().to_owned();
        for domain in ["Runtime.enable", "Log.enable", "Network.enable", "Page.enable"] {
            browser.ask(domain, json!({}));
        }
        browser.resize(1280, 1000);
        browser.ask("Page.navigate", json!({ "url": format!("file://{}{hash}", page.display()) }));
        browser.run(IS_LOADED);
        browser
    }

    fn run(&mut self, expression: &str) -> Value {
        let asked = json!({ "expression": expression, "awaitPromise": true, "returnByValue": true });
        let answer = self.ask("Runtime.evaluate", asked);
        assert!(answer.get("exceptionDetails").is_none(), "{expression}: {}", answer["exceptionDetails"]);
        answer["result"]["value"].clone()
    }

    fn resize(&mut self, width: u32, height: u32) {
        let size = json!({ "width": width, "height": height, "deviceScaleFactor": 1, "mobile": false });
        self.ask("Emulation.setDeviceMetricsOverride", size);
    }

    fn noise(&self) -> &[String] {
        &self.noise
    }
}

impl Chromium {
    /// As somebody has it who works in the dark.
    pub fn prefer_dark(&mut self) {
        let features = json!([{ "name": "prefers-color-scheme", "value": "dark" }]);
        self.ask("Emulation.setEmulatedMedia", json!({ "features": features }));
    }

    /// The browser and all that it has started; the page is in one of them.
    pub fn process(&self) -> u32 {
        self.process.id()
    }

    fn ask(&mut self, method: &str, parameters: Value) -> Value {
        self.number += 1;
        let mut order = json!({ "id": self.number, "method": method, "params": parameters });
        if !self.session.is_empty() {
            order["sessionId"] = json!(self.session);
        }
        self.orders.write_all(format!("{order}\0").as_bytes()).unwrap();
        loop {
            let mut bytes = Vec::new();
            self.answers.read_until(0, &mut bytes).unwrap();
            assert_eq!(bytes.pop(), Some(0), "the browser has ended: is Chromium installed?");
            let mut answer: Value = serde_json::from_slice(&bytes).unwrap();
            if answer["id"] == self.number {
                assert!(answer.get("error").is_none(), "{method}: {}", answer["error"]);
                return answer["result"].take();
            }
            self.listen(&answer);
        }
    }

    fn listen(&mut self, event: &Value) {
        let parameters = &event["params"];
        match event["method"].as_str() {
            Some("Runtime.exceptionThrown" | "Runtime.consoleAPICalled" | "Log.entryAdded") => {
                self.noise.push(parameters.to_string());
            }
            Some("Network.requestWillBeSent") => {
                let url = parameters["request"]["url"].as_str().unwrap_or_default();
                if !super::is_own(url) {
                    self.noise.push(url.to_owned());
                }
            }
            _ => (),
        }
    }
}

impl Drop for Chromium {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}
