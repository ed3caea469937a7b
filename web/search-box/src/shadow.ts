import { styles } from './styles.ts';

/** A shadow root with the styles. The sheet is created by script, because a site's policy may forbid style elements. */
export const openShadow = (host: HTMLElement): ShadowRoot => {
  const root = host.attachShadow({ mode: 'open' });
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(styles);
  root.adoptedStyleSheets = [sheet];
  return root;
};

export const element = <Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  properties: Partial<HTMLElementTagNameMap[Tag]>,
  ...children: (Node | string)[]
): HTMLElementTagNameMap[Tag] => {
  const created = Object.assign(document.createElement(tag), properties);
  created.append(...children);
  return created;
};
