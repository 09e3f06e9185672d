"""Reads JSON documents as any Python program would, and finds in the ledger what they quote from it.

Standard input: a list of {"file", "perLine", "ledger", "quotes"}. Standard output: for each {"values", "ascii"}, or
{"error"}, and "wrong", what is quoted otherwise than the ledger holds it, with "quoted", how many quotes were looked up.
"""
import json
import sys

sys.set_int_max_str_digits(0)
sys.setrecursionlimit(50_000)


def leaves(value, path=()):
    if isinstance(value, dict):
        for key, inner in value.items():
            yield from leaves(inner, (*path, key))
    elif isinstance(value, list):
        for at, inner in enumerate(value):
            yield from leaves(inner, (*path, str(at)))
    elif isinstance(value, str):
        yield ".".join(path), value


def read_ledger(path):
    """Records by line number; a line that Python cannot read is left out."""
    with open(path, "rb") as file:
        lines = file.read().split(b"\n")
    records = {}
    for number, line in enumerate(lines, 1):
        if number == 1:
            line = line.removeprefix(b"\xef\xbb\xbf")
        try:
            record = json.loads(line.decode("utf-8"))
        except (ValueError, RecursionError):
            continue
        if isinstance(record, dict):
            records[number] = list(leaves(record))
    return records


def is_respelled(text):
    """Paths in another spelling are quoted in the plain one; what is no text, such as half a pair, in any way."""
    return any("\ud800" <= mark <= "\udfff" for mark in text) or any(mark in text.lower() for mark in ("%", "\\", "file:", "{", "//", "./"))


def check_facts(line, records):
    """Values of facts against the field that they name."""
    held = records.get(line.get("line"))
    if held is None:
        return
    facts = line["facts"] if "facts" in line else [line]
    for fact in facts:
        if not fact.get("field") or fact.get("value") is None:
            continue
        texts = [text for path, text in held if path == fact["field"]]
        if not texts or any(is_respelled(text) for text in texts):
            continue
        names = [fact["value"]] + ([fact["test"]] if fact.get("test") and not fact.get("truncated") else [])
        for name in names:
            yield any(name in text for text in texts), fact


def check_values(document, records):
    """Values behind masks against all messages."""
    texts = [text for held in records.values() for _, text in held]
    for hole in document["values"]:
        for top in hole["top"]:
            value = top["value"]
            yield any(value in text for text in texts), top


def check(kind, values, ledger):
    records = read_ledger(ledger)
    if kind == "classify":
        for line in values:
            yield from check_facts(line, records)
    elif kind == "explain":
        yield from check_facts(values[0], records)
    elif kind == "show":
        yield from check_values(values[0], records)


def read(job):
    with open(job["file"], encoding="ascii", newline="") as file:
        text = file.read()
    parts = text.split("\n")[:-1] if job["perLine"] else [text]
    values = [json.loads(part) for part in parts]
    answer = {"values": values}
    if job.get("quotes"):
        found = list(check(job["quotes"], values, job["ledger"]))
        answer["quoted"] = len(found)
        answer["wrong"] = [what for holds, what in found if not holds][:5]
    return answer


answers = []
for job in json.load(sys.stdin):
    try:
        answers.append(read(job))
    except (ValueError, RecursionError) as error:
        answers.append({"error": str(error)})
json.dump(answers, sys.stdout)
