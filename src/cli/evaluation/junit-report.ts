export interface ReportedCase {
  label: string;
  passed: number;
  failed: number;
  errors: number;
  /** Why attempts did not pass, one line each. */
  reasons: readonly string[];
}

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  '\n': '&#10;',
};

/** XML has no way to write other control characters. */
const escaped = (text: string): string =>
  text
    // biome-ignore lint/suspicious/noControlCharactersInRegex: exactly these are removed.
    .replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, '')
    .replace(/[&<>"\n]/g, (character) => entities[character]!);

/** JUnit XML: a failed case has a failure, one that could not be decided an error. */
export const junitReport = (
  { suite, seconds }: { suite: string; seconds: number },
  cases: readonly ReportedCase[],
): string => {
  const failures = cases.filter(({ failed }) => failed > 0).length;
  const errors = cases.filter((one) => one.failed === 0 && one.errors > 0).length;
  const totals = `tests="${cases.length}" failures="${failures}" errors="${errors}" time="${seconds.toFixed(3)}"`;
  const lines = cases.map(({ label, passed, failed, errors: undecided, reasons }) => {
    const attempts = passed + failed + undecided;
    const start = `    <testcase classname="${escaped(suite)}" name="${escaped(label)}"`;
    if (failed + undecided === 0) return `${start}/>`;
    const kind = failed > 0 ? 'failure' : 'error';
    const message = `${passed} of ${attempts} attempts passed`;
    return `${start}>\n      <${kind} message="${message}">${escaped(reasons.join('\n'))}</${kind}>\n    </testcase>`;
  });
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites ${totals}>`,
    `  <testsuite name="${escaped(suite)}" ${totals}>`,
    ...lines,
    '  </testsuite>',
    '</testsuites>',
    '',
  ].join('\n');
};
