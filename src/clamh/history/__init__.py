"""Results over commits in a database: SQLite or PostgreSQL, through SQLAlchemy."""
