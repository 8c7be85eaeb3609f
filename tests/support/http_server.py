"""A small HTTP server for tests of downloads: serves one folder on 127.0.0.1, at a free port that it prints.

The first part of the path says how it behaves: /plain/ knows Range, /norange/ ignores it, /cut/ breaks off in the middle
of a request without Range and serves the rest to one with it, /shifted/ answers Range from the wrong place, /moved/
redirects to /plain/, /loop/ to itself. Every request is a line "METHOD path range" in the log file.
Usage: http_server.py FOLDER LOG
"""
import http.server
import os
import sys


class Handler(http.server.BaseHTTPRequestHandler):
    def do_GET(self):
        mode, _, name = self.path.lstrip("/").partition("/")
        wanted = self.headers.get("Range")
        with open(LOG, "a", encoding="ascii") as log:
            log.write(f"GET {self.path} {wanted or '-'}\n")
        if mode in ("moved", "loop"):
            self.send_response(302)
            self.send_header("Location", f"/plain/{name}" if mode == "moved" else self.path)
            self.send_header("Content-Length", "0")
            self.end_headers()
            return
        path = os.path.join(FOLDER, os.path.basename(name))
        if not os.path.isfile(path):
            self.send_error(404)
            return
        with open(path, "rb") as file:
            content = file.read()
        begin = int(wanted.removeprefix("bytes=").rstrip("-")) if wanted and mode != "norange" else 0
        if wanted and mode != "norange" and begin >= len(content):
            self.send_response(416)
            self.send_header("Content-Range", f"bytes */{len(content)}")
            self.send_header("Content-Length", "0")
            self.end_headers()
            return
        if mode == "shifted" and begin > 0:
            begin -= 1
        if wanted and mode != "norange":
            self.send_response(206)
            self.send_header("Content-Range", f"bytes {begin}-{len(content) - 1}/{len(content)}")
        else:
            self.send_response(200)
        rest = content[begin:]
        self.send_header("Content-Length", str(len(rest)))
        self.end_headers()
        self.wfile.write(rest[: len(rest) // 2] if mode == "cut" and not wanted else rest)

    def log_message(self, *_):
        pass


FOLDER, LOG = sys.argv[1:3]
server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
print(server.server_address[1], flush=True)
server.serve_forever()
