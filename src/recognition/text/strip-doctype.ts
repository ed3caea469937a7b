/**
 * Takes the document type declaration out. Entities are never expanded (a few lines of them can stand for
 * gigabytes, or for a file of the server), and the tolerant parser would read an internal subset as text.
 */
export const stripDoctype = (xml: string): { xml: string; declaresEntities: boolean } => {
  const start = xml.search(/<!DOCTYPE/i);
  if (start < 0) return { xml, declaresEntities: false };
  let depth = 0;
  let quote = '';
  for (let index = start + 9; index < xml.length; index += 1) {
    const character = xml[index]!;
    if (quote) {
      if (character === quote) quote = '';
    } else if (character === '"' || character === "'") quote = character;
    else if (character === '[' || character === '<') depth += 1;
    else if (character === ']') depth -= 1;
    else if (character === '>') {
      if (depth === 0) {
        const declaration = xml.slice(start, index + 1);
        return {
          xml: xml.slice(0, start) + xml.slice(index + 1),
          declaresEntities: /<!ENTITY/i.test(declaration),
        };
      }
      if (xml[index - 1] !== ']') depth -= 1;
    }
  }
  return { xml: xml.slice(0, start), declaresEntities: true };
};
