import assert from "node:assert/strict";
import { expect, it } from "@jest/globals";
import fc from "fast-check";
import { deriveFromGrown } from "../../src/base/grown-list.js";
import { itHolds } from "../support/property.js";

interface Item {
  readonly name: string;
}

const derive = () => {
  const read: Item[] = [];
  const namesIn = deriveFromGrown((names: string[] | undefined, added: readonly Item[], prefix) => {
    const all = names ?? [];
    for (const item of added) all.push(`${prefix}${item.name}`);
    read.push(...added);
    return all;
  });
  return { read, namesIn };
};

itHolds(
  "a derived value equals one derived from scratch, for lists that grow in place or as copies, shrink, fork or change",
  fc.property(
    fc.array(
      fc.record({
        from: fc.nat(),
        keep: fc.nat(8),
        add: fc.nat(4),
        change: fc.boolean(),
        inPlace: fc.boolean(),
        setting: fc.nat(1),
      }),
    ),
    (moves) => {
      const { namesIn } = derive();
      let count = 0;
      const newItem = (): Item => {
        count += 1;
        return { name: `item ${count}` };
      };
      const lists: Item[][] = [[newItem()]];
      for (const { from, keep, add, change, inPlace, setting } of moves) {
        const before = lists[from % lists.length] ?? [];
        const list = inPlace ? before : before.slice(0, keep);
        for (let added = 0; added < add; added += 1) list.push(newItem());
        if (change && !inPlace && list.length > 1) list[1] = newItem();
        lists.push(list);
        const prefix = setting === 0 ? "" : "other ";
        assert.deepEqual(
          namesIn(list, prefix),
          list.map(({ name }) => `${prefix}${name}`),
        );
      }
    },
  ),
);

it("each item of a growing list is read once", () => {
  const { read, namesIn } = derive();
  let list: readonly Item[] = [];
  for (let number = 1; number <= 100; number += 1) {
    list = [...list, { name: `${number}` }];
    namesIn(list);
    namesIn(list);
  }
  expect(read).toEqual(list);
});
