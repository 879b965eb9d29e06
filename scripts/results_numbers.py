"""The numbers that the papers and the pages of results show, computed from the tables in results/.

They share no code with the program. scripts/make-paper writes them; scripts/check-findings compares some with the
program. Each is a text as it is shown; a table is a list of rows of such texts.
"""

import collections
import csv
import json
import math
import pathlib
import statistics
from fractions import Fraction

ROOT = pathlib.Path(__file__).resolve().parent.parent
OCTANT = [(row, col) for row in range(1, 5) for col in range(row, 5)]
CENSUS = 64 * math.factorial(8)
YEAR = Fraction(36525 * 864)
# Checks a second of plain tutorial programs, as docs/how-to/your-program.md has them.
IN_C, IN_PYTHON = 3 * 10**8, 6 * 10**6


def rows(name: str) -> list[dict[str, str]]:
    with open(ROOT / "results" / f"{name}.csv", newline="", encoding="utf-8") as file:
        return list(csv.DictReader(file))


def start(row) -> tuple[int, int]:
    return int(row["start_row"]), int(row["start_col"])


def square(place: tuple[int, int]) -> str:
    return f"({place[0]},{place[1]})"


def images(place: tuple[int, int], side: int) -> set[tuple[int, int]]:
    """The squares that the symmetries of a square board make of one."""
    row, col = place
    turned = {(r, c) for r in (row, side + 1 - row) for c in (col, side + 1 - col)}
    return turned | {(c, r) for r, c in turned}


def turned_order(order: str, turns: int) -> str:
    """The order on a board turned by quarters: each move becomes the one two digits further."""
    return "".join(str((int(digit) - 1 + 2 * turns) % 8 + 1) for digit in order)


def mirrored_order(order: str) -> str:
    """The order on the board in a mirror."""
    return "".join(str(9 - int(digit)) for digit in order)


def images_of_order(order: str) -> set[str]:
    return {turned_order(one, turns) for one in (order, mirrored_order(order)) for turns in range(4)}


def grouped(number) -> str:
    assert number == int(number), number
    return f"{int(number):,}"


def whole(number) -> str:
    return grouped(round(Fraction(number)))


def scientific(number, digits: int = 1) -> str:
    """A rounded number, with two digits."""
    mantissa, exponent = f"{float(number):.{digits}e}".split("e")
    return f"{mantissa}·10^{int(exponent)}"


def percent(part, every, digits: int = 2) -> str:
    """With two digits."""
    share = 100 * float(Fraction(part, every))
    return f"{share:.{max(0, digits - 1 - math.floor(math.log10(share)))}f}"


def tours(table) -> list[int]:
    """The checks of the jobs with a tour."""
    return [int(row["checks"]) for row in table if row["outcome"] == "tour"]


# All searches of the chessboard.


def census() -> dict:
    spread = {row["what"]: row["value"] for row in rows("distribution/spread")}
    total = int(spread["checks of all searches"])
    mean = Fraction(total, CENSUS)
    least, p10, p25, median, p75, p90, most = (Fraction(text) for text in spread["quantiles of all searches"].split())
    share = lambda what: float(spread[f"share of the variance between {what}"])
    power_of_8 = lambda checks: f"{math.log(checks) / math.log(8):.1f}"
    # The share of the order as a variance component, to compare with samples of few squares.
    rest = (1 - share("starts") - share("orders")) / 63
    component = share("orders") - rest
    solved = {row["checks"]: row for row in rows("distribution/solved")}
    assert solved["1e22"]["searches"] == str(CENSUS)
    return {
        "searches": grouped(CENSUS),
        "total": scientific(total),
        "years": scientific(total / IN_C / YEAR),
        "mean": scientific(mean, 2),
        "mean_8": power_of_8(mean),
        "mean_root": f"{float(mean) ** (1 / 64):.2f}",
        "mean_years": whole(round(mean / IN_C / YEAR, -3)),
        "least": grouped(least),
        "p10": scientific(p10),
        "p25": scientific(p25),
        "median": scientific(median, 2),
        "median_8": power_of_8(median),
        "mean_by_median": grouped(round(mean / median, -3)),
        "p75": scientific(p75),
        "p90": scientific(p90),
        "most": grouped(most),
        "most_rounded": scientific(most),
        "most_8": power_of_8(most),
        "log_mean": f"{float(spread['mean of log10(checks)']):.1f}",
        "log_spread": f"{float(spread['standard deviation of log10(checks)']):.1f}",
        "variance_start": f"{100 * share('starts'):.0f}",
        "variance_order": f"{100 * share('orders'):.0f}",
        "variance_pair": f"{100 * (1 - share('starts') - share('orders')):.0f}",
        "component_order": f"{100 * component / (component + 64 * share('starts') / 63 + 64 * rest):.0f}",
        "solved": [[f"10^{e}", grouped(int(solved[f"1e{e}"]["searches"])), percent(int(solved[f"1e{e}"]["searches"]), CENSUS) + " %"] for e in range(4, 22, 2)],
    }


