import { cpus } from "node:os";

export interface Figure {
  readonly name: string;
  readonly value: number;
  readonly unit: string;
  readonly bar?: Partial<Record<"below" | "atMost" | "atLeast", number>>;
}

export function isMet({ value, bar }: Figure): boolean {
  const { below = Infinity, atMost = Infinity, atLeast = -Infinity } = bar ?? {};
  return value < below && value <= atMost && value >= atLeast;
}

function showBar(figure: Figure): string {
  if (!figure.bar) return "";
  const names = { below: "under", atMost: "at most", atLeast: "at least" } as const;
  const wanted = Object.entries(figure.bar).map(([kind, bar]) => `${names[kind as keyof typeof names]} ${bar}`);
  return `${[wanted.join(", "), figure.unit].filter(Boolean).join(" ")}: ${isMet(figure) ? "met" : "NOT MET"}`;
}

export function showTable(figures: readonly Figure[]): string {
  const width = Math.max(...figures.map(({ name }) => name.length));
  return figures
    .map((figure) => {
      const value = figure.value.toFixed(2).padStart(9);
      return `${figure.name.padEnd(width)} ${value} ${figure.unit.padEnd(3)} ${showBar(figure)}`.trimEnd();
    })
    .join("\n");
}

export function showJson(figures: readonly Figure[]): string {
  const machine = { node: process.version, cpus: cpus().length, model: cpus()[0]?.model ?? "" };
  const rounded = figures.map((figure) => ({ ...figure, value: Number(figure.value.toFixed(3)), met: isMet(figure) }));
  return JSON.stringify({ date: new Date().toISOString(), machine, figures: rounded }, null, 2);
}
