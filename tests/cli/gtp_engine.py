"""A GTP engine of Othello that plays its first legal move. With an argument it misbehaves: `silent` gives no answer to genmove, `wrong` plays a1
first, `ends` ends at its first move, `passless` refuses a pass."""
import sys

MODE = sys.argv[1] if len(sys.argv) > 1 else ""
OTHER = {"B": "W", "W": "B"}
board = {}


def clear():
    board.clear()
    board.update({(3, 3): "W", (4, 4): "W", (4, 3): "B", (3, 4): "B"})


def flips(color, column, row):
    found = []
    if (column, row) in board or not (0 <= column < 8 and 0 <= row < 8):
        return found
    for dx in (-1, 0, 1):
        for dy in (-1, 0, 1):
            run, x, y = [], column + dx, row + dy
            while (dx or dy) and board.get((x, y)) == OTHER[color]:
                run.append((x, y))
                x, y = x + dx, y + dy
            if run and board.get((x, y)) == color:
                found += run
    return found


def play(color, vertex):
    column, row = ord(vertex[0].lower()) - ord("a"), int(vertex[1:]) - 1
    turned = flips(color, column, row)
    if not turned:
        return "? illegal move"
    for cell in [*turned, (column, row)]:
        board[cell] = color
    return "="


def generate(color):
    if MODE == "wrong":
        return "= A1"
    for row in range(8):
        for column in range(8):
            if flips(color, column, row):
                play(color, f"{chr(ord('a') + column)}{row + 1}")
                return f"= {chr(ord('A') + column)}{row + 1}"
    return "= PASS"


print("an engine may say what it is", flush=True)
for line in sys.stdin:
    words = line.split()
    if words[0] == "quit":
        print("=\n", flush=True)
        break
    answer = "? unknown command"
    if words[0] == "clear_board":
        clear()
        answer = "="
    elif words[0] == "play" and words[2].lower() == "pass":
        answer = "? syntax error" if MODE == "passless" else "="
    elif words[0] == "play":
        answer = play(words[1][0].upper(), words[2])
    elif words[0] == "genmove":
        if MODE == "silent":
            continue
        if MODE == "ends":
            break
        answer = generate(words[1][0].upper())
    print(answer + "\n", flush=True)
