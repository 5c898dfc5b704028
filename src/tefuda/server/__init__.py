"""The table server: live matches that lose nothing and leak nothing. Nothing else imports it."""
