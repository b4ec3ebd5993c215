"""From a suite to artifacts: platforms, clamh.toml, wrappers, builds."""
