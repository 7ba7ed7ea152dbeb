// Takes the line's memory away, as `redis-cli FLUSHALL` would.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { connect } from "node:net";
import { join } from "node:path";

/** Where the platform of these tests keeps its data; unset where it is somebody else's. */
export const directory = process.env.ONSALE_DATA_DIR;

export function flushRedis() {
  const addresses = readFileSync(join(directory, "addresses.properties"), "utf8");
  const { port, password } = redisOf(addresses);
  return new Promise((resolve, reject) => {
    const socket = connect(port, "127.0.0.1", () => {
      if (password) socket.write(`AUTH ${password}\r\n`);
      socket.write("FLUSHALL\r\n");
    });
    let answer = "";
    socket.on("data", (chunk) => {
      answer += chunk;
      if (answer.includes("-")) reject(new Error(answer));
      else if (answer.split("+OK").length > (password ? 2 : 1)) resolve(socket.end());
    });
    socket.on("error", reject);
  });
}

function redisOf(addresses) {
  const found = /^onsale\.redis\.url\s*=\s*(\S+)$/m.exec(addresses.replaceAll("\\:", ":"));
  assert.ok(found, "the directory names its Redis");
  const { port, password } = new URL(found[1]);
  return { password: decodeURIComponent(password), port: Number(port) };
}
