"""One render() for all formats; each format is a file of this folder with its own render()."""

from __future__ import annotations

from clamh.model.results import Run
from clamh.model.summary import Comparison, Judgement, Summary
from clamh.report.look import Look

FORMATS = ("terminal", "log", "text", "csv", "scsv", "json", "latex", "md", "junit", "bencher", "github-benchmark")
SCREENS = ("terminal", "md")  # formats with a first screen
COMPARISON_FORMATS = ("terminal", "md", "json", "csv")


def render(summary: Summary, run: Run, format: str, look: Look = Look()) -> str:
    """The report of a judged run as text.

    `terminal` is the table with the closing sentences, `md` the same for GitHub; both are the first screen unless
    `look.full`. `log` has every iteration with JMH's figures (-v EXTRA); the others are JMH's formats. A format is
    imported only when it is used. Raises ValueError for an unknown format.
    """
    if format == "terminal" and look.plot:
        from clamh.report import screen_bars

        return render(summary, run, format, look._replace(plot=False)) + screen_bars.render(summary, run, look)
    if format in SCREENS and not look.full:
        from clamh.report.first_screen import build_screen

        screen = build_screen(summary, run, look)
        if format == "md":
            from clamh.report import screen_markdown

            return screen_markdown.render(screen)
        from clamh.report import screen_terminal

        return screen_terminal.render(screen, look)
    if format == "terminal":
        from clamh.report import terminal  # rich takes 60 ms to import

        command = look.more if look.more.startswith("clamh report") else "clamh report FILE"  # no other has -v EXTRA
        return terminal.render(summary, run, look.titles, width=look.width, color=look.color, unicode=look.unicode,
                               by=look.by, iterations=look.iterations, command=command)
    if format == "log":
        from clamh.report import log

        return log.render(summary, run, unicode=look.unicode)
    if format == "md":
        from clamh.report import markdown

        return markdown.render(summary, run, look.titles, look.by, look.iterations)
    if format == "json":
        from clamh.report import jmh_json

        return jmh_json.render(summary, run)
    if format == "junit":
        from clamh.report import junit

        return junit.render_run(summary, run)
    if format in ("bencher", "github-benchmark"):
        from clamh.report import trackers

        return trackers.render_bencher(summary) if format == "bencher" else trackers.render_github_benchmark(summary)
    if format not in FORMATS:
        raise ValueError(f"no report format '{format}'; formats: {', '.join(FORMATS)}")
    from clamh.report import jmh, jmh_csv, jmh_latex, jmh_text

    results = jmh.collect_results(summary)
    if format == "text":
        return jmh_text.render(results)
    if format == "latex":
        return jmh_latex.render(results)
    return jmh_csv.render(results, "," if format == "csv" else ";", look.iterations)


def render_comparison(comparison: Comparison, a: Judgement, b: Judgement, format: str, look: Look = Look()) -> str:
    """Two judged runs side by side, in one of COMPARISON_FORMATS. Raises ValueError for an unknown format."""
    if format == "terminal":
        from clamh.report import side_by_side

        return side_by_side.render(comparison, a, b, look.titles, width=look.width, color=look.color,
                                   unicode=look.unicode, by=look.by)
    from clamh.report import side_by_side_files

    if format == "md":
        return side_by_side_files.render_markdown(comparison, a, b, look.titles, look.by)
    if format == "json":
        return side_by_side_files.render_json(comparison, a, b)
    if format == "csv":
        return side_by_side_files.render_csv(comparison)
    raise ValueError(f"no format of two runs '{format}'; formats: {', '.join(COMPARISON_FORMATS)}")
