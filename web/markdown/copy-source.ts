const formulas = '[data-source]';

const formulaAround = (node: Node): Element | null | undefined =>
  (node instanceof Element ? node : node.parentElement)?.closest(formulas);

/** Copies the source of selected formulas. The text of MathML has no operators that can be read again. */
export const copySource = (event: ClipboardEvent): void => {
  const selection = getSelection();
  if (!event.clipboardData || !selection || selection.isCollapsed) return;
  const range = selection.getRangeAt(0).cloneRange();
  const [first, last] = [formulaAround(range.startContainer), formulaAround(range.endContainer)];
  // A part of a formula is copied as the whole formula.
  if (first) range.setStartBefore(first);
  if (last) range.setEndAfter(last);
  const box = document.createElement('div');
  box.append(range.cloneContents());
  const copied = box.querySelectorAll<HTMLElement>(formulas);
  if (copied.length === 0) return;
  for (const formula of copied) formula.textContent = formula.dataset.source!;
  // Only shown text has line breaks between blocks.
  Object.assign(box.style, { position: 'fixed', opacity: '0', pointerEvents: 'none' });
  document.body.append(box);
  event.clipboardData.setData('text/plain', box.innerText);
  box.remove();
  event.preventDefault();
};
