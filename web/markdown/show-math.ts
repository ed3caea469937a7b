import type { Formula } from './math-rules.ts';

type Renderer = typeof import('./render-math.ts');

let renderer: Renderer | undefined;
let loading: Promise<Renderer> | undefined;

const fill = (place: HTMLElement, { tex, source, isDisplay }: Formula): void => {
  // The element may show another formula by now.
  const formula = place.dataset.source === source && renderer?.renderMath(tex, isDisplay);
  if (!formula) return;
  place.replaceChildren(formula);
  // A formula does not break into lines. One that is wider than its text scrolls, also by keyboard.
  const isWide = place.scrollWidth > place.clientWidth + 1;
  place.toggleAttribute('data-wide', isWide);
  if (isWide) place.tabIndex = 0;
};

/**
 * Shows a formula in the element, which has its source as `data-source` and as text. The text stays if the formula has
 * an error or the renderer cannot be loaded.
 */
export const showMath = (place: HTMLElement, formula: Formula): void => {
  if (renderer) {
    fill(place, formula);
    return;
  }
  loading ??= import('./render-math.ts');
  loading.then(
    (loaded) => {
      renderer = loaded;
      fill(place, formula);
    },
    () => {
      // Tried again with the next formula.
      loading = undefined;
    },
  );
};
