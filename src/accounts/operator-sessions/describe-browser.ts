/** The first match counts: most browsers also contain the names of older ones. */
const browsers: [name: string, pattern: RegExp][] = [
  ['Edge', /\bEdg(?:e|A|iOS)?\/(\d+)/],
  ['Opera', /\bOPR\/(\d+)/],
  ['Samsung Internet', /\bSamsungBrowser\/(\d+)/],
  ['Firefox', /\b(?:Firefox|FxiOS)\/(\d+)/],
  ['Chrome', /\b(?:HeadlessChrome|Chrome|CriOS)\/(\d+)/],
  ['Safari', /\bVersion\/(\d+)(?:\.[\d.]*)? (?:Mobile\/\w+ )?Safari\//],
];

const systems: [name: string, pattern: RegExp][] = [
  ['iOS', /\b(?:iPhone|iPad|iPod)\b/],
  ['Android', /\bAndroid\b/],
  ['Windows', /\bWindows\b/],
  ['macOS', /\bMac OS X\b/],
  ['ChromeOS', /\bCrOS\b/],
  ['Linux', /\bLinux\b/],
];

interface Browser {
  /** "Firefox 133"; null: the user agent names no known browser. */
  name: string | null;
  /** "Windows" */
  system: string | null;
}

/** Never passes text of the user agent through, except for the digits of a version. */
export const readBrowser = (userAgent: string): Browser => {
  const system = systems.find(([, pattern]) => pattern.test(userAgent))?.[0] ?? null;
  for (const [name, pattern] of browsers) {
    const version = pattern.exec(userAgent)?.[1];
    if (version !== undefined) return { name: `${name} ${version}`, system };
  }
  return { name: null, system };
};

/** "Firefox 133 on Windows", by which operators recognize their browser. */
export const describeBrowser = ({ name, system }: Browser): string =>
  system ? `${name ?? 'Unknown browser'} on ${system}` : (name ?? 'Unknown browser');
