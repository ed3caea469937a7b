export const paragraphsPerVersion = 70;

/** A text of many chunks, each with its version number. */
export const versionText = (version: number): string =>
  Array.from(
    { length: paragraphsPerVersion },
    (_, at) => `# Part ${at}\n\nversion${version} ${'lorem ipsum dolor '.repeat(40)}`,
  ).join('\n\n');
