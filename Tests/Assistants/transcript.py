"""Asks `healthtui mcp --demo` a question of each kind as a client does, in both eras of the protocol: transcript.py PROGRAM."""

import asyncio
import json
import sys

from mcp import Client, StdioServerParameters

QUESTIONS = [
    ("list_types", {}, False),
    ("daily", {"types": ["steps", "sleep"], "first_day": "90d", "by": "month"}, False),
    ("daily", {"types": ["steps"], "first_day": "7d", "at_least": 8000}, False),
    ("compare", {"first": "steps", "second": "night"}, False),
    ("workouts", {"days": "30d"}, False),
    ("samples", {"type": "weight", "days": "30d"}, False),
    ("samples", {"type": "steps"}, True),
    ("daily", {"types": ["steps"], "zone": "Asia/Tokyo"}, True),
    ("draft", {"type": "weight", "value": 73.4, "unit": "kg", "when": "now"}, False),
]


async def talk(program, mode):
    """The answers, in one era."""
    said = []
    async with Client(StdioServerParameters(command=program, args=["mcp", "desk", "--demo"]), mode=mode) as client:
        tools = await client.list_tools()
        said.append(sorted(tool.name for tool in tools.tools))
        for name, arguments, is_wrong in QUESTIONS:
            result = await client.call_tool(name, arguments)
            text = result.content[0].text
            if bool(result.is_error) != is_wrong or len(result.content) != 1:
                raise SystemExit(f"assistant: {mode}: {name} {arguments}: {text}")
            answer = json.loads(text)
            if "sample_data" not in answer or len(text.encode()) > 16 * 1024:
                raise SystemExit(f"assistant: {mode}: {name}: {text[:300]}")
            said.append((name, sorted(answer)))
        version = client.protocol_version
    return version, said


async def main():
    """Both eras say the same."""
    program = sys.argv[1]
    versions, answers = zip(*[await talk(program, mode) for mode in ("auto", "legacy", "2026-07-28")])
    if list(versions) != ["2026-07-28", "2025-11-25", "2026-07-28"]:
        raise SystemExit(f"assistant: the versions are {versions}")
    if any(answer != answers[0] for answer in answers):
        raise SystemExit(f"assistant: the eras differ: {answers}")
    print(f"assistant: {len(QUESTIONS)} questions in {len(versions)} ways")


asyncio.run(main())
