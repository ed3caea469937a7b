/** The end of a stretch that begins at `from`, or of the text when it never ends. */
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
 * Takes the document type declaration out. Entities are never expanded (a few lines of them can stand for
 * gigabytes, or for a file of the server), and the tolerant parser would read an internal subset as text.
 */
export const stripDoctype = (xml: string): { xml: string; declaresEntities: boolean } => {
  const start = xml.search(/<!DOCTYPE/i);
  const root = xml.search(/<[A-Za-z_:]/);
  // Below the root it is text: feeds carry whole pages, declarations included.
  if (start < 0 || (root >= 0 && root < start)) return { xml, declaresEntities: false };
  const end = declarationEnd(xml, start + '<!DOCTYPE'.length);
  return {
    xml: xml.slice(0, start) + xml.slice(end),
    declaresEntities: /<!ENTITY/i.test(xml.slice(start, end)),
  };
};
