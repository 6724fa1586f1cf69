#!/usr/bin/env python3
"""Compares Upstar with Python: benches/python/compare.py [NAME ...]

Runs NAME.game with Upstar and NAME.py with this Python, in turn, and prints a table in Markdown with the user
seconds of both. Ends with an error when two answers differ, or when a program fails.
"""

from __future__ import annotations

import argparse
import os
import resource
import subprocess
import sys
import tempfile
from pathlib import Path

HERE = Path(__file__).resolve().parent
UPSTAR = HERE.parents[1] / "target" / "release" / "upstar"
# Programs that need less time than this are run several times, and the quickest run counts.
QUICK = 1.0
# The clock is too coarse for less.
LEAST = 0.01


class Run:
    """What one process printed last, and the user seconds that it took; no answer when time ran out."""

    def __init__(self, command: list[str], limit: float) -> None:
        def restrain() -> None:
            seconds = int(limit) + 1
            resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds))

        with tempfile.TemporaryFile() as out, tempfile.TemporaryFile() as err:
            process = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=out, stderr=err, preexec_fn=restrain)
            _, status, used = os.wait4(process.pid, 0)
            process.returncode = os.waitstatus_to_exitcode(status)
            out.seek(0)
            err.seek(0)
            lines = out.read().decode().split("\n")
            self.error = err.read().decode().strip()
        lines = [line for line in lines if line.strip()]
        self.seconds = used.ru_utime
        self.mebibytes = used.ru_maxrss // 1024
        self.late = used.ru_utime + used.ru_stime >= limit
        self.failed = process.returncode != 0 and not self.late
        self.answer = lines[-1].strip() if lines and process.returncode == 0 and not self.late else None

    def time(self, limit: float) -> str:
        """The seconds as a cell of the table."""
        if self.late:
            return f"not in {limit:g}"
        return "fails" if self.failed else f"{self.seconds:.2f}"


def better(old: Run | None, new: Run) -> Run:
    """The quicker of two runs."""
    return new if old is None or new.seconds < old.seconds else old


def compare(name: str, upstar: Path, limit: float, runs: int) -> tuple[Run, Run]:
    """Runs both programs in turn, several times when both are quick."""
    commands = (
        [str(upstar), "--no-config", "--threads", "1", str(HERE / f"{name}.game")],
        [sys.executable, str(HERE / f"{name}.py")],
    )
    best: list[Run | None] = [None, None]
    for _ in range(runs):
        for i, command in enumerate(commands):
            old = best[i]
            if old is None or (old.seconds < QUICK and not old.failed):
                best[i] = better(old, Run(command, limit))
    first, second = best
    assert first is not None and second is not None
    return first, second


def ratio(upstar: Run, python: Run) -> str:
    """How many times longer Python takes; a bound where one of them was stopped."""
    if upstar.failed or python.failed or (upstar.late and python.late):
        return ""
    times = max(python.seconds, LEAST) / max(upstar.seconds, LEAST)
    sign = "< " if upstar.late else "> " if python.late or upstar.seconds < LEAST else ""
    return f"{sign}{times:.1f}" if times < 10 else f"{sign}{times:.0f}"


def title(name: str) -> str:
    """The first comment of the program in Upstar."""
    return (HERE / f"{name}.game").read_text().split("\n")[0].removeprefix("// ").replace("|", "\\|")


def main() -> int:
    """Prints the table, and then what went wrong."""
    every = sorted(path.stem for path in HERE.glob("*.game"))
    parser = argparse.ArgumentParser(description="Compare programs in Upstar with programs in Python.")
    parser.add_argument("names", nargs="*", metavar="NAME", help="a pair, such as `nim`; all when not given")
    parser.add_argument("--upstar", type=Path, default=UPSTAR, metavar="PATH",
                        help="the program, built by `cargo build --release`; target/release/upstar when not given")
    parser.add_argument("--limit", type=float, default=60, metavar="SECONDS",
                        help="processor time after which a program is stopped; 60 when not given")
    parser.add_argument("--runs", type=int, default=3, metavar="NUMBER",
                        help="how often quick programs are run, the quickest run counts; 3 when not given")
    options = parser.parse_args()
    unknown = [name for name in options.names if name not in every]
    if unknown:
        parser.error("no such pair: " + ", ".join(unknown))
    if not options.upstar.is_file():
        parser.error(f"there is no {options.upstar}: build it, or give its place with --upstar")
    print("| pair | row | answer | Upstar | Python | ratio |\n|---|---|---|--:|--:|--:|", flush=True)
    wrong = []
    for name in options.names or every:
        upstar, python = compare(name, options.upstar, options.limit, options.runs)
        both = (upstar.answer, python.answer)
        answer = next((a for a in both if a is not None), "")
        cells = [name, title(name), answer, upstar.time(options.limit), python.time(options.limit), ratio(upstar, python)]
        print("| " + " | ".join(cells) + " |", flush=True)
        wrong += [f"{name}: {who} fails: {run.error}" for who, run in (("Upstar", upstar), ("Python", python)) if run.failed]
        if None not in both and both[0] != both[1]:
            wrong.append(f"{name}: Upstar answers {both[0]}, Python {both[1]}")
    for line in wrong:
        print(line, file=sys.stderr)
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
