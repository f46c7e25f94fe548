//! Natural logarithms of small integers, the same on every machine.

const ENTRIES: usize = 2304;

/// 1024 times the natural logarithm of 1–2303. Built from ln((n + 1)/n) = 2 artanh(1/(2n + 1))
/// with basic arithmetic only, so that every machine has the same table and the same tree.
static LN: [i32; ENTRIES] = {
    let mut table = [0; ENTRIES];
    let mut sum = 0.0_f64;
    let mut n = 1;
    while n + 1 < ENTRIES {
        let z = 1.0 / (2 * n + 1) as f64;
        let (mut term, mut power) = (0.0, z);
        let mut k = 1;
        while k < 30 {
            term += power / k as f64;
            power *= z * z;
            k += 2;
        }
        sum += 2.0 * term;
        table[n + 1] = (sum * 1024.0) as i32;
        n += 1;
    }
    table
};

/// 1024 · ln 32, for which a number beyond the table loses five bits.
const LN_32: i32 = 3549;

/// 1024 · ln `n` for `n` below 73,728, and of that for greater numbers.
#[inline]
pub(super) fn ln(n: usize) -> i32 {
    match LN.get(n) {
        Some(&ln) => ln,
        None => LN[(n >> 5).min(ENTRIES - 1)] + LN_32,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn logarithms_are_right() {
        for n in [1_usize, 2, 10, 64, 1000, 2303, 2304, 65_599] {
            let expected = (n as f64).ln() * 1024.0;
            assert!((f64::from(ln(n)) - expected).abs() < 1.5, "{n}");
        }
    }
}
