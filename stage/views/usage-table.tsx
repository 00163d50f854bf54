import { useWords } from "../words/words.js";

interface UsageTableProps {
  readonly title: string;
  readonly purposes: readonly string[];
  /** Returns the figures for one purpose or, if none is given, the totals of all purposes. */
  readonly figuresOf: (purpose?: string) => readonly [calls: string, input: string, output: string];
}

export function UsageTable({ title, purposes, figuresOf }: UsageTableProps) {
  const { account } = useWords();
  const cells = (purpose?: string) => figuresOf(purpose).map((figure, index) => <td key={index}>{figure}</td>);
  return (
    <table>
      <thead>
        <tr>
          <th scope="col">
            <span className="unseen">{title}</span>
          </th>
          <th scope="col">{account.calls}</th>
          <th scope="col">{account.tokensIn}</th>
          <th scope="col">{account.tokensOut}</th>
        </tr>
      </thead>
      <tbody>
        {purposes.map((purpose) => (
          <tr key={purpose}>
            <th scope="row">{account.purposes[purpose] ?? purpose}</th>
            {cells(purpose)}
          </tr>
        ))}
        <tr className="total">
          <th scope="row">{account.total}</th>
          {cells()}
        </tr>
      </tbody>
    </table>
  );
}
