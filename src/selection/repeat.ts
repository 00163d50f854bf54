import { z } from "zod";

export const repeat = z.enum(["allow", "forbid"]).default("allow").meta({
  title: "Repeat",
  description: "May the last speaker get the floor again at once?",
});
