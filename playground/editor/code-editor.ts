/**
 * A YAML editor that completes fields and values, and marks problems where they occur. Loaded after the first paint, or
 * when a reader opens the editor.
 */
import { autocompletion, type CompletionContext, closeBrackets, completionKeymap } from "@codemirror/autocomplete";
import { defaultKeymap, history, historyKeymap } from "@codemirror/commands";
import { yaml } from "@codemirror/lang-yaml";
import { bracketMatching, HighlightStyle, indentOnInput, syntaxHighlighting } from "@codemirror/language";
import { type Diagnostic, linter, lintGutter, lintKeymap } from "@codemirror/lint";
import { EditorState } from "@codemirror/state";
import { drawSelection, EditorView, keymap, lineNumbers } from "@codemirror/view";
import { tags } from "@lezer/highlight";
import type { TextProblem } from "./check.js";
import { suggest, type Vocabulary } from "./complete.js";

const colours = HighlightStyle.define([
  { tag: [tags.definition(tags.propertyName), tags.propertyName], color: "var(--code-name)" },
  { tag: [tags.string, tags.content], color: "var(--ink)" },
  { tag: tags.comment, color: "var(--soft)", fontStyle: "italic" },
  { tag: [tags.punctuation, tags.separator, tags.meta], color: "var(--soft)" },
]);

interface EditorOptions extends Vocabulary {
  readonly text: string;
  /** The name of the editor for screen readers. */
  readonly label: string;
  readonly onChange: (text: string) => void;
  readonly check: (text: string) => Promise<readonly TextProblem[]>;
}

function diagnosticOf({ doc }: EditorState, { line, column, message }: TextProblem): Diagnostic {
  const { from: start, to } = doc.line(Math.min(Math.max(line, 1), doc.lines));
  const from = Math.min(start + column - 1, to);
  return { from, to: Math.max(from, to), severity: "error", message };
}

export function createEditor(
  parent: HTMLElement,
  { text, label, schemas, setting, onChange, check }: EditorOptions,
): EditorView {
  const complete = ({ state, pos, explicit }: CompletionContext) => {
    const found = suggest(state.doc.toString(), pos, { schemas, setting });
    const isEmpty = found?.from === pos;
    if (!found || (isEmpty && !explicit)) return null;
    const options = found.all.map(({ label: name, text: apply, description }) => ({
      label: name,
      apply,
      ...(description !== "" && { info: description }),
    }));
    return { from: found.from, options };
  };
  const state = EditorState.create({
    doc: text,
    extensions: [
      lineNumbers(),
      lintGutter(),
      history(),
      drawSelection(),
      indentOnInput(),
      bracketMatching(),
      closeBrackets(),
      yaml(),
      syntaxHighlighting(colours),
      autocompletion({ override: [complete] }),
      linter(async ({ state: now }) => (await check(now.doc.toString())).map((each) => diagnosticOf(now, each))),
      EditorView.lineWrapping,
      EditorView.contentAttributes.of({ "aria-label": label }),
      EditorView.updateListener.of(({ docChanged, state: now }) => {
        if (docChanged) onChange(now.doc.toString());
      }),
      keymap.of([...completionKeymap, ...lintKeymap, ...historyKeymap, ...defaultKeymap]),
    ],
  });
  return new EditorView({ parent, state });
}
