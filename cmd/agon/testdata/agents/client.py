"""It is a client of the MCP server of its edit: it checks and hands in by calls of tools."""
import json
import os
import pathlib
import subprocess

server = subprocess.Popen(["agon", "mcp"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
sent = 0


def call(method, params):
    global sent
    sent += 1
    server.stdin.write(json.dumps({"jsonrpc": "2.0", "id": sent, "method": method, "params": params}) + "\n")
    server.stdin.flush()
    while True:
        answer = json.loads(server.stdout.readline())
        if answer.get("id") == sent:
            print(method, params, answer)
            return answer


call("initialize", {"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": {"name": "test", "version": "1"}})
server.stdin.write('{"jsonrpc": "2.0", "method": "notifications/initialized"}\n')
server.stdin.flush()
call("tools/list", {})
bot = pathlib.Path("bot.py")
bot.write_text(bot.read_text().replace("STEPS = 1", f"STEPS = {1 + int(os.environ['AGON_ROUND'])}"))
call("tools/call", {"name": "check", "arguments": {"bot": "."}})
call("tools/call", {"name": "submit", "arguments": {"bot": "."}})
server.stdin.close()
server.wait()
