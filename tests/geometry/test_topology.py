"""The maze truth against plain floods over the characters of a drawn maze."""

from __future__ import annotations

import random
from collections import deque

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pnp.geometry.notation import format_maze, parse_maze
from pnp.geometry.topology import SIDES, Maze, WallRun, canonical, join, wall_difference

Spot = tuple[int, int]
NEXT = {"N": "E", "E": "S", "S": "W", "W": "N"}


def random_maze(cols: int, rows: int, seed: int, density: float = 0.45) -> Maze:
    bits = random.Random(seed)

    def grid(wide: int, high: int) -> tuple[tuple[bool, ...], ...]:
        return tuple(tuple(bits.random() < density for _ in range(wide)) for _ in range(high))

    return Maze(
        cols,
        rows,
        grid(cols, rows + 1),
        grid(cols + 1, rows),
        tuple(bits.choice(["", "", "", "T", "B"]) for _ in range(cols * rows)),
        tuple(str(i + 1) for i in range(cols * rows)),
    )


mazes = st.builds(
    random_maze,
    st.integers(1, 5),
    st.integers(1, 5),
    st.integers(0, 10**9),
    st.sampled_from([0.0, 0.3, 0.5, 0.7, 1.0]),
)


def drawn(text: str) -> set[Spot]:
    """Where ink stands in a maze drawn as text."""
    return {
        (x, y)
        for y, line in enumerate(text.split("\n"))
        for x, char in enumerate(line)
        if char in "+-|"
    }


def flood(ink: set[Spot], wide: int, high: int, start: Spot) -> set[Spot]:
    """The characters reached from one without crossing ink."""
    seen, queue = {start}, deque([start])
    while queue:
        x, y = queue.popleft()
        for spot in ((x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)):
            inside = 0 <= spot[0] < wide and 0 <= spot[1] < high
            if inside and spot not in ink and spot not in seen:
                seen.add(spot)
                queue.append(spot)
    return seen


