import { Parser } from 'htmlparser2';

const mostElements = 50;
const mostCharacters = 100_000;

/**
 * The texts of the elements below the root. Undefined for other forms. Declarations are refused, so there are no entities
 * that could be expanded.
 */
export const readXml = (text: string): Record<string, string> | undefined => {
  if (text.length > mostCharacters) return undefined;
  const fields: Record<string, string> = Object.create(null);
  const open: string[] = [];
  let elements = 0;
  let isRefused = false;
  const parser = new Parser(
    {
      onopentag: (name) => {
        elements += 1;
        open.push(name);
        if (elements > mostElements || open.length > 2) isRefused = true;
        else if (open.length === 2) fields[name] = '';
      },
      ontext: (piece) => {
        if (open.length === 2) fields[open[1]!] = (fields[open[1]!] ?? '') + piece;
      },
      onclosetag: () => void open.pop(),
      onprocessinginstruction: (name) => {
        if (name.startsWith('!')) isRefused = true;
      },
    },
    { xmlMode: true, decodeEntities: true },
  );
  parser.end(text);
  return isRefused || elements === 0 ? undefined : fields;
};
