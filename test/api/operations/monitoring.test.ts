import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { parse } from 'yaml';
import { createMetrics } from '../../../src/http/health/index.ts';
import { withService } from '../../support/service/service.ts';

const read = (name: string): string =>
  readFileSync(new URL(`../../../examples/monitoring/${name}`, import.meta.url), 'utf8');

interface Panel {
  id: number;
  title: string;
  gridPos: { x: number; y: number; w: number; h: number };
  targets: { expr: string }[];
}

interface Rule {
  alert: string;
  expr: string;
  labels: { severity: string };
  annotations: { summary: string; description: string };
}

const { panels } = JSON.parse(read('grafana-dashboard.json')) as { panels: Panel[] };
const { rules } = (parse(read('alert-rules.yaml')) as { groups: { rules: Rule[] }[] }).groups[0]!;

/** Added by Prometheus itself. */
const ofPrometheus = { metric: 'up', labels: ['job', 'instance'] };

/** Metrics with the labels that an expression selects or groups by: `name{label="x"}`. */
const selectionsOf = (expression: string): { metric: string; labels: string[] }[] =>
  [...expression.matchAll(/\b(up|(?:frontdesk|nodejs|process)_\w+)(?:\{([^}]*)\})?/g)].map(
    ([, metric, selector]) => ({
      metric: metric!,
      labels: [...(selector ?? '').matchAll(/(\w+)\s*=/g)].map(([, label]) => label!),
    }),
  );

test('the dashboard and the alert rules use only metrics and labels that the service has', () =>
  withService('sqlite', {}, async ({ call, app }) => {
    await call('GET', '/v1/conversation');
    // The metrics of jobs have values only for queues with due jobs.
    await app.db.query
      .insertInto('jobs')
      .values({
        id: 'f'.repeat(24),
        queue: 'without-worker',
        ordering_key: null,
        group_key: '',
        payload: '{}',
        attempt: 0,
        run_at: 0,
        waits_for_key: 0,
        leased_by: null,
        leased_until: null,
        created_at: 1,
        workspace_id: null,
      })
      .execute();
    // Those of the object storage only for calls of a bucket.
    const ofStorage = createMetrics({
      liveRounds: () => 0,
      dueJobs: async () => [],
      retentionDeleted: () => ({}),
    });
    ofStorage.observeStorage({ operation: 'put', outcome: '200', durationMs: 5 });
    const text = `${(await call('GET', '/metrics')).text}\n${await ofStorage.read()}`;
    const labelsOf = new Map<string, Set<string>>();
    for (const [, metric, labels] of text.matchAll(/^(\w+)(?:\{(.*)\})? \S+$/gm)) {
      const known = labelsOf.get(metric!) ?? new Set(ofPrometheus.labels);
      for (const [, label] of (labels ?? '').matchAll(/(\w+)="/g)) known.add(label!);
      labelsOf.set(metric!, known);
    }
    labelsOf.set(ofPrometheus.metric, new Set(ofPrometheus.labels));
    const expressions = [...panels.flatMap(({ targets }) => targets), ...rules].map(({ expr }) => expr);
    for (const expression of expressions) {
      const selections = selectionsOf(expression);
      assert.ok(selections.length > 0, expression);
      for (const { metric, labels } of selections)
        for (const label of ['job', ...labels])
          assert.ok(labelsOf.get(metric)?.has(label), `${metric} with ${label}: ${expression}`);
    }
  }));

test('the panels of the dashboard do not overlap', () => {
  const taken = new Map<string, string>();
  for (const { title, gridPos } of panels)
    for (let x = gridPos.x; x < gridPos.x + gridPos.w; x += 1)
      for (let y = gridPos.y; y < gridPos.y + gridPos.h; y += 1) {
        assert.ok(x < 24, title);
        assert.equal(taken.get(`${x} ${y}`), undefined, title);
        taken.set(`${x} ${y}`, title);
      }
  assert.equal(new Set(panels.map(({ id }) => id)).size, panels.length);
});

test('each alert has a severity, and says what happened and what to do', () => {
  for (const { alert, labels, annotations } of rules) {
    assert.match(labels.severity, /^(?:warning|critical)$/, alert);
    assert.ok(annotations.summary.length > 20 && annotations.description.length > 20, alert);
  }
});
