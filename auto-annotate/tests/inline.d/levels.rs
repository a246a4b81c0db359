// SPDX-License-Identifier: GPL-2.0-or-later
// levels.rs: iterators, which are inlined many levels deep, in Rust.

#[inline(always)]
fn odd_squares(numbers: &[u64]) -> u64 {
    numbers.iter().map(|x| x * x).filter(|x| x % 2 == 1).sum()
}

fn main() {
    let n = std::env::args().count() as u64 * 100;
    let numbers: Vec<u64> = (0..n).collect();
    println!("{}", odd_squares(&numbers));
}
