//! stub
fn main() {
    use usi_engine::shogi::perft::*;
    let a: Vec<String> = std::env::args().collect();
    let conv = match a.get(1).map(|s| s.as_str()) { Some("list") => Convention::List, Some("full") => Convention::Full, _ => Convention::Count };
    if a.get(2).is_some() {
        let mut bad = 0; let mut rows = 0;
        for l in std::fs::read_to_string("sfen-suites/perft/agreed.tsv").unwrap().lines().skip(1) {
            let f: Vec<_> = l.split('\t').collect();
            let n: u64 = f[2].parse().unwrap();
            if n > 5_000_000 { continue; }
            let mut p = usi_engine::shogi::sfen::parse(f[0]).unwrap();
            let got = perft(&mut p, f[1].parse().unwrap(), conv);
            rows += 1;
            if got != n { bad += 1; println!("{l} got {got}"); }
        }
        println!("{rows} rows {bad} bad");
        return;
    }
    for (s, d) in [("lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1", 5), ("l6nl/5+P1gk/2np1S3/p1p4Pp/3P2Sp1/1PPb2P1P/P5GS1/R8/LN4bKL w RGgsn5p 1", 3), ("R8/2K1S1SSk/4B4/9/9/9/9/9/1L1L1L3 b RBGSNLP3g3n17p 1", 2)] {
        let mut p = usi_engine::shogi::sfen::parse(s).unwrap();
        for _ in 0..3 {
        let t = cpu_time::ThreadTime::now();
        let n = perft(&mut p, d, conv);
        let e = t.elapsed().as_secs_f64();
        println!("{n} {:.1} M/s", n as f64 / e / 1e6);
        }
    }
}
