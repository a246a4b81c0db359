// SPDX-License-Identifier: GPL-2.0-or-later
// herbarium.rs: files sheets of dried plants by name and place, and counts the rare.

const SHEETS: usize = 3500;
const RARE: usize = 24;

struct Sheet {
    species: String,
    place: String,
    year: u32,
}

struct Collector {
    random: u32,
}

impl Collector {
    fn choose<'a>(&mut self, words: &[&'a str]) -> &'a str {
        self.random = self.random.wrapping_mul(1664525).wrapping_add(1013904223);
        words[(self.random >> 10) as usize % words.len()]
    }

    fn collect(&mut self) -> Sheet {
        let genera = ["Campanula", "Gentiana", "Saxifraga", "Potentilla", "Ranunculus"];
        let kinds =
            ["alpina", "verna", "rotundifolia", "pyrenaica", "montana", "glacialis"];
        let slopes = ["north of ", "south of ", "above ", "below "];
        let villages = ["Saint-Véran", "Zermatt", "Pontresina", "Heiligenblut"];
        Sheet {
            species: format!("{} {}", self.choose(&genera), self.choose(&kinds)),
            place: self.choose(&slopes).to_string() + self.choose(&villages),
            year: 1850 + (self.random >> 8) % 120,
        }
    }
}

/// Sheets of one species lie together, and those of one place within them.
fn file(sheets: &mut [Sheet]) {
    sheets.sort_by_key(|sheet| (sheet.species.clone(), sheet.place.clone()));
}

/// Folders hold the sheets of one species from one place.
fn folders(sheets: &[Sheet]) -> Vec<&[Sheet]> {
    let mut folders = Vec::new();
    let mut begin = 0;
    for i in 1..=sheets.len() {
        let first = &sheets[begin];
        if i == sheets.len()
            || sheets[i].species != first.species
            || sheets[i].place != first.place
        {
            folders.push(&sheets[begin..i]);
            begin = i;
        }
    }
    folders
}

fn main() {
    let mut collector = Collector { random: 1753 };
    let mut sheets: Vec<Sheet> = (0..SHEETS).map(|_| collector.collect()).collect();
    file(&mut sheets);
    let mut rare = 0;
    for folder in folders(&sheets) {
        if folder.len() < RARE / 10 {
            println!("{}, {}, {}", folder[0].species, folder[0].place, folder[0].year);
        }
        rare += (folder.len() < RARE) as usize;
    }
    let oldest = sheets.iter().map(|sheet| sheet.year).min().unwrap();
    println!("{rare} rare plants, the oldest sheet is from {oldest}");
}
