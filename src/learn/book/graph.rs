//! Values carried back over a graph: what every position comes to when both sides play for the best, and a game that
//! never leaves the graph is a draw.
//!
//! A side that can force more than the draw can force the way out of the graph. So values spread backwards from the
//! moves that lead out, the best for Black first: a position where Black is to move has the first value that comes,
//! one where White is to move the last, once one has come from every move. The same is done for White; what neither
//! reaches is a draw. This is retrograde analysis with a queue in place of steps. It takes each move at most three
//! times, and cycles need no care.
//!
//! Among moves worth the same the side that is better takes the shortest way out, and the other the longest, so that
//! whoever follows the best moves gets there.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// What a position or a move comes to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Worth {
    /// In centipawns, from Black's side.
    pub value: i32,
    /// How many moves of the graph come before the one that leads out; none if none does.
    pub plies: Option<u32>,
    /// The depth of that one, and these moves.
    pub depth: u32,
}

/// The depth of what is a draw because positions come again, as `YaneuraOu` has it.
pub const REPETITION_DEPTH: u32 = 9999;

impl Worth {
    /// That of a move that leads out of the graph.
    pub fn leaf(value: i32, depth: u32) -> Self {
        let plies = Some(0);
        Self {
            value,
            plies,
            depth,
        }
    }

    /// That of a move to a position of this worth.
    fn before(self) -> Self {
        let Some(plies) = self.plies else {
            return self;
        };
        Self {
            plies: Some(plies.saturating_add(1)),
            depth: self.depth.saturating_add(1),
            ..self
        }
    }

    /// By what the side whose `sign` is 1 for Black and -1 for White chooses where a draw is worth `draw` to Black:
    /// the greatest.
    pub fn preference(self, sign: i32, draw: i32) -> (i64, i64) {
        let sign = i64::from(sign);
        let [value, draw] = [self.value, draw].map(|it| sign * i64::from(it));
        let plies = self.plies.map_or(i64::MAX, i64::from);
        (value, if value < draw { plies } else { -plies })
    }
}

/// A move of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Edge {
    /// Nothing is known of it.
    Unknown,
    /// It leads out of the graph.
    Out(Worth),
    /// It leads to a position of the graph, by its number.
    To {
        /// The number.
        node: u32,
        /// What it is worth if nothing is known of any move there.
        own: Option<Worth>,
    },
}

/// A position.
#[derive(Clone, Debug)]
pub struct Node {
    /// Whether Black is to move.
    pub black: bool,
    /// Its moves.
    pub edges: Vec<Edge>,
}

/// Positions joined by moves.
#[derive(Debug)]
pub struct Graph {
    nodes: Vec<Node>,
    /// Of each node where its `sources` begin, and where those of the last end.
    starts: Vec<usize>,
    /// The nodes from which moves lead to a node, one for each move.
    sources: Vec<u32>,
}

impl Graph {
    /// That of `nodes`, fewer than 2³², whose numbers are their places. Where nothing is known of a position, moves to it
    /// lead out.
    pub fn new(nodes: Vec<Node>) -> Self {
        let mut graph = Self {
            starts: vec![0; nodes.len() + 1],
            sources: Vec::new(),
            nodes,
        };
        graph.join();
        if graph.leave_unknown() {
            graph.join();
        }
        graph
    }

    /// The positions.
    pub fn nodes(&self) -> &[Node] {
        &self.nodes
    }

