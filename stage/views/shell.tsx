import { createContext, type ReactNode, useContext, useEffect, useLayoutEffect, useMemo, useState } from "react";
import type { RequestError } from "../../src/apps/react/request-error.js";
import { recall, remember } from "../state/browser-storage.js";
import { fallbackLanguage, languages, useWords, type Words, WordsContext } from "../words/words.js";
import { Button } from "./parts.js";

const themes = ["auto", "light", "dark"] as const;
type Theme = (typeof themes)[number];

interface Preferences {
  readonly theme: Theme;
  readonly next: Words;
  nextTheme(): void;
  nextLanguage(): void;
}

const PreferencesContext = createContext<Preferences>({
  theme: "auto",
  next: fallbackLanguage,
  nextTheme() {},
  nextLanguage() {},
});

const after = <Value,>(list: readonly Value[], value: Value) => list[(list.indexOf(value) + 1) % list.length] as Value;

/** `tag`: for example, `zh-CN`. */
const wordsIn = (tag: string | null) => languages.find(({ language }) => language === tag?.split("-")[0]);

/** Removes the language from the address, so that the reader's own choice survives a reload. */
function removeNamedLanguage(): void {
  const address = new URL(location.href);
  if (!address.searchParams.has("language")) return;
  address.searchParams.delete("language");
  history.replaceState(history.state, "", address);
}

export function Shell({ children }: { readonly children: ReactNode }) {
  const [theme, setTheme] = useState(() => themes.find((each) => each === recall("theme")) ?? "auto");
  const [words, setWords] = useState(() => {
    const named = new URLSearchParams(location.search).get("language");
    return wordsIn(named) ?? wordsIn(recall("language")) ?? wordsIn(navigator.language) ?? fallbackLanguage;
  });
  useLayoutEffect(() => {
    document.documentElement.lang = words.locale;
    remember("language", words.language);
  }, [words]);
  useLayoutEffect(() => {
    if (theme === "auto") delete document.documentElement.dataset["theme"];
    else document.documentElement.dataset["theme"] = theme;
    remember("theme", theme);
  }, [theme]);
  const preferences = useMemo(
    () => ({
      theme,
      nextTheme: () => setTheme((each) => after(themes, each)),
      next: after(languages, words),
      nextLanguage: () => {
        removeNamedLanguage();
        setWords((each) => after(languages, each));
      },
    }),
    [theme, words],
  );
  return (
    <PreferencesContext value={preferences}>
      <WordsContext value={words}>{children}</WordsContext>
    </PreferencesContext>
  );
}

export function Problem({ of }: { readonly of: RequestError | null }) {
  const { shell } = useWords();
  if (!of) return null;
  return (
    <div className="problem" role="alert">
      <p>{of.status === 0 ? shell.unreachable : shell.failed(of.message)}</p>
    </div>
  );
}

interface PageProps {
  readonly title: string;
  readonly className: string;
  readonly children: ReactNode;
}

/** The layout of pages other than a conversation's own. */
export function Page({ title, className, children }: PageProps) {
  const { shell } = useWords();
  useEffect(() => {
    document.title = `${title} · Rostrum`;
  }, [title]);
  return (
    <div className="plain">
      <header className="top">
        <a className="mark" href="#/" aria-label={`Rostrum: ${shell.all}`}>
          <Mark /> Rostrum
        </a>
        <div className="actions">
          <Settings />
        </div>
      </header>
      <main id="main" className={className}>
        {children}
      </main>
    </div>
  );
}

export function NotFound() {
  const { shell } = useWords();
  return (
    <Page title={shell.notFound} className="home">
      <h1>{shell.notFound}</h1>
      <p>
        <a href="#/">{shell.all}</a>
      </p>
    </Page>
  );
}

/** The logo: a table, with the speaker's seat lit. */
export const Mark = () => (
  <svg className="mark-sign" viewBox="0 0 32 32" aria-hidden="true">
    <ellipse cx="16" cy="18" rx="9.5" ry="6" />
    <circle className="mark-lit" cx="16" cy="7.5" r="3.6" />
    <circle cx="4.5" cy="18" r="2.6" />
    <circle cx="27.5" cy="18" r="2.6" />
    <circle cx="16" cy="28" r="2.6" />
  </svg>
);

const themeIcons = { auto: "auto", light: "sun", dark: "moon" } as const;

export function Settings() {
  const { shell } = useWords();
  const { theme, next, nextTheme, nextLanguage } = useContext(PreferencesContext);
  return (
    <>
      <Button className="quiet language" onClick={nextLanguage} label={next.shell.toThis}>
        {next.name}
      </Button>
      <Button icon={themeIcons[theme]} label={shell.theme[theme]} onClick={nextTheme} />
    </>
  );
}
