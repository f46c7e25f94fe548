//! Work on many items, spread over threads.

use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::sync::mpsc;
use std::thread;

/// Does `work` on all `items` by so many threads, each with what `tools` makes, and hands every
/// result with the place of its item to `done`, as they come.
///
/// # Errors
/// The first of `done`, after the items being worked on.
pub(super) fn spread<Item: Sync, Tools, Outcome: Send, Error>(
    items: &[Item],
    threads: usize,
    tools: impl Fn() -> Tools + Sync,
    work: impl Fn(&mut Tools, &Item) -> Outcome + Sync,
    mut done: impl FnMut(usize, Outcome) -> Result<(), Error>,
) -> Result<(), Error> {
    let next = AtomicUsize::new(0);
    let take = || {
        let place = next.fetch_add(1, Relaxed);
        items.get(place).map(|item| (place, item))
    };
    thread::scope(|scope| {
        let (sender, receiver) = mpsc::channel();
        for _ in 0..threads.clamp(1, items.len().max(1)) {
            let (sender, take, tools, work) = (sender.clone(), &take, &tools, &work);
            scope.spawn(move || {
                let mut tools = tools();
                while let Some((place, item)) = take() {
                    if sender.send((place, work(&mut tools, item))).is_err() {
                        return;
                    }
                }
            });
        }
        drop(sender);
        let mut outcomes = receiver.into_iter();
        outcomes.try_for_each(|(place, outcome)| done(place, outcome))
    })
}

/// The same with the results in the order of the items.
pub(super) fn spread_in_order<Item: Sync, Tools, Outcome: Send>(
    items: &[Item],
    threads: usize,
    tools: impl Fn() -> Tools + Sync,
    work: impl Fn(&mut Tools, &Item) -> Outcome + Sync,
) -> Vec<Outcome> {
    let mut outcomes = Vec::with_capacity(items.len());
    let never = spread(items, threads, tools, work, |place, outcome| {
        outcomes.push((place, outcome));
        Ok::<(), std::convert::Infallible>(())
    });
    match never {
        Ok(()) => {}
    }
    outcomes.sort_by_key(|&(place, _)| place);
    outcomes.into_iter().map(|(_, outcome)| outcome).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_item_is_worked_on_once_by_any_number_of_threads() {
        for threads in [1, 3, 20] {
            let items: Vec<u32> = (0..9).collect();
            let squares = spread_in_order(&items, threads, || (), |(), item| item * item);
            assert_eq!(squares, [0, 1, 4, 9, 16, 25, 36, 49, 64]);
        }
        assert!(spread_in_order(&[0_u8; 0], 4, || (), |(), _| ()).is_empty());
    }

    #[test]
    fn an_error_ends_the_work() {
        let items = [0; 1000];
        let mut heard = 0;
        let ended = spread(
            &items,
            2,
            || (),
            |(), _| (),
            |_, ()| {
                heard += 1;
                Err("enough")
            },
        );
        assert_eq!((ended, heard), (Err("enough"), 1));
    }
}
