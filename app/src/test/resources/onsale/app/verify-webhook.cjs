// Reads {secret, headers, body} from standard input and verifies it as an integrator would.
// argv: the package.json beside whose node_modules the library is.
const { createRequire } = require("node:module");
const { readFileSync } = require("node:fs");

const { Webhook } = createRequire(process.argv[2])("standardwebhooks");
const { secret, headers, body } = JSON.parse(readFileSync(0, "utf8"));
try {
  const event = new Webhook(secret).verify(body, headers);
  console.log(`verified ${event.type}`);
} catch (error) {
  console.log(`refused: ${error.message}`);
}
