export const paragraphsPerVersion = 70;

/** A text of many chunks that all say which version they are of. */
export const versionText = (version: number): string =>
  Array.from(
    { length: paragraphsPerVersion },
    (_, at) => `# Part ${at}\n\nversion${version} ${'lorem ipsum dolor '.repeat(40)}`,
  ).join('\n\n');
