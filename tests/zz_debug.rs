use test_support::life::{Kind, ORIFICES, Weighing, lives};
#[test]
fn debug() {
    for law in [1, 2, 3, 8] {
        for seed in ORIFICES + 1..ORIFICES + 101 {
            let _ = lives(Kind::Servo, law, seed..seed + 1, Weighing(20), |p| {
                println!("   {law} {} {}", seed - ORIFICES, &p[..p.len().min(230)])
            });
        }
    }
}
