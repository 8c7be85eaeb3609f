#!/usr/bin/env python3
"""Runs a shell command on a pseudo-terminal and prints what a person would see.

    terminal.py [--columns N] [--type TERM] [--separate FILE] COMMAND

Prints the lines of the screen at the end; --all also prints every line as it stood before it was replaced, marked by
"~ ". --raw prints the bytes as they came. With --separate, stdout goes to the file and only stderr to the terminal. The
exit code is that of the command. The terminal knows the carriage return, the line feed and "erase to the end of the
line", and wraps long lines; any other control character is shown as <NN>.
"""
import argparse
import fcntl
import os
import pty
import struct
import subprocess
import sys
import termios


def record(arguments):
    master, slave = pty.openpty()
    fcntl.ioctl(slave, termios.TIOCSWINSZ, struct.pack("HHHH", 24, arguments.columns, 0, 0))
    environment = dict(os.environ, TERM=arguments.type)
    out = open(arguments.separate, "wb") if arguments.separate else slave
    process = subprocess.Popen(arguments.command, shell=True, stdout=out, stderr=slave, env=environment)
    os.close(slave)
    data = b""
    while True:
        try:
            piece = os.read(master, 65536)
        except OSError:
            break
        if not piece:
            break
        data += piece
    return data, process.wait()


def screen(data, columns):
    """The lines at the end, and in between every state of a line that was overwritten."""
    rows, row, column, seen = [[]], 0, 0, []
    text = data.decode("utf-8", "surrogateescape")
    place = 0
    while place < len(text):
        c = text[place]
        if text.startswith("\x1b[K", place):
            del rows[row][column:]
            place += 3
            continue
        place += 1
        if c == "\r":
            if rows[row] and not text.startswith("\n", place):
                seen.append("~ " + "".join(rows[row]))
            column = 0
        elif c == "\n":
            rows.append([])
            row += 1
            column = 0
        else:
            for shown in c if c >= " " and c != "\x7f" and not "\x80" <= c < "\xa0" else f"<{ord(c):02x}>":
                if column == columns:
                    rows.append([])
                    row += 1
                    column = 0
                rows[row][column:column + 1] = [shown]
                column += 1
    return ["".join(line) for line in rows], seen


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--columns", type=int, default=80)
    parser.add_argument("--type", default="xterm")
    parser.add_argument("--separate")
    parser.add_argument("--all", action="store_true")
    parser.add_argument("--raw", action="store_true")
    parser.add_argument("command")
    arguments = parser.parse_args()
    data, code = record(arguments)
    if arguments.raw:
        sys.stdout.buffer.write(data)
        sys.exit(code)
    lines, seen = screen(data, arguments.columns)
    for line in (seen if arguments.all else []) + lines:
        sys.stdout.buffer.write(line.encode("utf-8", "surrogateescape") + b"\n")
    sys.exit(code)


main()
