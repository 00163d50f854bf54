/** Reads the page as a screen reader does: from Chromium's accessibility tree. */
import type { Page } from "playwright-core";

interface Heard {
  readonly role: string;
  readonly name: string;
  readonly description: string;
}

/** The roles that screen readers skip: plain containers, and parts of a text that the parent node already contains. */
const silent = ["none", "generic", "InlineTextBox", "LineBreak"];

export async function heardIn(tab: Page): Promise<Heard[]> {
  const session = await tab.context().newCDPSession(tab);
  const { nodes } = await session.send("Accessibility.getFullAXTree");
  await session.detach();
  const byId = new Map(nodes.map((node) => [node.nodeId, node]));
  const heard: Heard[] = [];
  const read = (id: string) => {
    const node = byId.get(id);
    const role = String(node?.role?.value);
    if (node && !node.ignored && !silent.includes(role))
      heard.push({ role, name: String(node.name?.value ?? ""), description: String(node.description?.value ?? "") });
    for (const child of node?.childIds ?? []) read(child);
  };
  read(nodes[0]?.nodeId ?? "");
  return heard;
}

const controls = ["button", "link", "textbox", "searchbox", "checkbox", "radio", "combobox", "slider", "spinbutton"];

/** Finds controls without a name, and controls whose description repeats their name. */
export function unclearIn(heard: readonly Heard[]): Heard[] {
  return heard.filter(
    ({ role, name, description }) => controls.includes(role) && (name.trim() === "" || name === description),
  );
}
