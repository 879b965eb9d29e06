use crate::analysis::reading::values::*;

#[test]
fn other_programs_write_other_texts_for_a_value() {
    const WHOLE: FieldKind = FieldKind::Whole(u128::MAX);
    let read = |kind, text| normalized("checks", kind, text, Decimals::Point);
    for (kind, text, value) in [
        (WHOLE, " 70624 ", "70624"),
        (WHOLE, "70624.0", "70624"),
        (WHOLE, "7.0624e+04", "70624"),
        (WHOLE, "9007199254740991.0", "9007199254740991"),
        (
            WHOLE,
            "340282366920938463463374607431768211455",
            "340282366920938463463374607431768211455",
        ),
        (WHOLE, "NaN", ""),
        (WHOLE, "<NA>", ""),
        (FieldKind::Truth, "TRUE", "true"),
        (FieldKind::Truth, "0.0", "false"),
        (FieldKind::Decimal, "1.234", "1.234"),
        (FieldKind::Word(&[]), "fixed", "fixed"),
    ] {
        assert_eq!(read(kind, text).as_deref(), Ok(value), "{text}");
    }
    let lost = [("9007199254740992.0", INEXACT), ("6.71E+07", ROUNDED)];
    for (text, why) in lost.into_iter().chain([("70624.5", None)]) {
        assert_eq!(read(WHOLE, text), Err(why), "{text}");
    }
    assert_eq!(
        normalized("outcome", FieldKind::Word(&[]), "none", Decimals::Point).as_deref(),
        Ok("none")
    );
    let order = normalized("order", FieldKind::Text, "12345678.0", Decimals::Point);
    assert_eq!(order.as_deref(), Ok("12345678"));
}

#[test]
fn a_point_that_may_separate_thousands_is_not_read() {
    let read = |kind, text| normalized("checks", kind, text, Decimals::Comma);
    for text in ["70.624", "70,624", "8.000", "1,234"] {
        assert_eq!(read(FieldKind::Whole(9), text), Err(GROUPED), "{text}");
        assert_eq!(read(FieldKind::Decimal, text), Err(GROUPED), "{text}");
    }
    // No time has thousands of seconds and just three decimals.
    assert_eq!(read(FieldKind::Seconds, "0,125").as_deref(), Ok("0.125"));
    assert_eq!(read(FieldKind::Decimal, "1,5").as_deref(), Ok("1.5"));
    assert_eq!(read(FieldKind::Whole(9), "70624,0").as_deref(), Ok("70624"));
}
