// SPDX-License-Identifier: GPL-2.0-or-later
// almanac.rs: prints how high the water of a harbour is, and when a tide turns.

use std::f64::consts::TAU;
use std::fmt;

const MINUTES: usize = 60 * 24 * 150;
const STEP: usize = 30;

/// A part of the tide: its height in metres, its period in hours, and its phase.
struct Constituent {
    height: f64,
    period: f64,
    phase: f64,
}

struct Entry {
    minute: usize,
    level: f64,
    turn: &'static str,
}

impl fmt::Display for Entry {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let (day, minute) = (self.minute / 1440, self.minute % 1440);
        let (hour, minute) = (minute / 60, minute % 60);
        let (day, level, turn) = (day + 1, self.level, self.turn);
        write!(f, "{day:3} {hour:02}:{minute:02} {level:5.2} m {turn}")
    }
}

fn level(harbour: &[Constituent], minute: usize) -> f64 {
    let hours = minute as f64 / 60.0;
    harbour.iter().map(|c| c.height * (TAU * hours / c.period + c.phase).cos()).sum()
}

fn entries(levels: &[f64]) -> Vec<Entry> {
    let mut found = Vec::new();
    for (i, w) in levels.windows(3).enumerate() {
        let turn = match (w[1] > w[0], w[1] >= w[2]) {
            (true, true) => "high",
            (false, false) => "low",
            _ => "",
        };
        found.push(Entry { minute: (i + 1) * STEP, level: w[1], turn });
    }
    found
}

fn main() {
    let harbour = [
        Constituent { height: 1.42, period: 12.4206, phase: 0.3 },
        Constituent { height: 0.38, period: 23.9345, phase: 2.1 },
    ];
    let levels: Vec<f64> =
        (0..MINUTES).step_by(STEP).map(|minute| level(&harbour, minute)).collect();
    let entries = entries(&levels);
    let mut highest = 0.0_f64;
    for entry in &entries {
        println!("{entry}");
        highest = highest.max(entry.level);
    }
    let turns = entries.iter().filter(|entry| !entry.turn.is_empty()).count();
    println!("{} tides, the highest {highest:.2} m", turns);
}
