-- Outcomes and checks by board and start. Usage: duckdb -c "SET VARIABLE file = 'FILE.csv'" -f scripts/plot/summary.sql
-- (or from Python: duckdb.execute("SET VARIABLE file = …"); duckdb.sql(open("summary.sql").read())).
-- HUGEINT holds every count below 1.7e38. The least and the largest count are over decided jobs. The median is over all
-- jobs whose count is known or beyond a budget: a stopped or stuck job counts as infinite, so an infinite median is above
-- the budget.
SELECT
    "rows",
    cols,
    start_row,
    start_col,
    count(*) AS jobs,
    count(*) FILTER (outcome = 'tour') AS tours,
    count(*) FILTER (outcome = 'none') AS "none",
    count(*) FILTER (outcome = 'stuck') AS stuck,
    count(*) FILTER (outcome = 'budget') AS budgets,
    count(*) FILTER (outcome = 'memory') AS memory,
    count(*) FILTER (outcome = 'time') AS "time",
    min(checks) FILTER (outcome IN ('tour', 'none')) AS checks_min,
    median(CASE WHEN outcome IN ('tour', 'none') THEN checks::DOUBLE WHEN outcome NOT IN ('memory', 'time', 'unknown') AND checks IS NOT NULL THEN 'infinity'::DOUBLE END)
        AS checks_median,
    max(checks) FILTER (outcome IN ('tour', 'none')) AS checks_max
FROM read_csv(
    getvariable('file'),
    header = true,
    types = {'order': 'VARCHAR', 'checks': 'HUGEINT', 'nodes': 'HUGEINT', 'budget': 'HUGEINT'}
)
GROUP BY ALL
ORDER BY ALL;
