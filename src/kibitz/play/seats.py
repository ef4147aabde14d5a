"""Who sits where, as it is written: the word for a person; other words name agents."""

PERSON = "person"