    /// Finds from where moves lead to each node.
    fn join(&mut self) {
        let pairs = |nodes: &[Node], mut visit: Box<dyn FnMut(usize, usize) + '_>| {
            for (from, node) in nodes.iter().enumerate() {
                for edge in &node.edges {
                    if let Edge::To { node, .. } = *edge {
                        visit(from, node as usize);
                    }
                }
            }
        };
        let mut counts = vec![0; self.nodes.len() + 1];
        pairs(&self.nodes, Box::new(|_, to| counts[to + 1] += 1));
        for place in 1..counts.len() {
            counts[place] += counts[place - 1];
        }
        self.starts.clone_from(&counts);
        let mut sources = vec![0; counts[self.nodes.len()]];
        pairs(
            &self.nodes,
            Box::new(|from, to| {
                sources[counts[to]] = from as u32;
                counts[to] += 1;
            }),
        );
        self.sources = sources;
    }

    fn sources(&self, node: usize) -> &[u32] {
        &self.sources[self.starts[node]..self.starts[node + 1]]
    }

    /// Makes moves to positions of which nothing is known lead out; whether there are any. Of a position something is
    /// known if of a move there, or of one after it.
    fn leave_unknown(&mut self) -> bool {
        let is_valued = |it: &Edge| matches!(it, Edge::Out(_) | Edge::To { own: Some(_), .. });
        let mut known = vec![false; self.nodes.len()];
        let valued = |place: &usize| self.nodes[*place].edges.iter().any(is_valued);
        let mut open: Vec<_> = (0..self.nodes.len()).filter(valued).collect();
        for &place in &open {
            known[place] = true;
        }
        while let Some(place) = open.pop() {
            for &source in self.sources(place) {
                let source = source as usize;
                if !known[source] {
                    known[source] = true;
                    open.push(source);
                }
            }
        }
        for edge in self.nodes.iter_mut().flat_map(|it| &mut it.edges) {
            if let Edge::To { node, own } = *edge
                && !known[node as usize]
            {
                *edge = own.map_or(Edge::Unknown, Edge::Out);
            }
        }
        known.contains(&false)
    }

    /// What every position comes to where a draw is worth `draw` to Black; nothing of one of which nothing is known.
    pub fn worths(&self, draw: i32) -> Worths<'_> {
        let mut worths = Worths {
            graph: self,
            draw,
            found: vec![None; self.nodes.len()],
        };
        worths.spread(1, |value| value > draw, |node| !node.black);
        worths.spread(-1, |value| value < draw, |node| node.black);
        worths.spread(1, |value| value == draw, |_| false);
        let known = |node: &Node| node.edges.iter().any(|it| *it != Edge::Unknown);
        for (worth, _) in (worths.found.iter_mut().zip(&self.nodes))
            .filter(|(worth, node)| worth.is_none() && known(node))
        {
            *worth = Some(Worth {
                value: draw,
                plies: None,
                depth: REPETITION_DEPTH,
            });
        }
        worths
    }
}

/// What the positions of a graph come to.
#[derive(Debug)]
pub struct Worths<'a> {
    graph: &'a Graph,
    draw: i32,
    found: Vec<Option<Worth>>,
}

/// What comes to a node next: the best for who spreads it, the shortest way, the deepest, and the node.
type Next = (i64, Reverse<u32>, u32, Reverse<u32>);

