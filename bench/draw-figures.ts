import type { Figure } from './support/report.ts';
import { meetsLimit, shown } from './table-of.ts';

const rowHeight = 26;
const [left, barWidth, right] = [560, 300, 130];

const escapeText = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

/** Share of the limit that is used: 1 is exactly the limit, less is better. */
const usedOf = ({ value, better, limit }: Figure): number =>
  better === 'lower' ? value / limit! : limit! / value;

/** The figures with a limit, each as a bar against it. */
export const drawFigures = (figures: readonly Figure[]): string => {
  const withLimit = figures.filter(({ limit }) => limit !== undefined);
  const height = withLimit.length * rowHeight + 50;
  const limitX = left + barWidth / 2;
  const rows = withLimit.map((figure, index) => {
    const y = 34 + index * rowHeight;
    const width = Math.max(2, Math.min(1, usedOf(figure) / 2) * barWidth);
    const colour = meetsLimit(figure) ? '#2f9e6e' : '#d9480f';
    const name = escapeText(`${figure.group}: ${figure.name} (${figure.database})`);
    return `<text x="${left - 12}" y="${y + 13}" text-anchor="end">${name}</text>
<rect x="${left}" y="${y}" width="${width.toFixed(0)}" height="18" rx="3" fill="${colour}"/>
<text x="${left + barWidth + 12}" y="${y + 13}">${escapeText(shown(figure))}</text>`;
  });
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${left + barWidth + right} ${height}" font-family="system-ui, sans-serif" font-size="12" fill="#495057">
<title>Measured figures against their targets</title>
<rect width="100%" height="100%" fill="#fff"/>
<text x="${limitX}" y="20" text-anchor="middle">target</text>
${rows.join('\n')}
<line x1="${limitX}" x2="${limitX}" y1="26" y2="${height - 12}" stroke="#868e96" stroke-dasharray="4 3"/>
</svg>
`;
};
