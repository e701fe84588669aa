"""Rule families: checks for kinds of games, chosen by `rules:` in game.yaml, never by an id."""
