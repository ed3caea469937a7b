import { markdownTable } from '../markdown/markdown-table.ts';
import type { Reading } from '../recognised.ts';
import { cleanText } from '../text/clean-text.ts';
import { decodeText } from '../text/decode-text.ts';

const headingLevels: Record<string, number> = {
  title: 1,
  part: 1,
  chapter: 1,
  section: 2,
  subsection: 3,
  subsubsection: 4,
  paragraph: 5,
};

/** One argument in braces, with one nested level: enough for titles and short phrases. */
const argument = String.raw`\{((?:[^{}]|\{[^{}]*\})*)\}`;
const headings = new RegExp(
  String.raw`\\(${Object.keys(headingLevels).join('|')})\*?(?:\[[^\]]*\])?${argument}`,
  'g',
);
const phrases = new RegExp(
  String.raw`\\(?:text\w*|emph|underline|mbox|textsc|href\{[^}]*\}|url)\s*${argument}`,
  'g',
);
const footnotes = new RegExp(String.raw`\\footnote${argument}`, 'g');

const tableOf = (body: string): string => {
  const rows = body
    .replace(/\\(?:hline|toprule|midrule|bottomrule|cline\{[^}]*\})/g, '')
    .split(/\\\\(?:\[[^\]]*\])?/)
    .map((row) => row.replace(/\s+/g, ' ').trim())
    .filter(Boolean)
    .map((row) => row.split(/(?<!\\)&/).map((cell) => cell.trim()));
  return `\n\n${markdownTable(rows)}\n\n`;
};

/** The text of a LaTeX source with its headings and lists. Formulas are unchanged. */
export const latexToMarkdown = (source: string): string =>
  source
    .replace(/(^|[^\\])%.*$/gm, '$1')
    .replace(
      /^[\s\S]*?\\begin\{document\}/,
      (preamble) => /\\title\*?(?:\[[^\]]*\])?\{(?:[^{}]|\{[^{}]*\})*\}/.exec(preamble)?.[0] ?? '',
    )
    .replace(/\\end\{document\}[\s\S]*$/, '')
    .replace(
      headings,
      (_, command: string, text: string) =>
        `\n\n${'#'.repeat(headingLevels[command] ?? 2)} ${text.replace(/\s+/g, ' ')}\n\n`,
    )
    .replace(
      /\\begin\{tabular[*x]?\}(?:\{[^{}]*(?:\{[^{}]*\}[^{}]*)*\})+([\s\S]*?)\\end\{tabular[*x]?\}/g,
      (_, body: string) => tableOf(body),
    )
    .replace(footnotes, ' ($1)')
    .replace(phrases, '$1')
    .replace(/\\item\s*(?:\[([^\]]*)\])?\s*/g, (_, label?: string) => (label ? `\n- ${label}: ` : '\n- '))
    .replace(
      /\\(?:begin|end)\{(?:itemize|enumerate|description|center|quote|quotation|abstract|figure|table|minipage)\*?\}(?:\[[^\]]*\])?/g,
      '\n',
    )
    .replace(
      /\\(?:label|cite\w*|ref|eqref|pageref|index|vspace|hspace|includegraphics|usepackage|bibliography\w*)\*?(?:\[[^\]]*\])?\{[^}]*\}/g,
      '',
    )
    .replace(
      /\\(?:maketitle|tableofcontents|newpage|clearpage|noindent|centering|par|small|large|bfseries|itshape)\b\s?/g,
      '',
    )
    .replace(/\\([%&$#_{}])/g, '$1')
    .replace(/(?<!~)~(?!~)/g, ' ')
    .replace(/\\\\/g, '\n')
    .replace(/^[ \t]+/gm, '');

export const readLatex = (bytes: Uint8Array): Reading => ({
  kind: 'markdown',
  markdown: cleanText(latexToMarkdown(decodeText(bytes))),
});
