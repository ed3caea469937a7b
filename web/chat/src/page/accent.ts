/** Black or white, whichever has the greater contrast with the background. */
export const readableOn = (red: number, green: number, blue: number): 'black' | 'white' => {
  const [r, g, b] = [red, green, blue].map((value) => {
    const share = value / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  }) as [number, number, number];
  const luminance = 0.2126 * r + 0.7152 * g + 0.0722 * b;
  return (luminance + 0.05) / 0.05 > 1.05 / (luminance + 0.05) ? 'black' : 'white';
};

/** The site's accent colour, such as `#0a7`. Anything that is not a hexadecimal colour is ignored. */
export const readColor = (color: string): [number, number, number] | undefined => {
  const short = /^#?([\da-f])([\da-f])([\da-f])$/i.exec(color);
  const long = /^#?([\da-f]{2})([\da-f]{2})([\da-f]{2})$/i.exec(color);
  const parts = short?.slice(1).map((digit) => digit + digit) ?? long?.slice(1);
  return parts?.map((part) => Number.parseInt(part, 16)) as [number, number, number] | undefined;
};

export const applyAccent = (root: HTMLElement, color: string | undefined): void => {
  const parts = color === undefined ? undefined : readColor(color);
  if (!parts) return;
  root.style.setProperty('--accent', `rgb(${parts.join(' ')})`);
  root.style.setProperty('--on-accent', readableOn(...parts));
};
