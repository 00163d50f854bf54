/**
 * Jest's own suite runner, except that Node.js loads the modules. A suite that needs its own copies of all modules asks
 * for Jest's way of loading them in its first comment: `@jest-environment ./jest.environment.js`.
 */
import { createRequire } from "node:module";
import { loadSuite, sourceMaps } from "./modules.js";

const require = createRequire(import.meta.url);
const { default: runWithCircus } = require("jest-circus/runner");

let suites = 0;

export default function run(globalConfig, config, environment, runtime, path, send) {
  if (environment.global !== globalThis) return runWithCircus(globalConfig, config, environment, runtime, path, send);
  suites += 1;
  const suite = suites;
  runtime.getSourceMaps().get = (address) => sourceMaps.get(address);
  runtime.setGlobalsForRuntime = (globals) => {
    globalThis.jestGlobals = { ...globals, jest: jestOf(environment) };
  };
  runtime.requireInternalModule = freshCircus;
  runtime.unstable_importModule = (file) => loadSuite(file, suite);
  return runWithCircus(globalConfig, config, environment, runtime, path, send);
}

/** Loads only the module that holds a suite's tests again. Jest itself would load and compile all of its modules. */
function freshCircus(path) {
  delete globalThis[Symbol.for("EVENT_HANDLERS")];
  delete globalThis[Symbol.for("TEST_TIMEOUT_SYMBOL")];
  delete require.cache[path];
  return require(path);
}

/** The methods of `jest` that the tests use. */
function jestOf(environment) {
  const { moduleMocker: mocker, fakeTimersModern: timers } = environment;
  return {
    fn: mocker.fn.bind(mocker),
    spyOn: mocker.spyOn.bind(mocker),
    restoreAllMocks: () => mocker.restoreAllMocks(),
    useFakeTimers: (options) => timers.useFakeTimers(options),
    useRealTimers: () => timers.useRealTimers(),
    advanceTimersByTime: (ms) => timers.advanceTimersByTime(ms),
    advanceTimersByTimeAsync: (ms) => timers.advanceTimersByTimeAsync(ms),
    setTimeout(ms) {
      globalThis[Symbol.for("TEST_TIMEOUT_SYMBOL")] = ms;
    },
  };
}
