/**
 * Lists known vulnerabilities in runtime dependencies. Exits with 1 if one of them is high or critical.
 * A registry without an audit service is reported but is not a failure.
 *
 *   npm run audit
 */
import { spawnSync } from 'node:child_process';

interface Report {
  error?: { summary?: string; code?: string };
  message?: string;
  metadata?: { vulnerabilities: Record<string, number> };
}

const { stdout } = spawnSync('npm', ['audit', '--omit=dev', '--json'], { encoding: 'utf8' });
const report = (stdout ? JSON.parse(stdout) : {}) as Report;
const counts = report.metadata?.vulnerabilities;
if (!counts) {
  console.log(
    `NOT RUN: the audit of packages (${report.error?.summary || report.message || 'the registry answers no audits'})`,
  );
} else {
  const grave = (counts.high ?? 0) + (counts.critical ?? 0);
  console.log(`Packages with known weaknesses: ${counts.total ?? 0}, of them high or critical: ${grave}`);
  if (grave > 0) process.exitCode = 1;
}
