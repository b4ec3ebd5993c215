"""From results files to summaries: scores, intervals, verdicts, warnings, the gate."""
