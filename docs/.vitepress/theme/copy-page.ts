import { useData, withBase } from "vitepress";
import { defineComponent, h, ref, watch } from "vue";

const texts = {
  en: { copy: "Copy as Markdown", copied: "Copied" },
  "zh-CN": { copy: "复制为 Markdown", copied: "已复制" },
};

async function read(address: string): Promise<Blob> {
  const answer = await fetch(address);
  if (!answer.ok) throw new Error(`${address}: ${answer.status}`);
  return new Blob([await answer.text()], { type: "text/plain" });
}

export const CopyPage = defineComponent(() => {
  const { page, lang } = useData();
  const isCopied = ref(false);
  const address = () => withBase(`/${page.value.filePath}`);
  watch(address, () => {
    isCopied.value = false;
  });
  async function copy() {
    try {
      // Safari allows the copy only if it begins before the page has been read.
      await navigator.clipboard.write([new ClipboardItem({ "text/plain": read(address()) })]);
      isCopied.value = true;
    } catch {
      // If copying fails, for example without access to the clipboard, opens the text instead.
      location.assign(address());
    }
  }
  return () => {
    const { copy: label, copied } = texts[lang.value === "zh-CN" ? "zh-CN" : "en"];
    const button = h("button", { type: "button", onClick: copy }, label);
    return h("p", { class: "copy-page" }, [button, h("span", { role: "status" }, isCopied.value ? copied : "")]);
  };
});
