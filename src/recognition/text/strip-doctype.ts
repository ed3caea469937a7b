/** End of a section that starts at `from`, or of the text if it is not closed. */
const endOf = (text: string, mark: string, from: number): number => {
  const at = text.indexOf(mark, from);
  return at < 0 ? text.length : at + mark.length;
};

const declarationEnd = (xml: string, start: number): number => {
  let isInSubset = false;
  for (let index = start; index < xml.length; ) {
    const character = xml[index]!;
    if (xml.startsWith('<!--', index)) index = endOf(xml, '-->', index + 4);
    else if (xml.startsWith('<?', index)) index = endOf(xml, '?>', index + 2);
    else if (character === '"' || character === "'") index = endOf(xml, character, index + 1);
    else {
      index += 1;
      if (character === '[') isInSubset = true;
      else if (character === ']') isInSubset = false;
      else if (character === '>' && !isInSubset) return index;
    }
  }
  return xml.length;
};

/**
 * Removes the document type declaration. Entities are never expanded (a few lines can expand to
 * gigabytes, or read a file of the server), and the tolerant parser would read an internal subset as text.
 */
export const stripDoctype = (xml: string): { xml: string; declaresEntities: boolean } => {
  const start = xml.search(/<!DOCTYPE/i);
  const root = xml.search(/<[A-Za-z_:]/);
  // Inside the root element it is text: feeds contain whole pages with declarations.
  if (start < 0 || (root >= 0 && root < start)) return { xml, declaresEntities: false };
  const end = declarationEnd(xml, start + '<!DOCTYPE'.length);
  return {
    xml: xml.slice(0, start) + xml.slice(end),
    declaresEntities: /<!ENTITY/i.test(xml.slice(start, end)),
  };
};
