/**
 * Node's environment with an ordinary global object. Jest's own asks a proxy for every global that code names, `Map` and `Error`
 * as well as `setTimeout`: conversations took up to twice the CPU time.
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
