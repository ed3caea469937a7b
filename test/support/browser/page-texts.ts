import type { Page } from 'playwright-core';

/** Texts that people read on a page, and labels that screen readers read. Code and samples are not included. */
export const shownTexts = (page: Page): Promise<string[]> =>
  page.evaluate(`(() => {
    const skipped = 'script, style, noscript, code, pre, kbd, textarea, [translate="no"], body [lang]';
    const isRead = (element) => element.closest(skipped) === null;
    const texts = [];
    const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (walk.nextNode()) if (isRead(walk.currentNode.parentElement)) texts.push(walk.currentNode.data.trim());
    for (const element of document.querySelectorAll('[aria-label], [placeholder], [title]'))
      if (isRead(element))
        for (const name of ['aria-label', 'placeholder', 'title']) texts.push(element.getAttribute(name) ?? '');
    return texts.filter((text) => text !== '');
  })()`);

/** What does not fit: the page scrolls sideways, or one of `labels` is cut off. Without `labels` every label counts. */
export const overflows = (page: Page, labels?: ReadonlySet<string>): Promise<string[]> =>
  page.evaluate(`(() => {
    const labels = ${labels ? `new Set(${JSON.stringify([...labels])})` : 'undefined'};
    const wide = document.documentElement.scrollWidth > innerWidth ? ['the page'] : [];
    const elements = document.querySelectorAll(labels ? 'body *' : 'button, label, h1, h2, p:not(.out-of-sight)');
    const isLabel = (element) => labels === undefined ||
      [...element.childNodes].some((node) => node.nodeType === 3 && labels.has(node.data.trim()));
    const isCut = (element) => element.clientWidth > 1 && element.scrollWidth > element.clientWidth + 1;
    const cut = [...elements].filter((element) => isCut(element) && isLabel(element));
    return [...wide, ...cut.map((element) => element.outerHTML.slice(0, 200))];
  })()`);
