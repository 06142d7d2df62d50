"""What users see: the report of a verdict, and progress while they wait."""