def squares() -> dict:
    by_start = {start(row): row for row in rows("distribution/by-start")}
    exact = {start(row): int(row["checks"]) for row in rows("exact-fig2/exact-fig2") if row["success"] == "true"}
    best = {start(row): row for row in rows("best-order/8x8")}
    least = {place: int(row["checks_min"]) for place, row in best.items()}
    assert exact == {place: int(row["fig2_checks"]) for place, row in best.items()}
    assert least == {place: int(row["min"]) for place, row in by_start.items()}
    for place in OCTANT:
        for image in images(place, 8):
            assert all(by_start[image][name] == by_start[place][name] for name in ("min", "p10", "median", "p90", "max")), place
    fig2 = sorted((checks, place) for place, checks in exact.items())
    easiest, hardest = (choose(OCTANT, key=lambda place: float(by_start[place]["median"])) for choose in (min, max))
    worst = max(OCTANT, key=lambda place: int(by_start[place]["max"]))
    of_move = {(start(row), row["move"]): float(row["median"]) for row in rows("distribution/by-first-move")}
    medians = {place: sorted((value, move) for (of, move), value in of_move.items() if of == place) for place in OCTANT}
    widest = max(OCTANT, key=lambda place: medians[place][-1][0] / medians[place][0][0])
    (low, first), *_, (high, last) = medians[widest]
    gain = {place: Fraction(exact[place], least[place]) for place in exact}
    least_gain, most_gain = min(gain, key=lambda place: gain[place]), max(gain, key=lambda place: gain[place])
    within = lambda budget: grouped(sum(checks <= budget for checks in exact.values()))
    corner = best[1, 1]
    return {
        "fig2_within_1e8": within(10**8),
        "fig2_within_1e12": within(10**12),
        "fig2_least": grouped(fig2[0][0]),
        "fig2_least_square": square(fig2[0][1]),
        "fig2_most": grouped(fig2[-1][0]),
        "fig2_most_square": square(fig2[-1][1]),
        "fig2_median": scientific(statistics.median(exact.values())),
        "fig2_corner": grouped(exact[1, 1]),
        "most_order": by_start[worst]["worst_order"],
        "most_square": square(worst),
        "most_by_fig2": f"{int(by_start[worst]['max']) / exact[worst]:.5f}",
        "easiest": square(easiest),
        "easiest_median": scientific(by_start[easiest]["median"]),
        "hardest": square(hardest),
        "hardest_median": scientific(by_start[hardest]["median"]),
        "first_square": square(widest),
        "first_low": scientific(low),
        "first_low_move": first,
        "first_high": scientific(high),
        "first_high_move": last,
        "best_most": grouped(max(least.values())),
        "best_least": grouped(min(least.values())),
        "best_mean": whole(Fraction(sum(least.values()), 64)),
        "corner_best": grouped(int(corner["checks_min"])),
        "corner_orders": ", ".join(corner["checks_min_orders"].split()),
        "corner_gain": whole(gain[1, 1]),
        "gain_least": whole(gain[least_gain]),
        "gain_least_square": square(least_gain),
        "gain_most": scientific(gain[most_gain], 2),
        "gain_most_square": square(most_gain),
        "orbits": [
            [square(place), of["best_order"], grouped(int(of["min"])), scientific(of["median"]), of["worst_order"], grouped(int(of["max"]))]
            for place in OCTANT for of in [by_start[place]]
        ],
    }


