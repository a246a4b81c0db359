// SPDX-License-Identifier: GPL-2.0-or-later
// connection.mjs: starts a browser and sends it commands in JSON: Chromium through
// two pipes, by the Chrome DevTools Protocol, Firefox through a WebSocket, by
// WebDriver BiDi.  In both, a reply has the id of its command, and an event has none.

import { spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { get } from "node:http";
import { tmpdir } from "node:os";

// Longer than any command takes, in milliseconds: a page that does not answer hangs.
const DEADLINE = 120_000;

// With "exit", browsers end, too.
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"])
   process.once(signal, () => process.exit(1));

class Connection {
   #lastId = 0;
   #calls = new Map();
   onEvent = () => {};

   constructor(child, write)
   {
      Object.assign(this, { child, write });
   }

   // Returns the result.  more: members of the message beside the usual ones.
   send(method, params = {}, more = {})
   {
      const id = ++this.#lastId;
      return new Promise((resolve, reject) => {
         const timer = setTimeout(reject, DEADLINE, new Error(`${method}: no reply`));
         this.#calls.set(id, { method, resolve, reject, timer });
         this.write(JSON.stringify({ id, method, params, ...more }));
      });
   }

   receive(text)
   {
      const { id, error, message, result, ...event } = JSON.parse(text);
      if (!id)
         return this.onEvent(event);
      const { method, resolve, reject, timer } = this.#calls.get(id);
      clearTimeout(timer);
      return error ? reject(new Error(`${method}: ${message ?? error.message}`))
                   : resolve(result);
   }

   // Ends the browser with a command.
   async end(method)
   {
      this.child.removeAllListeners("exit");
      await Promise.all([once(this.child, "exit"), this.send(method)]);
   }
}

// Starts a browser with a profile of its own; if it ends too early, so do the tests.
function start(command, optionsFor, stdio, preferences = "")
{
   const profile = mkdtempSync(`${tmpdir()}/page-`);
   writeFileSync(`${profile}/user.js`, preferences);
   const child = spawn(command, optionsFor(profile), { stdio });
   child.once("exit", (status, signal) => {
      throw new Error(`${command} has ended: ${status ?? signal}`);
   });
   process.once("exit", () => {
      child.kill("SIGKILL");
      rmSync(profile, { recursive: true, force: true, maxRetries: 10 });
   });
   return child;
}

// In the pipes, a NUL ends each message.
export function startChromium()
{
   const child = start("chromium", profile =>
      ["--headless", "--hide-scrollbars", "--no-sandbox", "--disable-gpu", "--disable-quic",
       "--no-first-run", "--disable-background-networking", "--disable-component-update",
       "--disable-sync", "--remote-debugging-pipe", `--user-data-dir=${profile}`],
      ["ignore", "ignore", "ignore", "pipe", "pipe"]);
   const connection = new Connection(child, text => child.stdio[3].write(`${text}\0`));
   let rest = "";
   child.stdio[4].setEncoding("utf8").on("data", data => {
      const messages = (rest + data).split("\0");
      rest = messages.pop();
      messages.forEach(text => connection.receive(text));
   });
   return connection;
}

// Firefox says its port on standard error.
export async function startFirefox(preferences)
{
   const child = start("firefox-esr", profile =>
      ["--headless", "--no-remote", "--profile", profile, "--remote-debugging-port=0"],
      ["ignore", "ignore", "pipe"], preferences);
   let said = "", port;
   child.stderr.on("data", data => { said += data; });
   while (!(port = /BiDi listening on ws:\/\/127\.0\.0\.1:(\d+)\n/.exec(said)?.[1]))
      await once(child.stderr, "data");
   return connectWebSocket(child, port);
}

// A WebSocket (RFC 6455): a request that becomes a stream of frames.
async function connectWebSocket(child, port)
{
   const [, socket, head] = await once(get({ host: "127.0.0.1", port, path: "/session",
      headers: { Connection: "Upgrade", Upgrade: "websocket", "Sec-WebSocket-Version": 13,
                 "Sec-WebSocket-Key": randomBytes(16).toString("base64") } }), "upgrade");
   const connection = new Connection(child, text => socket.write(frameOf(text)));
   let bytes = head;
   socket.on("data", data => {
      bytes = Buffer.concat([bytes, data]);
      for (let frame; (frame = firstFrame(bytes)); bytes = bytes.subarray(frame.end))
         if (frame.isText)
            connection.receive(frame.text);
   });
   return connection;
}

// A whole text (0x81), masked (0x80), as a client's must be.  Its length has two bytes
// (126): no command is longer, and there are spaces after a shorter one.
function frameOf(text)
{
   const payload = Buffer.from(text.padEnd(126));
   const mask = randomBytes(4);
   const head = Buffer.from([0x81, 0x80 | 126, payload.length >> 8, payload.length & 255]);
   return Buffer.concat([head, mask, payload.map((byte, i) => byte ^ mask[i % 4])]);
}

// The first frame, if all of it is there: a whole text, or the farewell.
function firstFrame(bytes)
{
   const start = bytes[1] === 127 ? 10 : bytes[1] === 126 ? 4 : 2;
   if (bytes.length < start)
      return null;
   const end = start + (start === 2 ? bytes[1]
      : start === 4 ? bytes.readUInt16BE(2) : Number(bytes.readBigUInt64BE(2)));
   return bytes.length < end ? null
      : { isText: bytes[0] === 0x81, text: bytes.toString("utf8", start, end), end };
}
