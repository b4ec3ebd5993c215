"""What plan.py plans with: settings with their precedence, params with their combinations, what a platform can do."""
