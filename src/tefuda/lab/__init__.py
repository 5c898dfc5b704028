"""The lab: many matches by bots, what they say about the rules, and how certain that is. Needs tefuda[lab]."""