def orders() -> dict:
    by_order = sorted(rows("distribution/by-order"), key=lambda row: float(row["median"]))
    place = {row["order"]: number for number, row in enumerate(by_order, 1)}
    row_of = {row["order"]: row for row in by_order}
    # Reversed digits are those of the board in a mirror; a turn by one digit is another order.
    other = min(images_of_order("23456781"))
    coverings = {row["budget"]: row for row in rows("distribution/coverings")}
    assert all(row["squares_left"] == "0" for budget, row in coverings.items() if budget != "1e5")
    four = coverings["1e8"]["chosen"].split()
    assert {turned_order(four[0], turns) for turns in range(4)} == set(four)
    everywhere = min(by_order, key=lambda row: (int(row["max"]), row["order"]))
    return {
        "order_classes": grouped(len(by_order)),
        "order_best": by_order[0]["order"],
        "order_best_median": scientific(by_order[0]["median"]),
        "order_worst": by_order[-1]["order"],
        "order_worst_median": scientific(by_order[-1]["median"]),
        "order_fig2_place": grouped(place["12345678"]),
        "order_turned_median": scientific(row_of[other]["median"]),
        "order_everywhere": everywhere["order"],
        "order_everywhere_most": scientific(int(everywhere["max"]), 2),
        "covering": four[0],
        "covering_turns": ", ".join(four[1:]),
        "coverings": [
            [f"10^{budget.removeprefix('1e')}", row["orders"], row["most_squares_of_one_order"]]
            for budget, row in coverings.items() if budget in ("1e6", "1e7", "1e8", "1e10", "1e12")
        ],
    }


def budget() -> dict:
    overnight = rows("overnight/overnight.by-start")
    found = sum(int(row["tour"]) for row in overnight)
    assert str(found) == next(row["searches"] for row in rows("distribution/solved") if row["checks"] == "1e8")
    sides, shares, least = [5, 6, 7, 8, 9, 10], {}, {}
    boards = collections.defaultdict(list)
    for row in rows("overnight/overnight-boards.by-start"):
        boards[int(row["rows"])].append(row)
    boards[8] = overnight
    for side in sides:
        table = {start(row): int(row["checks_min"]) for row in rows(f"best-order/{side}x{side}") if row["checks_min"]}
        least[side] = list(table.values())
        jobs, able = ([row for row in boards[side] if keep(row)] for keep in (lambda row: True, lambda row: start(row) in table))
        count = lambda of, name: sum(int(row[name]) for row in of)
        assert count(jobs, "tour") == count(able, "tour"), side
        shares[side] = count(jobs, "jobs"), count(jobs, "tour"), count(able, "jobs")
    return {
        "within_1e8": grouped(found),
        "boards": [
            [
                f"{side}×{side}", grouped(len(least[side])), grouped(min(least[side])), grouped(Fraction(statistics.median(least[side]))),
                grouped(max(least[side])), percent(shares[side][1], shares[side][2]) + " %",
            ]
            for side in sides
        ],
    }


# Restarts.


