"""What is left of rows and jobs when commands and services are killed."""
