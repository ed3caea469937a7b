import { contrastOf, type Rgb, readableOn, readColor, writeColor } from '../../../../../colors/contrast.ts';

/** Colors of the chat page. A test compares them with its styles. */
export const chatSurfaces = { light: '#ffffff', dark: '#17181b' };
export const defaultAccents = {
  light: { accent: '#2456d8', onAccent: '#ffffff' },
  dark: { accent: '#7ea4ff', onAccent: '#0c1220' },
};

/** WCAG 2.2, level AA: 4.5 for text (1.4.3), 3 for buttons and icons (1.4.11). */
const textRatio = 4.5;
const shapeRatio = 3;

export interface ContrastAdvice {
  /** Ratio of the text on the color. */
  text: number;
  /** Ratios of the color with the page. */
  light: number;
  dark: number;
  isTextReadable: boolean;
  isVisibleInLight: boolean;
  isVisibleInDark: boolean;
  /** A similar color that is visible on both pages. Undefined if the color is. */
  suggestion: string | undefined;
}

const surfaces = { light: readColor(chatSurfaces.light)!, dark: readColor(chatSurfaces.dark)! };

const mix = (color: Rgb, other: Rgb, share: number): Rgb =>
  color.map((value, index) => Math.round(value + (other[index]! - value) * share)) as unknown as Rgb;

/** Darker if it is too light, lighter if it is too dark, and as little as possible. */
const suggest = (color: Rgb): Rgb | undefined => {
  const isVisible = (one: Rgb): boolean =>
    contrastOf(one, surfaces.light) >= shapeRatio && contrastOf(one, surfaces.dark) >= shapeRatio;
  if (isVisible(color)) return undefined;
  const target: Rgb = contrastOf(color, surfaces.light) < shapeRatio ? [0, 0, 0] : [255, 255, 255];
  const steps = Array.from({ length: 50 }, (_, index) => mix(color, target, (index + 1) / 50));
  return steps.find(isVisible);
};

/** Undefined while the color is not complete. */
export const contrastAdvice = (primary: string, onPrimary: string): ContrastAdvice | undefined => {
  const color = readColor(primary);
  if (!color) return undefined;
  const text = contrastOf(color, readColor(onPrimary) ?? readColor(readableOn(color))!);
  const light = contrastOf(color, surfaces.light);
  const dark = contrastOf(color, surfaces.dark);
  const suggestion = suggest(color);
  return {
    text,
    light,
    dark,
    isTextReadable: text >= textRatio,
    isVisibleInLight: light >= shapeRatio,
    isVisibleInDark: dark >= shapeRatio,
    suggestion: suggestion && writeColor(suggestion),
  };
};

/** The color of the text where the operator chooses none. Undefined while the color is not complete. */
export const automaticTextOn = (primary: string): string | undefined => {
  const color = readColor(primary);
  return color && readableOn(color);
};
