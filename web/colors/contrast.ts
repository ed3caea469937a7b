/** Red, green and blue from 0 to 255. */
export type Rgb = readonly [red: number, green: number, blue: number];

/** A hexadecimal color such as `#0a7` or `00aa77`. Undefined for anything else. */
export const readColor = (color: string): Rgb | undefined => {
  const digits = /^#?([\da-f]{6}|[\da-f]{3})$/i.exec(color)?.[1];
  const parts = digits?.match(digits.length > 3 ? /../g : /./g);
  // One digit counts as two: `#0a7` is `#00aa77`.
  return parts?.map((part) => Number.parseInt((part + part).slice(0, 2), 16)) as Rgb | undefined;
};

/** Relative luminance by WCAG 2.2, from 0 (black) to 1 (white). */
const luminanceOf = (color: Rgb): number => {
  const [red, green, blue] = color.map((value) => {
    const share = value / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  }) as unknown as Rgb;
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
};

/** Contrast ratio by WCAG 2.2, from 1 to 21. */
export const contrastOf = (one: Rgb, other: Rgb): number => {
  const [dark, light] = [luminanceOf(one) + 0.05, luminanceOf(other) + 0.05].sort((a, b) => a - b);
  return light! / dark!;
};

/**
 * Black or white, whichever is readable on the color: the contrast is at least 4.5. The exponent is an approximation of
 * the exact luminance that keeps the script of the widget small.
 */
export const readableOn = (color: Rgb): '#000000' | '#ffffff' => {
  const [red, green, blue] = color.map((value) => (value / 255) ** 2.2) as unknown as Rgb;
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue > 0.179 ? '#000000' : '#ffffff';
};

export const writeColor = (color: Rgb): string =>
  `#${color.map((value) => value.toString(16).padStart(2, '0')).join('')}`;
