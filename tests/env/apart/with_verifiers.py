"""Plays matches with `vf-eval`, against a scripted model at an address of the kind that it asks."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any


class Model(BaseHTTPRequestHandler):
    """Takes the first move of the list; its second answer is no move."""

    answered = 0

    def do_POST(self) -> None:
        asked = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        told = [str(message["content"]) for message in asked["messages"]]
        lists = [text.partition("Your moves:\n")[2] for text in told if "Your moves:\n" in text]
        Model.answered += 1  # a refusal lists nothing: the position before it counts
        answer = "joy" if Model.answered == 2 else f"Well. [{lists[-1].splitlines()[0].removeprefix('- ')}]"
        self.send_response(200)
        self.send_header("Content-Type", "text/event-stream")
        self.end_headers()
        for delta, reason in (({"role": "assistant", "content": answer}, None), ({}, "stop")):
            choice = {"index": 0, "delta": delta, "finish_reason": reason}
            self._tell({"choices": [choice]})
        self._tell({"choices": [], "usage": {"prompt_tokens": 1, "completion_tokens": 1, "total_tokens": 2}})
        self.wfile.write(b"data: [DONE]\n\n")

    def _tell(self, part: dict[str, Any]) -> None:
        whole = {"id": "1", "object": "chat.completion.chunk", "created": 0, "model": "scripted", **part}
        self.wfile.write(f"data: {json.dumps(whole)}\n\n".encode())

    def log_message(self, *told: Any) -> None:
        pass


def evaluated(folder: str, url: str, *asked: str) -> list[dict[str, Any]]:
    command = [
        f"{Path(sys.executable).parent}/vf-eval", "tefuda-verifiers", "--client.base-url", url, "--model", "scripted",
        "--output-dir", folder, "--push", "False", *asked,
    ]  # fmt: skip
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=600)
    assert done.returncode == 0, done.stdout[-2000:] + done.stderr[-2000:]
    found = next(Path(folder).glob("*/traces.jsonl"))
    return [json.loads(line) for line in found.read_text("utf-8").splitlines()]


def main() -> None:
    server = ThreadingHTTPServer(("127.0.0.1", 0), Model)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    os.environ.setdefault("OPENAI_API_KEY", "none")
    url = f"http://127.0.0.1:{server.server_port}/v1"
    asked = ["--env.taskset.game", "gift", "--env.taskset.opponents", "casual", "--env.taskset.seats", "3"]
    with tempfile.TemporaryDirectory() as folder:
        episodes = evaluated(folder, url, *asked, "--select.limit", "2")
    server.shutdown()
    assert len(episodes) == 2
    traces = [trace for episode in episodes for trace in episode["traces"]]
    assert all(episode["ok"] for episode in episodes), [trace.get("errors") for trace in traces]
    text = json.dumps(episodes)
    assert "GIFT, 3 seats" in text and "This is not a move: joy" in text and "share_of_the_win" in text
    assert sum(trace["metrics"]["refused"] for trace in traces) == 1
    answers = [int(trace["metrics"]["answers"]) for trace in traces]
    assert all(len(trace["info"]["scores"]) == 3 for trace in traces)
    print(f"2 matches of gift, {sum(answers)} answers of a scripted model")


if __name__ == "__main__":
    main()
