"""Trials of the server: long campaigns that try to make it lose, leak or lie. Each tells what it did and found."""
