/** Creates only the elements that a speech may contain, and never reads HTML. */
import { createElement, memo, type ReactNode, useRef } from "react";
import type { Element, Node } from "../state/markdown.js";
import { nothingRead, readSpeech } from "../state/reading.js";

interface MarkdownProps {
  readonly children: string;
  readonly className?: string;
  /** Until the text is complete, links are shown as plain text, because their addresses may be incomplete. */
  readonly isComplete?: boolean;
  /** Shown after the text. */
  readonly end?: ReactNode;
}

/**
 * If a text has more characters than this, the browser lays out only the blocks in view. Must not be less than
 * `longestFitting` in `voice.tsx`, because fitting a text into its box needs the true height of the text.
 */
const longText = 6000;

export function Markdown({ children: text, className = "", isComplete = true, end = null }: MarkdownProps) {
  const reading = useRef(nothingRead);
  reading.current = readSpeech(text, reading.current);
  const { blocks } = reading.current;
  return (
    <div className={`said marked ${className}`} data-long={text.length > longText || undefined}>
      {blocks.map(({ element, isPiece }, index) => (
        <Block
          key={index}
          element={element}
          isPiece={isPiece}
          isComplete={isComplete}
          end={index === blocks.length - 1 && element.tag === "p" ? end : null}
        />
      ))}
      {blocks.at(-1)?.element.tag !== "p" && end}
    </div>
  );
}

interface ElementProps {
  readonly element: Element;
  readonly isComplete: boolean;
  readonly isPiece?: boolean | undefined;
  readonly end?: ReactNode;
}

const Block = memo(function Block(props: ElementProps) {
  return <Shown {...props} isBlock />;
});

/**
 * @param isBlock - Whether the element's own text determines the direction, left to right or right to left. Otherwise,
 * the element has the direction of its block.
 */
function Shown({
  element,
  isComplete,
  isPiece,
  end = null,
  isBlock = false,
}: ElementProps & { readonly isBlock?: boolean }) {
  const { tag, href, start } = element;
  const content = element.children.map((child: Node, index) =>
    typeof child === "string" ? child : <Shown key={index} element={child} isComplete={isComplete} />,
  );
  const attributes = isBlock ? { dir: "auto", ...(isPiece && { className: "piece" }) } : {};
  switch (tag) {
    case "a":
      return isComplete ? (
        <a href={href} title={href} target="_blank" rel="noopener noreferrer nofollow">
          {content}
        </a>
      ) : (
        content
      );
    case "pre":
    case "table":
      return (
        <div className="wide" {...attributes} {...(isComplete && { tabIndex: 0 })}>
          {createElement(tag, {}, content)}
        </div>
      );
    case "br":
    case "hr":
      return createElement(tag);
    default:
      return createElement(tag, { ...attributes, ...(start !== undefined && { start }) }, content, end);
  }
}
