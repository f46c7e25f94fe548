//! The match in one sentence.

use matches::stats::text::{percent, strength};
use matches::stats::{Estimates, Hypotheses, Hypothesis, Model, Verdict};

/// What has been found out about A. A test that has decided has the word; otherwise the 95 %
/// interval of the Elo difference has.
pub fn sentence(estimates: &Estimates, test: Option<(&Hypotheses, Option<Verdict>)>) -> String {
    let found = strength(estimates.elo);
    match test {
        Some((test, Some(verdict))) => decided(test, &verdict, &found),
        Some((_, None)) => format!("The test is undecided: continue. Elo {found}."),
        None => by_interval(estimates, &found),
    }
}

fn decided(test: &Hypotheses, verdict: &Verdict, found: &str) -> String {
    let unit = match test.model {
        Model::Normalized => "nElo",
        Model::Logistic => "Elo",
    };
    let pairs = verdict.pairs;
    let (word, hypothesis) = match verdict.accepted {
        Hypothesis::H1 => ("passes", format!("H1, at least {:+} {unit}", test.elo1)),
        Hypothesis::H0 => ("fails", format!("H0, not above {:+} {unit}", test.elo0)),
    };
    format!("A {word}: after {pairs} pairs the test accepts {hypothesis}. Elo {found}.")
}

fn by_interval(estimates: &Estimates, found: &str) -> String {
    let Some(elo) = estimates.elo else {
        return "Nothing is known yet: no pair of games has been finished.".to_owned();
    };
    let los = percent(estimates.los, 1);
    if elo.low > 0.0 {
        format!("A is stronger than B: Elo {found}; likelihood of superiority {los}.")
    } else if elo.high < 0.0 {
        format!("A is weaker than B: Elo {found}; likelihood of superiority {los}.")
    } else {
        format!("Undecided: either may be stronger. Elo {found}; likelihood of superiority {los}.")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use matches::stats::{Pentanomial, Sample};

    fn of(counts: [u64; 5]) -> String {
        sentence(&Estimates::new(&Sample::from(&Pentanomial(counts))), None)
    }

    #[test]
    fn the_interval_decides_without_a_test() {
        assert!(of([1, 2, 30, 20, 30]).starts_with("A is stronger"));
        assert!(of([30, 20, 30, 2, 1]).starts_with("A is weaker"));
        assert!(of([3, 2, 30, 2, 3]).starts_with("Undecided"));
        assert!(of([0; 5]).starts_with("Nothing is known"));
        assert!(of([0, 0, 0, 0, 9]).starts_with("A is stronger"));
        assert!(of([0, 0, 9, 0, 0]).starts_with("Undecided"));
    }

    #[test]
    fn a_test_has_the_word() {
        let estimates = Estimates::new(&Sample::from(&Pentanomial([1, 2, 30, 20, 30])));
        let test = Hypotheses::new(0.0, 5.0);
        let verdict = |accepted| Verdict {
            accepted,
            pairs: 83,
            llr: 3.0,
        };
        let say = |verdict| sentence(&estimates, Some((&test, verdict)));
        let passed = say(Some(verdict(Hypothesis::H1)));
        assert!(
            passed.starts_with("A passes: after 83 pairs the test accepts H1, at least +5 nElo")
        );
        assert!(say(Some(verdict(Hypothesis::H0))).starts_with("A fails"));
        assert!(say(None).starts_with("The test is undecided"));
    }
}
