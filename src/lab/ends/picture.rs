//! The accounts as a drawing: for each player a bar for each way in which branches end.

use super::account::{Account, Share};
use show::plot::{Axis, Svg};

const WIDTH: f64 = 720.0;
/// Where bars begin and end.
const SIDES: [f64; 2] = [150.0, 640.0];
const ROW: f64 = 24.0;
/// The height of a player's title.
const HEAD: f64 = 40.0;

/// The drawing of `accounts`.
pub fn picture(accounts: &[Account]) -> Svg {
    let panels = accounts.iter().map(|it| (it, branches(it)));
    let panels: Vec<_> = panels.collect();
    let rows: usize = panels.iter().map(|(_, shares)| shares.len()).sum();
    let height = HEAD * panels.len() as f64 + ROW * (rows as f64 + 0.5);
    let mut svg = Svg::new([WIDTH, height]);
    let mut top = 0.0;
    for (account, shares) in panels {
        let title = format!("{}: what ends branches, %", account.player);
        svg.words("title", [10.0, top + 26.0], &title);
        top += HEAD;
        for share in shares {
            draw(&mut svg, share, top);
            top += ROW;
        }
    }
    svg
}

/// The ways in which branches end, the most frequent first; none that was never taken.
fn branches(account: &Account) -> Vec<&Share> {
    let taken = |share: &&Share| share.ends_branch && share.count > 0;
    let mut shares: Vec<_> = account.ends.iter().filter(taken).collect();
    shares.sort_by_key(|share| std::cmp::Reverse(share.count));
    shares
}

fn draw(svg: &mut Svg, share: &Share, top: f64) {
    let axis = Axis::new([0.0, 100.0], SIDES);
    let (base, percent) = (top + 16.0, share.percent_of_branches);
    let end = axis.at(percent);
    svg.words("end", [SIDES[0] - 8.0, base], share.name);
    svg.rectangle("bar", [SIDES[0], top + 4.0], [end - SIDES[0], ROW - 8.0]);
    svg.words("", [end + 8.0, base], &format!("{percent:.1}"));
}
