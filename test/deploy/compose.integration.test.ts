import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { beforeAll, describe, expect, it } from "@jest/globals";
import { parse } from "yaml";
import { root } from "../support/docker-context.js";

interface Service {
  readonly image?: string;
  readonly build?: { readonly context: string; readonly dockerfile: string };
  readonly environment?: Readonly<Record<string, string | number | null>>;
  readonly depends_on?: Readonly<Record<string, { readonly condition: string }>>;
  readonly ports?: readonly string[];
  readonly volumes?: readonly string[];
  readonly healthcheck?: { readonly test: readonly string[]; readonly interval: string; readonly retries: number };
}

interface Compose {
  readonly services: Readonly<Record<string, Service>>;
  readonly volumes: Readonly<Record<string, unknown>>;
}

const names = ["postgres", "redis", "api"];
let text: string;
let compose: Compose;

beforeAll(async () => {
  text = await readFile(join(root, "deploy/compose.yaml"), "utf8");
  compose = parse(text, { strict: true, uniqueKeys: true });
});

const service = (name: string): Service => compose.services[name] ?? {};

it("the compose file defines a database, a message broker and the API", () =>
  expect(Object.keys(compose.services)).toEqual(names));

describe.each(names)("the service %s", (name) => {
  it("has a health check", () => {
    const { test, interval, retries } = service(name).healthcheck ?? {};
    expect(test?.[0]).toMatch(/^CMD(?:-SHELL)?$/);
    expect(test?.length).toBeGreaterThan(1);
    expect([interval, retries]).toEqual([expect.stringMatching(/^\d+s$/), expect.any(Number)]);
  });

  it("publishes ports only on this machine by default", () => {
    const ports = service(name).ports ?? [];
    expect(ports).toHaveLength(name === "api" ? 1 : 0);
    for (const port of ports) expect(port).toMatch(/^\$\{ROSTRUM_ADDRESS:-127\.0\.0\.1\}:/);
  });

  it("pins the version of an external image, or is built from the Dockerfile", () => {
    const { image, build } = service(name);
    if (build) expect(build).toEqual({ context: "..", dockerfile: "Dockerfile" });
    else expect(image).toMatch(/:[\w.]*\d$/);
  });

  it("mounts the declared volumes only if it is the database", () => {
    const mounted = (service(name).volumes ?? []).map((volume) => volume.split(":")[0]);
    expect(mounted).toEqual(name === "postgres" ? Object.keys(compose.volumes) : []);
  });
});

it("the API starts only after the other services are healthy", () => {
  expect(service("api").depends_on).toEqual({
    postgres: { condition: "service_healthy" },
    redis: { condition: "service_healthy" },
  });
});

it("every secret comes from the environment", () => {
  const settings = Object.values(compose.services).flatMap(({ environment }) => Object.entries(environment ?? {}));
  const secrets = settings.filter(([key]) => /KEY|TOKEN|PASSWORD|SECRET|_URI$/.test(key));
  expect(secrets.length).toBeGreaterThanOrEqual(7);
  // Compose takes the value from the environment if the file gives a variable no value.
  for (const [key, value] of secrets)
    if (value !== null) expect([key, String(value)]).toEqual([key, expect.stringMatching(/^\$\{/)]);
  expect(text).not.toMatch(/:\/\/[^\s/@]*:[^\s/@${}]+@/);
  for (const [, fallback] of text.matchAll(/(?:PASSWORD|TOKENS?|KEY):-([^}]*)/g)) expect(fallback).toBe("");
});

it("the compose file requires a database password and tokens", () => {
  expect(service("postgres").environment?.["POSTGRES_PASSWORD"]).toMatch(/^\$\{POSTGRES_PASSWORD:\?/);
  expect(service("api").environment?.["ROSTRUM_TOKENS"]).toMatch(/^\$\{ROSTRUM_TOKENS:\?/);
});

it("the compose file uses only variables that the deployment guide documents", async () => {
  const guide = await readFile(join(root, "docs/guides/deploying.md"), "utf8");
  const passedOn = Object.values(compose.services).flatMap(({ environment }) =>
    Object.entries(environment ?? {}).flatMap(([key, value]) => (value === null ? [key] : [])),
  );
  const variables = new Set([...passedOn, ...[...text.matchAll(/\$\{([A-Z_]+)/g)].map((match) => match[1] ?? "")]);
  expect(variables.size).toBeGreaterThanOrEqual(12);
  expect([...variables].filter((name) => !guide.includes(`\`${name}\``))).toEqual([]);
});
