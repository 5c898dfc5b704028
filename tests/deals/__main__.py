"""python -m tests.deals 10000 [SEED]: so many deals, which both verifiers must accept, and as many tampered ones."""

from __future__ import annotations

import sys
from collections import Counter

from tests.deals.verifier import cases, refused, said_of

BATCH = 500


def main(count: int, seed: int) -> int:
    tampers: Counter[str] = Counter()
    games: Counter[str] = Counter()
    reasons: Counter[str] = Counter()
    draws, bad = 0, []
    for done in range(0, count, BATCH):
        batch = list(cases(min(BATCH, count - done), seed + done))
        said = said_of((proof, {}) for case in batch for proof in (case.right, case.wrong))
        for case, right, wrong in zip(batch, said[::2], said[1::2], strict=True):
            games[case.setup.split("-")[0]] += 1
            tampers[case.tamper] += 1
            reasons[wrong.reason] += 1
            draws += case.draws
            if not right.verified or wrong.verified or not refused(case.wrong["record"]):
                bad.append((case.setup, case.tamper, right, wrong))
    print(f"{count} deals with {draws} draws, and {count} tampered ones: {len(bad)} judged wrongly")
    for title, counter in (("games", games), ("tamperings", tampers), ("refused for", reasons)):
        print(f"{title}:", ", ".join(f"{name} {number}" for name, number in sorted(counter.items())))
    for case_ in bad[:10]:
        print(*case_)
    return bool(bad)


if __name__ == "__main__":
    sys.exit(main(int(sys.argv[1]), int(sys.argv[2]) if len(sys.argv) > 2 else 1))
