export interface ProjectKind {
  /** `node`: returns the command that runs a file with Node.js. */
  readonly scripts: (node: (file: string) => string) => Readonly<Record<string, string>>;
  /** The packages in addition to those of every kind. */
  readonly packages: readonly string[];
  /** The development packages in addition to TypeScript and `@types/node`. */
  readonly tools: readonly string[];
  /** The compiler options that extend or replace those of every kind. Default: none. */
  readonly compilerOptions?: object;
  readonly inJavaScript?: true;
}

const servingThePage = ["hono", "@hono/node-server"];

const projectKinds = {
  program: {
    scripts: (node) => ({ start: "rostrum run debate.yaml", debate: node("debate") }),
    packages: servingThePage,
    tools: [],
    inJavaScript: true,
  },
  page: { scripts: (node) => ({ start: node("server") }), packages: servingThePage, tools: [] },
  server: {
    scripts: (node) => ({ start: "langgraphjs dev --no-browser", debate: node("client") }),
    packages: [],
    tools: ["@langchain/langgraph-cli"],
  },
  react: {
    scripts: () => ({ dev: "next dev", build: "next build", start: "next start" }),
    packages: ["hono", "next", "react", "react-dom"],
    tools: ["@types/react", "@types/react-dom"],
    compilerOptions: {
      lib: ["es2024", "dom", "dom.iterable", "dom.asynciterable"],
      module: "esnext",
      moduleResolution: "bundler",
      jsx: "react-jsx",
      isolatedModules: true,
      resolveJsonModule: true,
      allowJs: true,
      esModuleInterop: true,
      incremental: true,
      plugins: [{ name: "next" }],
    },
  },
} as const satisfies Readonly<Record<string, ProjectKind>>;

export type KindName = keyof typeof projectKinds;

export const kindNames = Object.keys(projectKinds) as readonly KindName[];

export const kindNamed = (name: KindName): ProjectKind => projectKinds[name];
