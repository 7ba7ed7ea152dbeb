// One platform with its simulator for all browser tests, in a directory that goes when it stops.
import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));
const READY_MILLIS = 300_000;

/** The platform at ONSALE_URL with the demo password ONSALE_PASSWORD if they are set, else a new one. */
export async function startPlatform() {
  const url = process.env.ONSALE_URL;
  const password = process.env.ONSALE_PASSWORD;
  if (url && password) {
    return { url, password, directory: process.env.ONSALE_DATA_DIR ?? "", stop: async () => {} };
  }
  const directory = mkdtempSync(join(tmpdir(), "onsale-web-"));
  const limits = ["address-per-second", "login-per-minute"].flatMap((limit) => [
    "--set",
    `onsale.limits.${limit}=1000`, // every fan of the tests has the same address
  ]);
  const secondPerson = "onsale.reservation.refund-alone-up-to-won=100000"; // any three seats are more
  const options = [
    "serve",
    "--port=0",
    `--data-dir=${directory}`,
    "--set",
    secondPerson,
    ...limits,
  ];
  const node = spawn("./onsale", options, {
    cwd: ROOT,
    stdio: ["ignore", "pipe", "pipe"],
  });
  const ended = new Promise((resolve) => node.once("exit", resolve));
  const stop = async () => {
    node.kill("SIGTERM");
    await ended;
    rmSync(directory, { recursive: true, force: true });
  };
  process.once("exit", () => node.kill("SIGTERM"));
  try {
    return { ...(await ready(node)), directory, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

function ready(node) {
  return new Promise((resolve, reject) => {
    let log = "";
    const timer = setTimeout(
      () => reject(new Error(`The platform was not ready in time:\n${log}`)),
      READY_MILLIS,
    );
    const read = (chunk) => {
      log += chunk;
      const url = /ready at (http:\/\/\S+)/.exec(log)?.[1];
      const password = /password (\w+)/.exec(log)?.[1];
      if (url && password) {
        clearTimeout(timer);
        resolve({ url, password });
      }
    };
    node.stdout.on("data", read);
    node.stderr.on("data", read);
    node.once("exit", (code) => reject(new Error(`The platform ended with ${code}:\n${log}`)));
  });
}
