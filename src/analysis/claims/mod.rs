//! The claims of documents, each defined once: what a document says, the verdict that this program
//! is known to give, and the test that gives it. Tables, JSON and exit codes follow.

use serde::Serialize;

use crate::analysis::table::Table;
use knight_board::named_enum;

pub mod paper;
pub mod tutorials;

/// Whether a claim holds.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum ClaimVerdict {
    /// The measured value agrees.
    Reproduced,
    /// The measured value differs.
    Refuted,
    /// It cannot be tested here; the remark says why.
    Untestable,
}

named_enum!(ClaimVerdict, "verdict", Reproduced => "reproduced", Refuted => "refuted", Untestable => "untestable");

/// A number or statement of a document.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct Claim {
    /// A short name.
    pub id: &'static str,
    /// The document: title and author.
    pub document: &'static str,
    /// The part of the document.
    #[serde(rename = "where")]
    pub place: &'static str,
    /// What the document says, in other words.
    #[serde(rename = "claim")]
    pub says: &'static str,
    /// The value of the document as it is shown.
    pub stated: &'static str,
}

/// A claim and what is known of it. `E` is the evidence by which it is tested.
struct TestedClaim<E> {
    claim: Claim,
    known: KnownVerdict<E>,
}

/// The claims of a document, in the order in which they are shown: its title and author, then for
/// each claim its id, the part of the document and the value as it is shown; what the document
/// says, in other words; the verdict and the test.
macro_rules! claims {
    ($document:literal:
        $($id:literal in $place:literal, stated $stated:literal: $says:literal, $known:expr;)+
    ) => {
        &[$(TestedClaim {
            claim: Claim {
                id: $id,
                document: $document,
                place: $place,
                says: $says,
                stated: $stated,
            },
            known: $known,
        }),+]
    };
}
use claims;

/// The verdict that this program is known to give, and the test that gives it.
enum KnownVerdict<E> {
    /// It cannot be tested here, for this reason.
    Untestable(&'static str),
    Reproduced(fn(&E) -> Measured),
    Refuted(fn(&E) -> Measured),
}

/// What is found about a claim.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Finding {
    /// The claim.
    #[serde(flatten)]
    pub claim: Claim,
    /// The measured value; missing if the claim cannot be tested.
    pub measured: Option<String>,
    /// Whether they agree.
    pub verdict: ClaimVerdict,
    /// What explains the verdict.
    pub remark: Option<String>,
    /// The verdict that this program is known to give.
    #[serde(skip)]
    pub known: ClaimVerdict,
}

/// What is found about each claim of a document.
fn judge<E>(claims: &[TestedClaim<E>], evidence: &E) -> Vec<Finding> {
    let judge_one = |TestedClaim { claim, known }: &TestedClaim<E>| {
        let (known, found) = match known {
            KnownVerdict::Untestable(why) => (ClaimVerdict::Untestable, Measured::not(why)),
            KnownVerdict::Reproduced(test) => (ClaimVerdict::Reproduced, test(evidence)),
            KnownVerdict::Refuted(test) => (ClaimVerdict::Refuted, test(evidence)),
        };
        let Measured { value: measured, verdict, remark } = found;
        Finding { claim: *claim, measured, verdict, remark, known }
    };
    claims.iter().map(judge_one).collect()
}

/// The findings as a table, with the remarks beside what is measured. `stated` names the column of
/// the values of the document.
pub fn table<'a>(findings: impl IntoIterator<Item = &'a Finding>, stated: &'static str) -> Table {
    Table::new(findings.into_iter().map(|finding| {
        let claim = &finding.claim;
        let remark = finding.remark.as_ref().map_or(String::new(), |why| format!(" ({why})"));
        let measured = finding.measured.as_deref().unwrap_or("–").to_owned() + &remark;
        [
            ("where", claim.place.into()),
            ("claim", claim.says.into()),
            (stated, claim.stated.into()),
            ("measured", measured.into()),
            ("verdict", finding.verdict.word().into()),
        ]
    }))
}

/// The claims whose verdict is another one than this program is known to give, by their ids.
pub fn changed(findings: &[Finding]) -> Vec<&'static str> {
    let is_changed = |finding: &&Finding| finding.verdict != finding.known;
    findings.iter().filter(is_changed).map(|finding| finding.claim.id).collect()
}

/// A measured value, whether it agrees with the document's, and a remark.
struct Measured {
    /// Missing if nothing can be measured.
    value: Option<String>,
    verdict: ClaimVerdict,
    remark: Option<String>,
}

impl Measured {
    fn new(value: impl ToString, agrees: bool) -> Measured {
        let verdict = if agrees { ClaimVerdict::Reproduced } else { ClaimVerdict::Refuted };
        Measured { value: Some(value.to_string()), verdict, remark: None }
    }

    /// A value that agrees with the document's if they are equal.
    fn compared<T: ToString + PartialEq<U>, U>(value: T, claimed: U) -> Measured {
        let agrees = value == claimed;
        Measured::new(value, agrees)
    }

    /// What cannot be measured, for this reason.
    fn not(why: &str) -> Measured {
        Measured { value: None, verdict: ClaimVerdict::Untestable, remark: Some(why.to_owned()) }
    }

    /// With a remark, or with one more.
    fn because(self, remark: impl AsRef<str>) -> Measured {
        let earlier = self.remark.map(|first| first + "; ").unwrap_or_default();
        Measured { remark: Some(earlier + remark.as_ref()), ..self }
    }
}

#[cfg(test)]
mod tests {
    use crate::analysis::claims::*;

    #[test]
    fn a_verdict_that_changes_is_noticed() {
        const HOLDS: fn(&()) -> Measured = |()| Measured::new("value", true);
        const FAILS: fn(&()) -> Measured = |()| Measured::new("value", false);
        const DOCUMENT: &[TestedClaim<()>] = claims! { "document":
            "holds" in "", stated "": "", KnownVerdict::Reproduced(HOLDS);
            "held" in "", stated "": "", KnownVerdict::Reproduced(FAILS);
            "fails" in "", stated "": "", KnownVerdict::Refuted(FAILS);
            "failed" in "", stated "": "", KnownVerdict::Refuted(HOLDS);
            "untested" in "", stated "": "", KnownVerdict::Untestable("no machine");
        };
        let findings = judge(DOCUMENT, &());
        assert_eq!(changed(&findings), ["held", "failed"]);
        let untested = &findings[4];
        assert_eq!((untested.verdict, &untested.measured), (ClaimVerdict::Untestable, &None));
        assert_eq!(untested.remark.as_deref(), Some("no machine"));
    }

    #[test]
    fn claims_have_different_names() {
        let of_paper = paper::PAPER.iter().map(|it| it.claim.id);
        let of_tutorials = tutorials::TUTORIALS.into_iter().flatten().map(|it| it.claim.id);
        for ids in [of_paper.collect::<Vec<_>>(), of_tutorials.collect()] {
            let different: std::collections::HashSet<&str> = ids.iter().copied().collect();
            assert_eq!(different.len(), ids.len());
            assert!(ids.len() >= 20);
        }
    }
}
