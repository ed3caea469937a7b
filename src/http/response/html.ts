const entities: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Text that is already HTML. Everything else is escaped in a template. */
export class Html {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

type Value = Html | string | number | undefined | false | readonly Value[];

const render = (value: Value): string => {
  if (value === undefined || value === false) return '';
  if (Array.isArray(value)) return value.map(render).join('');
  if (value instanceof Html) return value.text;
  return String(value).replace(/[&<>"']/g, (character) => entities[character]!);
};

export const html = (strings: TemplateStringsArray, ...values: Value[]): Html =>
  new Html(strings.reduce((text, part, index) => text + render(values[index - 1]) + part));

/** Descriptions are plain text in which backticks mark code. */
export const prose = (text: string): Html[] =>
  text
    .split(/(`[^`]+`)/)
    .map((part) => (part.startsWith('`') ? html`<code>${part.slice(1, -1)}</code>` : html`${part}`));
