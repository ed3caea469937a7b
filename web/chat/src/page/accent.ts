import { readableOn, readColor, writeColor } from '../../../colors/contrast.ts';

/**
 * The accent color of the site or of the agent, and the color of the text on it. Anything that is not a hexadecimal
 * color is ignored.
 */
export const applyAccent = (root: HTMLElement, color?: string | null, onColor?: string | null): void => {
  const accent = readColor(color ?? '');
  const text = accent && (readColor(onColor ?? '') ?? readColor(readableOn(accent))!);
  root.style.setProperty('--accent', accent ? writeColor(accent) : null);
  root.style.setProperty('--on-accent', text ? writeColor(text) : null);
};
