import hooks from "eslint-plugin-react-hooks";
import tseslint from "typescript-eslint";

export default tseslint.config(
  { ignores: ["dist", "shots", "node_modules", "src/api/schema.d.ts"] },
  ...tseslint.configs.recommended,
  {
    files: ["src/**/*.{ts,tsx}"],
    plugins: { "react-hooks": hooks },
    rules: {
      "react-hooks/rules-of-hooks": "error",
      "react-hooks/exhaustive-deps": "error",
      eqeqeq: ["error", "always", { null: "ignore" }],
      "no-console": "error",
      "@typescript-eslint/consistent-type-imports": "error",
      "@typescript-eslint/no-unused-vars": ["error", { argsIgnorePattern: "^_" }],
      // The content security policy refuses style attributes; classes say more anyway.
      "no-restricted-syntax": [
        "error",
        { selector: "JSXAttribute[name.name='style']", message: "Use a class." },
        {
          selector: "JSXAttribute[name.name='dangerouslySetInnerHTML']",
          message: "Build elements.",
        },
      ],
    },
  },
  {
    // Two entries: what the waiting room needs must stay small, so it has neither React nor its friends.
    files: [
      "src/features/waiting-room/**/*.ts",
      "src/api/**",
      "src/session/session.ts",
      "src/i18n/texts.ts",
      "src/lib/{calendar,clock,format,storage,theme}.ts",
    ],
    rules: {
      "no-restricted-imports": [
        "error",
        { paths: ["react", "react-dom", "wouter", "@tanstack/react-query"] },
      ],
    },
  },
  { files: ["src/**/*.check.ts"], rules: { "@typescript-eslint/no-unused-expressions": "off" } },
);
