/**
 * Runs suites in Node.js's own global scope, in which Node.js keeps the loaded and optimized modules for the next
 * suite. With a new scope for each suite, as in Jest's own environments, the same tests take more CPU time.
 */
import { TestEnvironment } from "jest-environment-node";

export default class SharedScope extends TestEnvironment {
  #console = globalThis.console;
  #exit = process.exit;
  #folder = process.cwd();
  #variables = { ...process.env };
  #listeners = new Map(process.eventNames().map((name) => [name, process.rawListeners(name)]));

  constructor(config, context) {
    super(config, context);
    const { projectConfig } = config;
    this.global = globalThis;
    const { constructor: Mocks } = this.moduleMocker;
    this.moduleMocker = new Mocks(globalThis);
    const { constructor: Timers } = this.fakeTimersModern;
    this.fakeTimersModern = new Timers({ config: projectConfig, global: globalThis });
    Object.assign(globalThis, projectConfig.globals);
  }

  /**
   * Restores mocks, timers, the console, and the process's folder, variables and listeners, because the next suite runs
   * in the same scope.
   */
  async teardown() {
    this.moduleMocker.restoreAllMocks();
    await super.teardown();
    globalThis.console = this.#console;
    process.exit = this.#exit;
    process.exitCode = undefined;
    process.chdir(this.#folder);
    for (const name of Object.keys(process.env)) if (!(name in this.#variables)) delete process.env[name];
    Object.assign(process.env, this.#variables);
    for (const name of process.eventNames())
      for (const listener of process.rawListeners(name))
        if (!this.#listeners.get(name)?.includes(listener)) process.removeListener(name, listener);
  }
}
