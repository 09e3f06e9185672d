"""Reads JUnit files by a real parser. Standard input: a list of file names. Standard output: for each what it holds, or
{"error"}."""
import json
import sys
import xml.etree.ElementTree as tree


def read_case(case):
    [inner] = list(case) or [None]
    return {
        "name": case.get("name"),
        "state": "passed" if inner is None else inner.tag,
        "message": None if inner is None else inner.get("message"),
        "text": None if inner is None else inner.text or "",
    }


def read(path):
    root = tree.parse(path).getroot()
    suites = list(root)
    return {
        "root": root.tag,
        "tests": [int(one.get("tests")) for one in [root, *suites]],
        "failures": [int(one.get("failures")) for one in [root, *suites]],
        "names": [one.get("name") for one in suites],
        "cases": [read_case(case) for suite in suites for case in suite if case.tag == "testcase"],
        "outputs": [one.text or "" for suite in suites for one in suite if one.tag == "system-out"],
        "tags": sorted({one.tag for one in root.iter()}),
        "attributes": sorted({name for one in root.iter() for name in one.attrib}),
    }


answers = []
for path in json.load(sys.stdin):
    try:
        answers.append(read(path))
    except (tree.ParseError, ValueError) as error:
        answers.append({"error": str(error)})
json.dump(answers, sys.stdout)
