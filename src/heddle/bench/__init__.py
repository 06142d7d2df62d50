"""Many programs under several configurations: run once each, kept in a database, told in tables and plots."""