def restarts() -> dict:
    (both,), by_start = rows("overnight/overnight.restart-limits"), rows("overnight/overnight.restart-limits-by-start")
    of_start, steps = {start(row): row for row in by_start}, rows("overnight/overnight.schedule")
    best = {start(row): int(row["checks_min"]) for row in rows("best-order/8x8")}
    mean = lambda column: sum(Fraction(row[column]) for row in by_start) / len(by_start)
    (common,) = {int(row["common_limit"]) for row in by_start}
    own = sorted(int(row["restart_limit"]) for row in by_start)
    limit = int(both["restart_limit"])
    assert {place for place in of_start if best[place] <= limit} == images((1, 2), 8) | images((1, 4), 8)
    # A limit above the budget, up to a quantile, has at most this share of attempts that find a tour.
    beyond = min(
        min(10**8 * 9, Fraction(row["p10"]) * 3, Fraction(row["p25"]), Fraction(row["median"]) / 2) for row in rows("distribution/by-start")
    )
    assert max(float(row["restart_checks"]) for row in by_start) < beyond
    assert all(int(row["no_limit_checks_above"]) < 10**8 for row in by_start)
    sample = rows("reference/fixed-sample")
    counts = sorted(tours(sample))
    cost = {limit: Fraction(sum(min(int(row["checks"]), limit) for row in sample), sum(one <= limit for one in counts)) for limit in counts}
    chosen = min(counts, key=lambda limit: cost[limit])
    assert 2 * cost[chosen] < Fraction(both["restart_checks"])
    listed: dict[int, list] = {}
    for row in steps:
        listed.setdefault(int(row["limit"]), []).append(row)
    assert list(listed) == sorted(listed) and steps[-1]["left"] == "0"
    assert all({row["order"] for row in of} <= images_of_order(of[0]["order"]) for of in listed.values())
    total = sum(int(row["limit"]) for row in steps)
    tabled = []
    for place in OCTANT:
        (of,) = {(of_start[image]["restart_limit"], of_start[image]["restart_share"], of_start[image]["restart_checks"]) for image in images(place, 8)}
        tabled.append([square(place), grouped(int(of[0])), percent(Fraction(of[1]), 1) + " %", whole(of[2])])
    return {
        "limit_common": grouped(common),
        "limit_common_checks": whole(mean("common_limit_checks")),
        "limit_common_c": f"{float(mean('common_limit_checks')) / IN_C:.1f}",
        "limit_common_python": whole(mean("common_limit_checks") / IN_PYTHON),
        "limit_own_least": grouped(own[0]),
        "limit_own_most": grouped(own[-1]),
        "limit_own_checks": whole(mean("restart_checks")),
        "limit_any": grouped(limit),
        "limit_any_checks": whole(both["restart_checks"]),
        "limit_any_found": grouped(round(Fraction(both["restart_share"]) * CENSUS)),
        "luby_checks": whole(both["luby_checks"]),
        "luby_remainder": scientific(both["luby_remainder"]),
        "limit_beyond": f"{float(beyond) / 10**8:.1f}·10^8",
        "list_first": steps[0]["order"],
        "list_first_limit": grouped(int(steps[0]["limit"])),
        "list_first_checks": whole(Fraction(int(steps[0]["checks"]), int(steps[0]["squares"]))),
        "list_last_limit": grouped(int(steps[-1]["limit"])),
        "list_checks": whole(Fraction(sum(int(row["checks"]) for row in steps), 64)),
        "list_orders": grouped(len(steps)),
        "list_classes": grouped(len(listed)),
        "list_most": grouped(total),
        "list_milliseconds": f"{1000 * total / IN_C:.0f}",
        "sample_jobs": grouped(len(sample)),
        "sample_limit": grouped(chosen),
        "sample_checks": whole(cost[chosen]),
        "limits": tabled,
    }


# Growth.

SIDES = range(5, 17)
Search = tuple[int, tuple[int, int], str]


def costs(*names: str) -> tuple[dict[Search, float | None], set[Search]]:
    """The checks of each (side, start, order), counted or estimated, and None if nothing is known; and the searches whose
    estimate has a heavy tail."""
    known: dict[Search, float | None] = {}
    heavy = set()
    for name in names:
        for row in rows(name):
            key = int(row["rows"]), start(row), row["order"]
            assert row["rows"] == row["cols"] and row["budget"] == "" and key not in known, row
            assert row["outcome"] in ("tour", "unknown"), row
            known[key] = float(row["checks"] or row["checks_estimate"]) if row["outcome"] == "tour" else None
            if row["heavy_tailed"] == "true":
                heavy.add(key)
    return known, heavy


def growth_costs():
    """Fig. 2's order, of which some searches beyond 8x8 are counted too; and the hundred orders."""
    fig2, heavy = costs("exact-fig2/exact-fig2", "growth/growth-counts", "growth/growth")
    counted = {
        (side, start(row), "12345678"): float(row["fig2_checks"])
        for side in (9, 10) for row in rows(f"best-order/{side}x{side}") if row["fig2_checks"]
    }
    return (fig2 | counted, heavy - counted.keys()), counted, costs("growth/growth-orders-counts", "growth/growth-orders")


