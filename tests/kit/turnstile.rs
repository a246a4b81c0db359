// SPDX-License-Identifier: GPL-2.0-or-later
// turnstile.rs: who uses the turnstiles of a swimming pool, and how often.

use std::collections::HashMap;

const CARDS: usize = 3000;
const PASSAGES: usize = 60_000;

#[derive(Default)]
struct Visits {
    entered: u32,
    left: u32,
    last_minute: u32,
    minutes: u32,
}

struct Passage<'a> {
    card: &'a str,
    minute: u32,
}

#[derive(Default)]
struct Pool {
    visits: HashMap<String, Visits>,
}

impl Pool {
    fn pass(&mut self, passage: &Passage) {
        if !self.visits.contains_key(passage.card) {
            self.visits.insert(passage.card.to_string(), Visits::default());
        }
        let visits = self.visits.get_mut(passage.card).unwrap();
        if visits.entered == visits.left {
            visits.entered += 1;
        } else {
            visits.left += 1;
            visits.minutes += passage.minute - visits.last_minute;
        }
        visits.last_minute = passage.minute;
    }
}

fn cards() -> Vec<String> {
    (0..CARDS).map(|i| format!("POOL-{:06}", i * 17)).collect()
}

fn record(cards: &[String], mut random: usize) -> Vec<Passage<'_>> {
    (0..PASSAGES)
        .map(|i| {
            random = (random * 1664525 + 1013904223) & 0xffff_ffff;
            Passage { card: &cards[(random >> 8) % CARDS], minute: i as u32 / 20 }
        })
        .collect()
}

fn main() {
    let mut pool = Pool::default();
    let cards = cards();
    for passage in &record(&cards, 5) {
        pool.pass(passage);
    }
    let mut guests: Vec<(&String, &Visits)> = pool.visits.iter().collect();
    guests.sort_by(|a, b| b.1.minutes.cmp(&a.1.minutes).then(a.0.cmp(b.0)));
    for (card, visits) in guests.iter().take(8) {
        println!("{card}: {} visits of {} minutes in all", visits.left, visits.minutes);
    }
    let inside = guests.iter().filter(|(_, visits)| visits.entered > visits.left).count();
    println!("{} cards, {inside} still inside", guests.len());
}
