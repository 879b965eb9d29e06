//! What is found about a claim of a document.

use serde::Serialize;

use knight_board::named_enum;

/// Whether a claim holds.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum ClaimVerdict {
    /// The measured value agrees.
    Reproduced,
    /// The measured value differs.
    Refuted,
    /// It cannot be tested here; the remark says why.
    NotTestable,
}

named_enum!(ClaimVerdict, "verdict", Reproduced => "reproduced", Refuted => "refuted", NotTestable => "not testable");

/// What is found about a claim.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Finding {
    /// Short name of the claim.
    pub id: &'static str,
    /// The document: title and author.
    pub document: &'static str,
    /// The part of the document.
    #[serde(rename = "where")]
    pub place: &'static str,
    /// What the document says, in other words.
    pub claim: &'static str,
    /// The value of the document.
    pub stated: &'static str,
    /// The measured value; missing if the claim cannot be tested.
    pub measured: Option<String>,
    /// Whether they agree.
    pub verdict: ClaimVerdict,
    /// What explains the verdict.
    pub remark: Option<String>,
}

impl Finding {
    /// The finding about a claim that cannot be tested, with the reason.
    pub(super) fn because(self, why: &str) -> Finding {
        Finding { remark: Some(why.to_owned()), ..self }
    }

    /// The finding about a claim of which this was measured.
    pub(super) fn judged(self, measured: Measured) -> Finding {
        let verdict = measured.verdict();
        let Measured { value, remark, .. } = measured;
        Finding { measured: Some(value), verdict, remark, ..self }
    }
}

/// The claims whose verdict is another one than this program is known to give, by their ids; some
/// are known to be refuted.
pub(super) fn changed(findings: &[Finding], refuted: &[&str]) -> Vec<&'static str> {
    let is_changed =
        |finding: &&Finding| finding.verdict.has_changed(refuted.contains(&finding.id));
    findings.iter().filter(is_changed).map(|finding| finding.id).collect()
}

impl ClaimVerdict {
    /// Whether it is another one than this program is known to give. A claim that could be tested
    /// was refuted if it is known for that, and reproduced otherwise.
    fn has_changed(self, was_refuted: bool) -> bool {
        match self {
            ClaimVerdict::NotTestable => false,
            ClaimVerdict::Reproduced => was_refuted,
            ClaimVerdict::Refuted => !was_refuted,
        }
    }
}

/// A measured value, whether it agrees with the document's, and a remark.
pub(super) struct Measured {
    pub(super) value: String,
    pub(super) agrees: bool,
    pub(super) remark: Option<String>,
}

impl Measured {
    /// A value that agrees with the document's if they are equal.
    pub(super) fn compared<T: ToString + PartialEq<U>, U>(value: T, claimed: U) -> Measured {
        let agrees = value == claimed;
        Measured::new(value, agrees)
    }

    pub(super) fn new(value: impl ToString, agrees: bool) -> Measured {
        Measured { value: value.to_string(), agrees, remark: None }
    }

    pub(super) fn because(self, remark: impl Into<String>) -> Measured {
        Measured { remark: Some(remark.into()), ..self }
    }

    /// The same with one more remark.
    pub(super) fn and(self, remark: &str) -> Measured {
        let remarks = match &self.remark {
            Some(first) => format!("{first}; {remark}"),
            None => remark.to_owned(),
        };
        self.because(remarks)
    }

    pub(super) fn verdict(&self) -> ClaimVerdict {
        if self.agrees { ClaimVerdict::Reproduced } else { ClaimVerdict::Refuted }
    }
}
