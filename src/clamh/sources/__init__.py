"""From paths to a suite: discover, parse, bind, join; and what is wrong or doubtful in sources."""
