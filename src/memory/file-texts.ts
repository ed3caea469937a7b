/** The text of a file that was sent with a message. */
export interface FileText {
  name: string;
  text: string;
}

/** Between the files of a round. Texts do not contain it, see `joinFiles`. */
const separator = '\f';
const afterName = ':\n';

/** Longer texts are cut when they are stored. What is missing can only be recalled. */
export const mostStoredCharacters = 100_000;

/** The files of one round as one text, stored in `rounds.read_text`. */
export const joinFiles = (files: readonly FileText[]): string =>
  files.map(({ name, text }) => `${name}${afterName}${text.replaceAll(separator, '\n')}`).join(separator);

/** The end of the last file may be missing if the text was cut. */
export const splitFiles = (joined: string): FileText[] =>
  joined === ''
    ? []
    : joined.split(separator).map((part) => {
        const nameEnd = part.indexOf(afterName);
        return { name: part.slice(0, Math.max(0, nameEnd)), text: part.slice(nameEnd + afterName.length) };
      });

/** As text for display. */
export const showFiles = (joined: string): string => joined.replaceAll(separator, '\n\n');
