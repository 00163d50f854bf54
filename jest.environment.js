/**
 * Node's environment with an ordinary global object. Jest's own environment sends every access to a global through a
 * proxy, which slows conversations down.
 */
import vm from "node:vm";
import { TestEnvironment } from "jest-environment-node";

export default class PlainGlobals extends TestEnvironment {
  constructor(config, context) {
    const { createContext } = vm;
    vm.createContext = () => createContext(vm.constants.DONT_CONTEXTIFY);
    try {
      super(config, context);
    } finally {
      vm.createContext = createContext;
    }
  }
}
