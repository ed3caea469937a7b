import { useEffect } from 'react';
import { labelOfSetting } from './setting-index.ts';

/** Sections load data before they show all fields. */
const triesMs = [0, 100, 300, 800, 2000];

const plainText = (element: Element): string =>
  (element.getAttribute('aria-label') ?? element.textContent ?? '').replace(/\s*\*$/, '').trim();

const findElement = (label: string): HTMLElement | undefined =>
  [...document.querySelectorAll<HTMLElement>('main :is(label, [aria-label], legend, h2, h3)')].find(
    (element) => plainText(element) === label,
  );

const show = (element: HTMLElement): void => {
  const control = element instanceof HTMLLabelElement ? element.control : element;
  element.scrollIntoView({ block: 'center' });
  if (control && !/^(H2|H3|LEGEND)$/.test(control.tagName)) control.focus({ preventScroll: true });
};

/** Scrolls to the field that the address names (`?field=agentSettings.model.temperature`) and focuses it. */
export const useWantedField = (key: string | null, tab: string): void => {
  // biome-ignore lint/correctness/useExhaustiveDependencies: another tab shows other fields
  useEffect(() => {
    const label = key === null ? undefined : labelOfSetting(key);
    if (label === undefined) return;
    let isFound = false;
    const timers = triesMs.map((timeMs) =>
      setTimeout(() => {
        const element = isFound ? undefined : findElement(label);
        if (!element) return;
        isFound = true;
        show(element);
      }, timeMs),
    );
    return () => timers.forEach(clearTimeout);
  }, [key, tab]);
};
