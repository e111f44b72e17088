"""The server's documents of its own API, and that they are correct."""
import json
import pathlib
import re
import unittest

from harness import ROOT, Server

PROTOCOL = pathlib.Path(ROOT) / "protocol"
CALLS = json.loads((PROTOCOL / "calls.json").read_text())["calls"]
NAMES = {"code": "K7WMA2QX", "game": "nim", "record": "K7WMA2QX-1"}


class Documents(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.server = Server("--web-root", str(pathlib.Path(ROOT) / "clients/web/dist"))
        cls.addClassCleanup(cls.server.stop)

    def get(self, path, **fields):
        status, headers, body = self.server.get(path, **fields)
        self.assertEqual(status, 200, path)
        return headers, body

    def test_the_server_has_the_documents_of_its_api(self):
        for path, file, kind in (("/api/openapi.json", "openapi.json", "application/json"), ("/api/asyncapi.yaml", "asyncapi.yaml", "application/yaml"),
                                 ("/api/errors.json", "errors.json", "application/json"), ("/api/messages.schema.json", "messages.schema.json", "application/json"), ("/api/schema/room.schema.json", "schema/room.schema.json", "application/json")):
            headers, body = self.get(path)
            self.assertEqual(body, (PROTOCOL / file).read_bytes(), path)
            self.assertEqual(headers["Content-Type"], kind)
            self.assertIn("ETag", headers)
        self.assertEqual(self.get("/games/nim/schema.json")[1], (pathlib.Path(ROOT) / "games/nim/schema.json").read_bytes())
        self.assertEqual(self.server.http("GET", "/api/openapi.yaml")[1]["code"], "not_found")

    def address(self, path):
        return re.sub(r"{(.*?)}", lambda name: NAMES[name[1]], path)

    @staticmethod
    def methods():
        paths = {}
        for call in CALLS:
            paths.setdefault(call["path"], set()).add(call["method"])
        return paths

    def test_each_address_takes_the_methods_that_the_document_says(self):
        for path, methods in self.methods().items():
            status, headers, _ = self.server.get(self.address(path), "OPTIONS")
            self.assertEqual((status // 100, set(headers["Allow"].split(", ")) - {"HEAD", "OPTIONS"}), (2, methods), path)

    def test_each_address_refuses_the_other_methods_and_names_its_own(self):
        for path, methods in self.methods().items():
            for method in {"GET", "POST", "PUT", "PATCH", "DELETE"} - methods:
                with self.subTest(method=method, path=path):
                    status, headers, text = self.server.get(self.address(path), method, None if method in ("GET", "DELETE") else b"{}")
                    self.assertEqual((status, json.loads(text)["code"]), (405, "method_not_allowed"))
                    self.assertEqual(set(headers["Allow"].split(", ")) - {"HEAD", "OPTIONS"}, methods)

    def test_the_document_has_every_call_of_the_server(self):
        known = {(call["method"], call["path"]) for call in CALLS}
        listed = set(re.findall(r'\{"(GET|POST|DELETE)", "(/api/[a-z/]+)"', (pathlib.Path(ROOT) / "server/api/api.cpp").read_text()))
        self.assertGreater(len(listed), 6)
        self.assertEqual(listed - known, set())


if __name__ == "__main__":
    unittest.main()
