/**
 * Replaces the module of VitePress's theme that links a page to its translations, because that module also links to
 * pages that do not exist. The links have no anchors, because headings differ between languages.
 */
import { useData } from "vitepress";
import { computed } from "vue";
import { translationOf } from "../../generate/translation.js";

const folderOf = (locale: string) => (locale === "root" ? "" : `${locale}/`);

export function useLangs({ correspondingLink = false } = {}) {
  const { site, localeIndex, page, theme } = useData<{ readonly translated: readonly string[] }>();
  const currentLang = computed(() => ({
    label: site.value.locales[localeIndex.value]?.label,
    link: `/${folderOf(localeIndex.value)}`,
  }));
  const localeLinks = computed(() =>
    Object.entries(site.value.locales)
      .filter(([locale]) => locale !== localeIndex.value)
      .map(([locale, { label }]) => {
        const [from, to] = [folderOf(localeIndex.value), folderOf(locale)];
        const pages = correspondingLink ? theme.value.translated : [];
        return { text: label, link: translationOf(page.value.relativePath, pages, from, to) };
      }),
  );
  return { localeLinks, currentLang };
}
