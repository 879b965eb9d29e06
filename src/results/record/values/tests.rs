use std::fmt::Debug;

use crate::results::record::values::*;
use proptest::prelude::*;

fn text(write: impl FnOnce(&mut Vec<u8>)) -> String {
    let mut out = Vec::new();
    write(&mut out);
    String::from_utf8(out).unwrap()
}

fn round_trip<T: FieldValue + PartialEq + Debug>(value: &T) -> String {
    let text = text(|out| T::write(value, out));
    assert_eq!(T::read(&text).as_ref(), Some(value), "{text}");
    text
}

proptest! {
    #[test]
    fn seconds_have_nine_decimals(nanoseconds in 0..8_000_000_000_000_000u64) {
        let seconds = nanoseconds as f64 / 1e9;
        let written = text(|out| Seconds::write(&Some(seconds), out));
        prop_assert_eq!(&written, &format!("{seconds:.9}"));
        prop_assert_eq!(text(|out| Seconds::write(&Seconds::read(&written).unwrap(), out)), written);
    }

    #[test]
    fn numbers_are_read_as_they_were_written(
        small: u16, large: u64, count: u128, rank in 0..MoveOrder::COUNT, float in 0.0..1e300f64
    ) {
        prop_assert_eq!(round_trip(&small), small.to_string());
        prop_assert_eq!(round_trip(&large), large.to_string());
        prop_assert_eq!(round_trip(&Some(count)), count.to_string());
        round_trip(&MoveOrder::from_rank(rank).unwrap());
        let written = text(|out| Scientific::write(&Some(float), out));
        prop_assert_eq!(&written, &format!("{float:e}"));
        prop_assert_eq!(Scientific::read(&written), Some(Some(float)));
        let written = text(|out| f64::write(&float, out));
        prop_assert_eq!(f64::read(&written), Some(float));
    }

    /// Two texts of one value would let a changed line keep its check.
    #[test]
    fn whole_numbers_have_one_text(text in "[ +0-9]{1,4}") {
        if let Some(value) = u64::read(&text) {
            prop_assert_eq!(value, text.parse::<u64>().unwrap());
        }
    }
}

#[test]
fn other_texts_are_no_values() {
    for wrong in ["+7", "-7", " 7", "7.0", "0x7", "7e0", "", "65536"] {
        assert_eq!(u16::read(wrong), None, "{wrong}");
    }
    for wrong in ["fig2", "1234567", "12345677", "12345679", "1234-5678"] {
        assert_eq!(MoveOrder::read(wrong), None, "{wrong}");
    }
    for wrong in ["True", "1", "none"] {
        assert_eq!(bool::read(wrong), None, "{wrong}");
    }
    for wrong in ["inf", "NaN", "-1", "+1", ".5", "1e999", "1,500.2"] {
        assert_eq!((f64::read(wrong), Seconds::read(wrong)), (None, None), "{wrong}");
    }
    assert_eq!((f64::read("1,5"), Seconds::read("1,5")), (None, Some(Some(1.5))));
    assert_eq!(Seconds::read("1000000000"), None, "floats of that size lack nanoseconds");
}
