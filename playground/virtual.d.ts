declare module "virtual:scenarios" {
  const scenarios: readonly import("../src/apps/web/responses.js").ShippedScenario[];
  export default scenarios;
}

declare module "virtual:stage" {
  export const script: string;
  export const style: string;
}