impl Worths<'_> {
    /// Spreads the values that `admits` wants from where moves lead out, the best first for the side whose sign is
    /// this. A node that `waits` takes the last of all its moves, any other the first.
    fn spread(&mut self, sign: i64, admits: impl Fn(i32) -> bool, waits: impl Fn(&Node) -> bool) {
        let next = |node: u32, worth: Worth| -> Next {
            let plies = Reverse(worth.plies.unwrap_or(u32::MAX));
            (
                sign * i64::from(worth.value),
                plies,
                worth.depth,
                Reverse(node),
            )
        };
        let mut queue = BinaryHeap::new();
        let mut open = vec![0_u32; self.found.len()];
        for (place, node) in self.graph.nodes.iter().enumerate() {
            for edge in &node.edges {
                open[place] += u32::from(*edge != Edge::Unknown);
                if let Edge::Out(worth) = *edge
                    && admits(worth.value)
                {
                    queue.push(next(place as u32, worth));
                }
            }
        }
        while let Some((value, Reverse(plies), depth, Reverse(node))) = queue.pop() {
            let place = node as usize;
            open[place] -= 1;
            let is_early = waits(&self.graph.nodes[place]) && open[place] > 0;
            if is_early || self.found[place].is_some() {
                continue;
            }
            let worth = Worth {
                value: (sign * value) as i32,
                plies: Some(plies),
                depth,
            };
            self.found[place] = Some(worth);
            let sources = self.graph.sources(place).iter();
            queue.extend(sources.map(|&source| next(source, worth.before())));
        }
    }

    /// What a move comes to, if that is known.
    pub fn of(&self, edge: Edge) -> Option<Worth> {
        match edge {
            Edge::Unknown => None,
            Edge::Out(worth) => Some(worth),
            Edge::To { node, .. } => self.found[node as usize].map(Worth::before),
        }
    }

    /// By what the side to move at `node` chooses a move: the greatest. Nothing for one of which nothing is known.
    pub fn preference(&self, node: &Node, edge: Edge) -> Option<(i64, i64)> {
        let sign = if node.black { 1 } else { -1 };
        Some(self.of(edge)?.preference(sign, self.draw))
    }

    /// The place of the best move of the position with this number, the first of those alike.
    pub fn best(&self, node: usize) -> Option<usize> {
        let node = self.graph.nodes.get(node)?;
        let preferred = |place: &usize| self.preference(node, node.edges[*place]);
        let known = (0..node.edges.len()).filter(|place| preferred(place).is_some());
        known.rev().max_by_key(preferred)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use base::random::generator;
    use rand::RngExt;

    fn out(value: i32) -> Edge {
        Edge::Out(Worth::leaf(value, 5))
    }

    fn to(node: u32) -> Edge {
        Edge::To { node, own: None }
    }

    /// Nodes with Black and White to move in turn.
    fn graph(edges: &[&[Edge]]) -> Graph {
        let node = |(place, edges): (usize, &&[Edge])| Node {
            black: place % 2 == 0,
            edges: edges.to_vec(),
        };
        Graph::new(edges.iter().enumerate().map(node).collect())
    }

    fn values(graph: &Graph, draw: i32) -> Vec<Option<i32>> {
        let worths = graph.worths(draw);
        worths.found.iter().map(|it| Some((*it)?.value)).collect()
    }

    #[test]
    fn values_depths_and_the_way_out_are_carried_back() {
        let line = graph(&[&[to(1), out(20)], &[to(2), out(90)], &[out(50), out(30)]]);
        let worths = line.worths(0);
        assert_eq!(values(&line, 0), [50, 50, 50].map(Some));
        let root = worths.found[0].unwrap();
        assert_eq!((root.plies, root.depth), (Some(2), 7));
        assert_eq!([0, 1, 2].map(|node| worths.best(node)), [Some(0); 3]);
    }

    #[test]
    fn a_repetition_is_taken_by_who_has_nothing_better() {
        // Black may leave for less than nothing, White for more than nothing.
        let circle = graph(&[&[to(1), out(-30)], &[to(0), out(40)]]);
        assert_eq!(values(&circle, 0), [Some(0); 2]);
        assert_eq!(circle.worths(0).found[0].unwrap().depth, REPETITION_DEPTH);
        // A draw is worse for Black than leaving.
        assert_eq!(values(&circle, -31), [Some(-30); 2]);
        // White must leave before it comes to that.
        assert_eq!(values(&circle, 41), [Some(40); 2]);
    }

    #[test]
    fn who_is_ahead_does_not_walk_in_circles() {
        // To and fro is worth as much, since White can only come back.
        let tempting = graph(&[&[to(1), out(100)], &[to(0)]]);
        let worths = tempting.worths(0);
        assert_eq!(values(&tempting, 0), [Some(100); 2]);
        assert_eq!(worths.best(0), Some(1));
    }

    #[test]
    fn positions_of_which_nothing_is_known_are_left_out() {
        let circle = graph(&[&[to(1)], &[to(0)]]);
        assert_eq!(values(&circle, 0), [None; 2]);
        let own = Some(Worth::leaf(25, 3));
        let known = Edge::To { node: 1, own };
        let partly = graph(&[&[known, to(1)], &[Edge::Unknown, to(2)], &[Edge::Unknown]]);
        assert_eq!(values(&partly, 0), [Some(25), None, None]);
        assert_eq!(partly.worths(0).best(0), Some(0));
    }

    /// What neither side can better at any threshold, found by going over all nodes until nothing changes.
    fn by_thresholds(graph: &Graph, draw: i32, steps: std::ops::Range<i32>) -> Vec<Option<i32>> {
        let mut values = vec![draw; graph.nodes.len()];
        let forced = |black: bool, is_won: &dyn Fn(i32) -> bool| {
            let mut won = vec![false; graph.nodes.len()];
            loop {
                let wins = |edge: &Edge| match *edge {
                    Edge::Out(worth) => is_won(worth.value),
                    Edge::To { node, .. } => won[node as usize],
                    Edge::Unknown => false,
                };
                let now: Vec<_> = (graph.nodes.iter())
                    .map(|node| {
                        let mut edges = node.edges.iter();
                        if node.black == black {
                            edges.any(wins)
                        } else {
                            edges.all(wins)
                        }
                    })
                    .collect();
                if now == won {
                    return won;
                }
                won = now;
            }
        };
        for step in steps {
            let (high, low) = (draw + step, draw - step);
            for (place, _) in forced(true, &|it| it >= high)
                .iter()
                .enumerate()
                .filter(|it| *it.1)
            {
                values[place] = high;
            }
            for (place, _) in forced(false, &|it| it <= low)
                .iter()
                .enumerate()
                .filter(|it| *it.1)
            {
                values[place] = low;
            }
        }
        values.into_iter().map(Some).collect()
    }

    #[test]
    fn random_graphs_full_of_cycles_have_the_values_that_thresholds_say() {
        for seed in 0..300 {
            let mut rng = generator(7, seed);
            let count = rng.random_range(2..14);
            let edge = |rng: &mut base::random::Generator| {
                if rng.random_bool(0.3) {
                    out(rng.random_range(-6..=6))
                } else {
                    let own = Some(Worth::leaf(0, 1));
                    let node = rng.random_range(0..count);
                    Edge::To { node, own }
                }
            };
            let nodes = (0..count).map(|_| Node {
                black: rng.random_bool(0.5),
                edges: (0..rng.random_range(1..4))
                    .map(|_| edge(&mut rng))
                    .collect(),
            });
            let graph = Graph::new(nodes.collect());
            let draw = rng.random_range(-3..=3);
            let wanted = by_thresholds(&graph, draw, 1..10);
            assert_eq!(values(&graph, draw), wanted, "seed {seed}: {graph:?}");
            follow_to_the_end(&graph, draw);
        }
    }

    /// The best moves lead out of the graph wherever the worth says so, in as many moves.
    fn follow_to_the_end(graph: &Graph, draw: i32) {
        let worths = graph.worths(draw);
        for start in 0..graph.nodes.len() {
            let Some(Worth {
                value,
                plies: Some(plies),
                ..
            }) = worths.found[start]
            else {
                continue;
            };
            let mut node = start;
            for _ in 0..plies {
                let best = worths.best(node).unwrap();
                let Edge::To { node: next, .. } = graph.nodes[node].edges[best] else {
                    panic!("out too soon from {start} in {graph:?}");
                };
                node = next as usize;
            }
            let last = graph.nodes[node].edges[worths.best(node).unwrap()];
            assert!(
                matches!(last, Edge::Out(it) if it.value == value),
                "{start}: {graph:?}"
            );
        }
    }
}