def fit(points: dict[int, float]) -> tuple[float, float]:
    """The base of an exponential fit and its standard error, as docs/reference/statistics.md defines them."""
    slope, intercept = statistics.linear_regression(list(points), list(points.values()))
    off = sum((value - slope * at - intercept) ** 2 for at, value in points.items())
    middle = statistics.fmean(points)
    error = math.sqrt(off / (len(points) - 2) / sum((at - middle) ** 2 for at in points))
    return math.exp(slope), math.exp(slope) * error


def fitted(points: dict[int, float]) -> str:
    return "{:.2f} ± {:.2f}".format(*fit(points))


def of_side(known: dict, side: int, keep=lambda key: True) -> list:
    return [value for key, value in known.items() if key[0] == side and keep(key)]


def median_range(values: list[float | None], quantile=statistics.median) -> str:
    """A quantile with two digits; two numbers, if it depends on searches of which nothing is known."""
    ends = [scientific(quantile([other if value is None else value for value in values])) for other in (0.0, 1e300)]
    return " to ".join(dict.fromkeys(ends))


def components(logs: dict[str, list[float]]) -> tuple[float, float]:
    """The shares of start and order in the variance, as components: the unbiased estimators for two crossed random effects,
    one search in each cell (Searle, Casella and McCulloch 1992)."""
    many, few = len(logs), len(next(iter(logs.values())))
    mean = statistics.fmean(statistics.fmean(line) for line in logs.values())
    of_orders = few * sum((statistics.fmean(line) - mean) ** 2 for line in logs.values())
    of_starts = many * sum((statistics.fmean(column) - mean) ** 2 for column in zip(*logs.values()))
    rest = sum((value - mean) ** 2 for line in logs.values() for value in line) - of_orders - of_starts
    rest /= (many - 1) * (few - 1)
    order, begin = (of_orders / (many - 1) - rest) / few, (of_starts / (few - 1) - rest) / many
    return begin / (begin + order + rest), order / (begin + order + rest)


def components_with_errors(logs: dict[str, list[float]]):
    """Both shares, each with the standard error of a jackknife over the orders."""
    shares = components(logs)
    without = [components({order: line for order, line in logs.items() if order != left}) for left in logs]
    count = len(without)
    for place, share in enumerate(shares):
        of = [one[place] for one in without]
        yield share, math.sqrt((count - 1) / count * sum((one - statistics.fmean(of)) ** 2 for one in of))