def reached(maze_text: str, cols: int, rows: int, cell: int) -> set[int]:
    """The cells reached from a cell, by flooding the drawing inside its border."""
    ink = drawn(maze_text)
    ink |= {(x, y) for x in range(4 * cols + 1) for y in (0, 2 * rows)}
    ink |= {(x, y) for y in range(2 * rows + 1) for x in (0, 4 * cols)}
    y, x = divmod(cell, cols)
    wet = flood(ink, 4 * cols + 1, 2 * rows + 1, (4 * x + 2, 2 * y + 1))
    return {c for c in range(cols * rows) if (4 * (c % cols) + 2, 2 * (c // cols) + 1) in wet}


# -- reachability ----------------------------------------------------------------------------------


@given(mazes)
def test_reachability_is_that_of_the_drawing(maze: Maze) -> None:
    text = format_maze(maze)
    for cell in range(maze.cols * maze.rows):
        assert set(maze.distances(cell)) == reached(text, maze.cols, maze.rows, cell)
    parts = {
        frozenset(reached(text, maze.cols, maze.rows, c)) for c in range(maze.cols * maze.rows)
    }
    assert set(maze.parts) == parts


@given(mazes)
def test_distances_grow_by_one_step(maze: Maze) -> None:
    steps = maze.distances(0)
    for cell, length in steps.items():
        near = [steps[other] for other in maze.links[cell]]
        assert all(abs(length - other) <= 1 for other in near)
        assert cell == 0 or length - 1 in near


@given(mazes, st.integers(0, 24))
def test_a_closed_cell_is_never_entered(maze: Maze, closed: int) -> None:
    closed %= maze.cols * maze.rows
    start = 0 if closed else maze.cols * maze.rows - 1
    if start == closed:
        return
    walls = list(format_maze(maze).split("\n"))
    x, y = 4 * (closed % maze.cols) + 2, 2 * (closed // maze.cols) + 1
    for row in (y - 1, y + 1):
        walls[row] = walls[row].ljust(4 * maze.cols + 1)
        walls[row] = walls[row][: x - 2] + "+---+" + walls[row][x + 3 :]
    row = walls[y].ljust(4 * maze.cols + 1)
    walls[y] = row[: x - 2] + "|" + row[x - 1 : x + 2] + "|" + row[x + 3 :]
    assert set(maze.distances(start, closed=[closed])) == reached(
        "\n".join(walls), maze.cols, maze.rows, start
    )


@given(mazes)
def test_loops_are_counted_by_removing_passages(maze: Maze) -> None:
    """A spanning forest needs cells - parts passages; every other passage closes a loop."""
    group = list(range(maze.cols * maze.rows))

    def root(cell: int) -> int:
        while group[cell] != cell:
            cell = group[cell]
        return cell

    surplus = 0
    for cell, near in enumerate(maze.links):
        for other in (o for o in near if o > cell):
            if root(cell) == root(other):
                surplus += 1
            group[root(cell)] = root(other)
    assert maze.loops == surplus


def test_dead_ends_and_junctions_count_border_openings() -> None:
    maze, _ = parse_maze("+---+   +\n| .   . |\n+---+   +\n  .   . |\n+---+---+", 2, 2, "")
    assert maze is not None
    assert maze.dead_ends == (0,)
    assert maze.junctions == (1,)
    assert [maze.degree(c) for c in range(4)] == [1, 3, 2, 2]


# -- ports, tokens, runs ---------------------------------------------------------------------------


def test_ports_and_borders_run_clockwise() -> None:
    text = "+   +---+   +\n| .   .   . |\n+   +   +   +\n  .   .   .\n+---+   +---+"
    maze, _ = parse_maze(text, 3, 2, "")
    assert maze is not None
    assert [tuple(p) for p in maze.ports] == [(0, "N"), (2, "N"), (5, "E"), (4, "S"), (3, "W")]
    assert [maze.border(side) for side in SIDES] == [
        (True, False, True),
        (False, True),
        (False, True, False),
        (True, False),
    ]
    assert maze.tokens("N", 3) == ((True, False, True),)
    with pytest.raises(ValueError, match="whole number"):
        maze.tokens("E", 3)


@given(mazes)
def test_the_runs_are_the_drawn_walls(maze: Maze) -> None:
    ink: set[tuple[int, int, str]] = set()
    for run in maze.runs:
        assert run == WallRun(*run) and (run.x0 == run.x1) != (run.y0 == run.y1)
        ink |= {(x, run.y0, "-") for x in range(run.x0, run.x1)}
        ink |= {(run.x0, y, "|") for y in range(run.y0, run.y1)}
        before, after = (
            ((run.x0 - 1, run.y0), (run.x1, run.y0))
            if run.y0 == run.y1
            else ((run.x0, run.y0 - 1), (run.x0, run.y1))
        )
        grid = maze.across if run.y0 == run.y1 else maze.down
        for x, y in (before, after):
            assert not (0 <= y < len(grid) and 0 <= x < len(grid[0]) and grid[y][x])
    lines = format_maze(maze).split("\n")
    wanted = {
        (x // 4, y // 2, c)
        for y, line in enumerate(lines)
        for x, c in enumerate(line)
        if (c == "-" and x % 4 == 2) or c == "|"
    }
    assert ink == wanted


# -- turning ---------------------------------------------------------------------------------------


@given(mazes)
def test_four_quarter_turns_are_none(maze: Maze) -> None:
    assert maze.turned(4) == maze.turned(0) == maze
    assert maze.turned(1).turned(3) == maze
    assert maze.turned(2) == maze.turned(1).turned(1) == maze.turned(-2)


@given(mazes, st.integers(0, 3))
def test_mirroring_reverses_the_sense_of_turns(maze: Maze, quarters: int) -> None:
    assert maze.mirrored().mirrored() == maze
    assert maze.turned(quarters).mirrored() == maze.mirrored().turned(-quarters)


@given(mazes)
def test_a_quarter_turn_turns_the_drawing(maze: Maze) -> None:
    """Every half-wall of every cell, its mark and its number go where a turned sheet puts them."""
    turned = maze.turned()
    assert (turned.cols, turned.rows) == (maze.rows, maze.cols)
    for y in range(maze.rows):
        for x in range(maze.cols):
            old, new = y * maze.cols + x, x * maze.rows + (maze.rows - 1 - y)
            assert turned.marks[new] == maze.marks[old]
            assert turned.numbers[new] == maze.numbers[old]
            for side in SIDES:
                assert turned.walled(new, NEXT[side]) == maze.walled(old, side)


@given(mazes, st.integers(1, 3))
def test_ports_turn_with_their_cells(maze: Maze, quarters: int) -> None:
    wanted = {(cell, side) for cell, side in maze.ports}
    cols, rows = maze.cols, maze.rows
    for _ in range(quarters):
        wanted = {
            ((cell % cols) * rows + rows - 1 - cell // cols, NEXT[side]) for cell, side in wanted
        }
        cols, rows = rows, cols
    assert set(maze.turned(quarters).ports) == wanted
    assert sorted(map(sum, (maze.border(s) for s in SIDES))) == sorted(
        map(sum, (maze.turned(quarters).border(s) for s in SIDES))
    )


@given(mazes)
def test_turned_borders_are_shifted(maze: Maze) -> None:
    turned = maze.turned()
    for side in SIDES:
        assert turned.border(NEXT[side]) == maze.border(side)


@settings(max_examples=200)
@given(
    st.integers(1, 3),
    st.integers(1, 3),
    st.integers(0, 10**6),
    st.integers(0, 10**6),
    st.integers(0, 3),
    st.booleans(),
)
def test_canonical_is_equal_exactly_up_to_a_turn(
    cols: int, rows: int, seed: int, other_seed: int, quarters: int, mirror: bool
) -> None:
    one = random_maze(cols, rows, seed)
    for other in (random_maze(cols, rows, other_seed), one.mirrored() if mirror else one):
        for turned in (other.turned(quarters), other.turned(quarters * 2)):
            if (turned.cols, turned.rows) == (cols, rows):
                alike = any(
                    (t := turned.turned(q)).cols == cols and t.pattern == one.pattern
                    for q in range(4)
                )
                assert (canonical(one) == canonical(turned)) == alike


def inner(maze: Maze) -> set[frozenset[Spot]]:
    """The walls between two cells, each as the pair of cell places."""
    found = set()
    for y in range(maze.rows):
        for x in range(maze.cols):
            cell = y * maze.cols + x
            if x + 1 < maze.cols and maze.walled(cell, "E"):
                found.add(frozenset({(x, y), (x + 1, y)}))
            if y + 1 < maze.rows and maze.walled(cell, "S"):
                found.add(frozenset({(x, y), (x, y + 1)}))
    return found


@given(st.integers(1, 3), st.integers(1, 4), st.integers(0, 10**6), st.integers(0, 10**6))
def test_the_wall_difference_is_the_best_of_all_ways_to_lay_one_on_the_other(
    cols: int, rows: int, seed: int, other_seed: int
) -> None:
    one, other = random_maze(cols, rows, seed), random_maze(cols, rows, other_seed)
    mine, theirs, best = inner(one), inner(other), 10**6
    for flip in (False, True):
        for quarters in (0, 1, 2, 3) if cols == rows else (0, 2):
            image = set()
            for wall in theirs:
                spots = []
                for x, y in wall:
                    wide, high = cols, rows
                    if flip:
                        x = wide - 1 - x
                    for _ in range(quarters):
                        x, y, wide, high = high - 1 - y, x, high, wide
                    spots.append((x, y))
                image.add(frozenset(spots))
            best = min(best, len(mine ^ image))
    assert wall_difference(one, other) == best == wall_difference(other, one)
    assert wall_difference(one, one.turned(2).mirrored()) == 0


# -- boards ----------------------------------------------------------------------------------------


def lay_text(wide: int, high: int, placed: list[tuple[Maze, int, int]]) -> str:
    """Mazes drawn over each other on one sheet of characters; what none covers is hatched."""
    paper = [[" "] * (4 * wide + 1) for _ in range(2 * high + 1)]
    covered = set()
    for maze, left, top in placed:
        for y, line in enumerate(format_maze(maze).split("\n")):
            for x, char in enumerate(line):
                if char in "+-|":
                    paper[2 * top + y][4 * left + x] = char
        covered |= {(left + x, top + y) for x in range(maze.cols) for y in range(maze.rows)}
    for y in range(high):
        for x in range(wide):
            if (x, y) not in covered:
                for row in range(2 * y, 2 * y + 3):
                    paper[row][4 * x : 4 * x + 5] = "+---+" if row % 2 == 0 else "|   |"
    return "\n".join("".join(line).rstrip() for line in paper)


@settings(max_examples=60)
@given(st.integers(0, 10**9))
def test_joined_reachability_is_that_of_the_drawing(seed: int) -> None:
    dice = random.Random(seed)
    wide, high = dice.randint(3, 8), dice.randint(3, 8)
    free = {(x, y) for x in range(wide) for y in range(high)}
    placed = []
    for i in range(dice.randint(0, 6)):
        cols, rows = dice.randint(1, 3), dice.randint(1, 3)
        left, top = dice.randint(0, wide - 1), dice.randint(0, high - 1)
        area = {(left + x, top + y) for x in range(cols) for y in range(rows)}
        if area <= free:
            free -= area
            placed.append((random_maze(cols, rows, seed + i, 0.3), left, top))
    board, text = join(wide, high, placed), lay_text(wide, high, placed)
    for cell in range(wide * high):
        assert set(board.distances(cell)) == reached(text, wide, high, cell)
    for maze, left, top in placed:
        for cell in range(maze.cols * maze.rows):
            at = board.cell(left + maze.place(cell)[0], top + maze.place(cell)[1])
            assert (board.marks[at], board.numbers[at]) == (maze.marks[cell], maze.numbers[cell])


def test_boards_that_cannot_be_laid() -> None:
    maze = random_maze(2, 2, 0)
    with pytest.raises(ValueError, match="two mazes cover column 1, row 1"):
        join(3, 3, [(maze, 0, 0), (maze, 1, 1)])
    for left, top in ((-1, 0), (0, -1), (2, 0), (0, 2)):
        with pytest.raises(ValueError, match="sticks out"):
            join(3, 3, [(maze, left, top)])
