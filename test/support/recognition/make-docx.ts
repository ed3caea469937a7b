import { makeZip, type ZipPart } from './make-zip.ts';

const main = 'http://schemas.openxmlformats.org/wordprocessingml/2006/main';
const relation = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const packageRelation = 'http://schemas.openxmlformats.org/package/2006/relationships';

export const relationsXml = (
  relations: [id: string, type: string, target: string, mode?: string][],
): string =>
  `<Relationships xmlns="${packageRelation}">${relations
    .map(
      ([id, type, target, mode]) =>
        `<Relationship Id="${id}" Type="${relation}/${type}" Target="${target}"${mode ? ` TargetMode="${mode}"` : ''}/>`,
    )
    .join('')}</Relationships>`;

export const paragraph = (text: string, properties = ''): string =>
  `<w:p>${properties ? `<w:pPr>${properties}</w:pPr>` : ''}<w:r><w:t xml:space="preserve">${text}</w:t></w:r></w:p>`;

/** A Word document with the given body and optional parts under `word/`. */
export const makeDocx = (body: string, parts: Record<string, string> = {}): Buffer => {
  const named = Object.entries(parts).map(([name, data]): ZipPart => ({ name: `word/${name}.xml`, data }));
  return makeZip([
    { name: '[Content_Types].xml', data: '<Types/>' },
    { name: '_rels/.rels', data: relationsXml([['r1', 'officeDocument', 'word/document.xml']]) },
    {
      name: 'word/_rels/document.xml.rels',
      data: relationsXml([
        ...Object.keys(parts).map((name): [string, string, string] => [`p-${name}`, name, `${name}.xml`]),
        ['link', 'hyperlink', 'https://example.com/prices', 'External'],
      ]),
    },
    {
      name: 'word/document.xml',
      data: `<w:document xmlns:w="${main}" xmlns:r="${relation}"><w:body>${body}</w:body></w:document>`,
    },
    ...named,
  ]);
};