def growth() -> dict:
    (fig2, fig2_heavy), counted, (many, many_heavy) = growth_costs()
    assert None not in fig2.values() and len({key[2] for key in many}) == 100
    classes = {
        "all": lambda key: True,
        "corner": lambda key: key[1] == (1, 1),
        "centre": lambda key: key[1] == ((key[0] + 1) // 2,) * 2,
    }
    medians = {"fig2": {side: statistics.median(of_side(fig2, side)) for side in SIDES}}
    medians["all"] = {side: statistics.median([one for one in of_side(many, side) if one]) for side in SIDES}
    mark = lambda side, text: text if side <= 8 else f"≈ {text}"
    table, spread, shares = [], [], {}
    for side in SIDES:
        squares = of_side(fig2, side)
        assert len(squares) == (side * side + side % 2) // (1 + side % 2), side
        least = min(squares)
        table.append([
            f"{side}×{side}", grouped(len(squares)), scientific(least) if least in counted.values() else mark(side, scientific(least)),
            mark(side, scientific(medians["fig2"][side])), mark(side, scientific(max(squares))),
            *(mark(side, median_range(of_side(many, side, keep))) for keep in classes.values()),
        ])
        starts = sorted({key[1] for key in many if key[0] == side})
        logs = {
            order: [math.log10(many[side, at, order]) for at in starts]
            for order in sorted({key[2] for key in many}) if all(many[side, at, order] for at in starts)
        }
        shares[side] = list(components_with_errors(logs))
        tenth = lambda place: lambda values: statistics.quantiles(values, n=10, method="inclusive")[place]
        every = of_side(many, side)
        spread.append([
            f"{side}×{side}", grouped(len(starts)), *(mark(side, median_range(every, tenth(place))) for place in (0, 8)),
            *(f"{100 * share:.0f} ± {100 * error:.0f} %" for share, error in shares[side]),
            percent(sum(key[0] == side for key in many_heavy), len(every), 1) + " %" if any(key[0] == side for key in many_heavy) else "–",
        ])
    logs_of = lambda name, first=5: {side**2: math.log(medians[name][side]) for side in SIDES if side >= first}
    light = {side**2: math.log(statistics.median(of_side(many, side, lambda key: many[key] and key not in many_heavy))) for side in SIDES}
    root = lambda side: f"{medians['fig2'][side] ** (1 / side**2):.2f}"
    local = lambda name, first, last: f"{(medians[name][last] / medians[name][first]) ** (1 / (last**2 - first**2)):.2f}"
    hardest = of_side(fig2, 16)
    beyond = [side for side in SIDES if side > 5]
    return {
        "growth": table,
        "growth_spread": spread,
        "growth_fig2_counted": grouped(sum(key[0] <= 8 for key in fig2)),
        "growth_fig2_estimated": grouped(sum(key[0] > 8 for key in fig2)),
        "growth_fig2_both": grouped(len(counted)),
        "growth_orders_counted": grouped(sum(key[0] <= 8 for key in many)),
        "growth_orders_estimated": grouped(sum(key[0] > 8 for key in many)),
        "growth_heavy": grouped(sum(row["heavy_tailed"] == "true" for name in ("", "-orders") for row in rows(f"growth/growth{name}"))),
        "growth_heavy_fig2": grouped(len(fig2_heavy)),
        "growth_unknown": grouped(sum(value is None for value in many.values())),
        "root_8": root(8), "root_12": root(12), "root_16": root(16),
        "local_small": local("fig2", 5, 8), "local_fig2": local("fig2", 12, 16), "local_orders": local("all", 12, 16),
        "fit_fig2": fitted(logs_of("fig2")), "fit_orders": fitted(logs_of("all")), "fit_light": fitted(light),
        "fit_fig2_from_8": fitted(logs_of("fig2", 8)), "fit_orders_from_8": fitted(logs_of("all", 8)),
        "ratio_16": scientific(max(hardest) / min(hardest)),
        "order_share_least": f"{100 * min(shares[side][1][0] for side in beyond):.0f}",
        "order_share_most": f"{100 * max(shares[side][1][0] for side in beyond):.0f}",
        "start_share_most": f"{100 * max(shares[side][0][0] for side in beyond):.0f}",
        "order_share_8": "{:.0f} ± {:.0f}".format(*(100 * one for one in shares[8][1])),
    }


# Estimates.


def calibration() -> tuple[list[float], list[float], int]:
    """Of estimates whose count is known: the errors in standard errors, the ratios less 1, and how many intervals hold it."""
    counts = {(row["rows"], start(row), row["order"]): int(row["checks"]) for row in rows("growth/growth-orders-counts")}
    drawn = {(row["rows"], start(row), row["order"]): row for row in rows("growth/calibration")}
    assert counts.keys() == drawn.keys()
    errors, ratios, covered = [], [], 0
    for key, row in drawn.items():
        low, estimate, high = (float(row[f"checks_{part}"]) for part in ("low", "estimate", "high"))
        if row["samples"] == "0":
            assert abs(estimate / counts[key] - 1) < 1e-6, row
            continue
        errors.append((estimate - counts[key]) / ((high - low) / (2 * 1.96)))
        ratios.append(estimate / counts[key] - 1)
        covered += low <= counts[key] <= high
    return errors, ratios, covered


def calibration_picture() -> str:
    """The errors as a histogram, beside the normal distribution that they should have, as SVG."""
    errors, _, _ = calibration()
    step, wide, high, edge = 0.25, 520, 200, 40
    across = lambda error: edge + (error + 4) / 8 * wide
    bins = collections.Counter(max(-16, min(15, math.floor(error / step))) for error in errors)
    normal = lambda error: len(errors) * step * math.exp(-error * error / 2) / math.sqrt(2 * math.pi)
    up = lambda count: 20 + high - count / 300 * high
    bars = [
        f'<rect x="{across(place * step):g}" y="{up(count):.1f}" width="{wide / 32 - 1:g}" height="{20 + high - up(count):.1f}" fill="#9ecae1"/>'
        for place, count in sorted(bins.items())
    ]
    curve = " ".join(f"{across(place / 10):g},{up(normal(place / 10)):.1f}" for place in range(-40, 41))
    axis = [f'<text x="{across(error):g}" y="{high + 38}" text-anchor="middle">{error:+d}</text>'.replace("+0", "0").replace(">-", ">−") for error in range(-4, 5)]
    axis += [f'<text x="{edge - 6}" y="{up(count) + 4:g}" text-anchor="end">{count}</text>' for count in (0, 100, 200, 300)]
    size = f'width="{wide + edge + 20}" height="{high + 66}" viewBox="0 0 {wide + edge + 20} {high + 66}"'
    return "\n".join([
        f'<svg xmlns="http://www.w3.org/2000/svg" {size} font-size="12" role="img" aria-label="Histogram of the errors of {len(errors)} estimates">',
        "<!-- made by scripts/make-paper -->",
        '<style>text { font-family: Roboto, Helvetica, Arial, "Liberation Sans", "DejaVu Sans", sans-serif; fill: #222 }</style>',
        f'<rect width="{wide + edge + 20}" height="{high + 66}" fill="#fff"/>', *bars,
        f'<polyline points="{curve}" fill="none" stroke="#d55e00" stroke-width="2"/>', *axis,
        f'<line x1="{edge}" y1="{up(0):g}" x2="{edge + wide}" y2="{up(0):g}" stroke="#888"/>',
        f'<text x="{edge + wide / 2:g}" y="{high + 58}" text-anchor="middle">(estimate − count) / standard error; curve: normal distribution</text>',
        f'<text x="{edge + 6}" y="16">estimates, of {grouped(len(errors))}</text>', "</svg>", "",
    ])


def estimates() -> dict:
    errors, ratios, covered = calibration()
    of = lambda values: statistics.stdev(values) / math.sqrt(len(values))
    compared = {row["heavy_tailed"]: row for row in rows("distribution/estimates")}
    light, heavy = compared["false"], compared["true"]
    share = lambda row: f"{100 * int(row['covered']) / int(row['searches']):.1f}"
    signed = lambda number: f"{number:+.2f}".replace("-", "−")
    return {
        "calibrated": grouped(len(errors)),
        "calibrated_covered": f"{100 * covered / len(errors):.1f}",
        "calibrated_error": f"{signed(statistics.fmean(errors))} ± {of(errors):.2f}",
        "calibrated_spread": f"{math.sqrt(statistics.fmean(error**2 for error in errors)):.2f}",
        "calibrated_ratio": f"{signed(100 * statistics.fmean(ratios))} % ± {100 * of(ratios):.2f} %",
        "all_estimated": grouped(int(light["searches"])),
        "all_covered": share(light),
        "all_error": signed(float(light["mean_error"])),
        "all_spread": f"{float(light['root_mean_square']):.2f}",
        "heavy_estimated": grouped(int(heavy["searches"])),
        "heavy_covered": share(heavy),
        "heavy_error": signed(float(heavy["mean_error"])),
        "heavy_spread": f"{float(heavy['root_mean_square']):.2f}",
        # Rounded up, from a number that is rounded itself.
        "largest_factor": f"{math.ceil(100 * max(float(row['largest_factor']) for row in (light, heavy)) + 0.05) / 100:.2f}",
    }


def numbers() -> dict:
    found: dict = {}
    for part in (census, squares, orders, budget, restarts, growth, estimates):
        of = part()
        assert not found.keys() & of.keys(), found.keys() & of.keys()
        found |= of
    return found


if __name__ == "__main__":
    print(json.dumps(numbers(), indent=1, ensure_ascii=False))
