/**
 * Fills in a template: `{{name}}` becomes the value, the content of `{{#name}}…{{/name}}` remains only if the value is
 * neither empty nor false, and the content of `{{^name}}…{{/name}}` only if the value is empty or false. A section tag
 * on a line of its own leaves no empty line.
 */

export type TemplateValues = Readonly<Record<string, string | boolean>>;

const sections = [/^\{\{([#^])(\w+)\}\}\n([\s\S]*?)^\{\{\/\2\}\}\n/gm, /\{\{([#^])(\w+)\}\}([\s\S]*?)\{\{\/\2\}\}/g];

function valueIn(name: string, values: TemplateValues): string | boolean {
  const value = values[name];
  if (value === undefined) throw new Error(`a template needs the value ${name}`);
  return value;
}

export function fillTemplate(template: string, values: TemplateValues): string {
  const keep = (_all: string, sign: string, name: string, content: string): string =>
    Boolean(valueIn(name, values)) === (sign === "#") ? chosen(content) : "";
  const chosen = (text: string): string => sections.reduce((rest, pattern) => rest.replace(pattern, keep), text);
  return chosen(template).replace(/\{\{(\w+)\}\}/g, (_tag, name: string) => String(valueIn(name, values)));
}
