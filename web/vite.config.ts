import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { brotliCompressSync, constants } from "node:zlib";
import react from "@vitejs/plugin-react";
import { defineConfig, type Plugin } from "vite";

const platform = process.env.ONSALE_URL ?? "http://localhost:8080";

/** Pages of their own: the waiting room, with as little as possible, and the one for the provider's script. */
function ownPages(): Plugin {
  return {
    name: "own-pages",
    configureServer(server) {
      server.middlewares.use((request, _response, next) => {
        if (request.url?.startsWith("/queue/")) {
          request.url = "/waiting.html";
        } else if (request.url === "/pay/provider") {
          request.url = "/provider.html";
        }
        next();
      });
    },
  };
}

/** What the home page asks for first. */
const LIST = "/api/events?size=100";

/**
 * The page at `/`: what the home page needs is asked for with the first script, not after it has run.
 * Other addresses get `index.html`, which asks for nothing that only the home page needs.
 */
function homePage(): Plugin {
  return {
    name: "home-page",
    apply: "build",
    generateBundle: {
      order: "post", // when the pages are there
      handler(_options, bundle) {
        const index = bundle["index.html"];
        const home = Object.values(bundle).find(
          (one) => one.type === "chunk" && one.facadeModuleId?.endsWith("/home/HomePage.tsx"),
        );
        if (index?.type !== "asset" || home?.type !== "chunk") {
          throw new Error("There is no home page.");
        }
        const page = String(index.source);
        const scripts = new Set<string>();
        const styles = new Set<string>();
        const visit = (name: string) => {
          const chunk = bundle[name];
          if (chunk?.type !== "chunk" || scripts.has(name) || page.includes(name)) return;
          scripts.add(name);
          chunk.viteMetadata?.importedCss.forEach((css) => styles.add(css));
          chunk.imports.forEach(visit);
        };
        visit(home.fileName);
        const links = [
          `<link rel="preload" as="fetch" crossorigin href="${LIST}">`,
          ...[...scripts].map((name) => `<link rel="modulepreload" crossorigin href="/${name}">`),
          ...[...styles].map((name) => `<link rel="stylesheet" crossorigin href="/${name}">`),
        ];
        const source = page.replace("</head>", `${links.join("\n    ")}\n  </head>`);
        this.emitFile({ type: "asset", fileName: "home.html", source });
      },
    },
  };
}

/** Tells the service worker the names of the shell's files; fonts are kept when they are used. */
function serviceWorker(): Plugin {
  return {
    name: "service-worker",
    apply: "build",
    generateBundle: {
      order: "post", // when the pages are there
      handler(_options, bundle) {
        const shell = Object.keys(bundle).filter(
          (name) =>
            /\.(js|css|html)$/.test(name) && !name.includes("fonts-") && name !== "home.html",
        );
        shell.push(...readdirSync("public").filter((name) => name !== "robots.txt"));
        const urls = shell.map((name) => (name === "index.html" ? "/" : `/${name}`)).sort();
        if (!urls.includes("/") || !urls.includes("/waiting.html")) {
          throw new Error("The service worker would not know the pages.");
        }
        const source = readFileSync("src/sw/sw.js", "utf8").replace(
          '["/"]; // replaced by the build',
          `${JSON.stringify(urls)};`,
        );
        this.emitFile({ type: "asset", fileName: "sw.js", source: stamped(source, urls) });
      },
    },
  };
}

/** The platform serves what is compressed here; it compresses nothing itself with Brotli. */
function brotli(): Plugin {
  return {
    name: "brotli",
    apply: "build",
    writeBundle(options, bundle) {
      const names = [...Object.keys(bundle), ...readdirSync("public")];
      for (const name of names.filter((one) => /\.(js|css|html|svg|webmanifest)$/.test(one))) {
        const file = `${options.dir}/${name}`;
        const content = readFileSync(file);
        const packed = brotliCompressSync(content, {
          params: { [constants.BROTLI_PARAM_SIZE_HINT]: content.length },
        });
        if (packed.length < content.length) {
          writeFileSync(`${file}.br`, packed);
        }
      }
    },
  };
}

/** Names are hashes of what is in the files, so another list of names is another version. */
function stamped(source: string, urls: string[]): string {
  let hash = 5381;
  for (const c of urls.join()) {
    hash = ((hash * 33) ^ c.charCodeAt(0)) >>> 0;
  }
  return source.replace("shell-development", `shell-${hash.toString(36)}`);
}

export default defineConfig({
  plugins: [react(), ownPages(), homePage(), serviceWorker(), brotli()],
  build: {
    target: "es2022",
    assetsInlineLimit: 0, // the content security policy allows no data: addresses
    modulePreload: { polyfill: false },
    rolldownOptions: { input: ["index.html", "waiting.html", "provider.html"] },
  },
  server: {
    proxy: {
      "/api": { target: platform, changeOrigin: true },
      "/posters": { target: platform, changeOrigin: true },
    },
  },
});
