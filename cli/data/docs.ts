import { METRIC_GROUPS } from '../../crawler/metrics/registry.ts'
import { loadPlanJsonSchema } from '../../lab/load/plan/schema.ts'
import { planJsonSchema } from '../../lab/plan/schema.ts'
import { FAILURE_CODES, FAILURES } from '../../model/failure-codes.ts'
import { METRICS } from '../../model/metrics.ts'
import { INVALID_REASONS } from '../../model/sample.ts'

/** docs/failures.md, made from the closed lists themselves. */
export function failuresPage(): string {
  const rows = FAILURE_CODES.map((code) => `| \`${code}\` | ${FAILURES[code]} |`)
  return [
    '# Failure codes',
    '',
    '<!-- made by `node scripts/docs.ts` from model/failure-codes.ts and model/sample.ts -->',
    '',
    '*Reference: every code by which a failure is recorded, and every reason why a load does not count.*',
    '',
    'A failure is a recorded row with one of these codes, never an exception that ends a run. The list is closed; a',
    'test has every code produced by a real server of the sandbox.',
    '',
    '| code | meaning |',
    '| --- | --- |',
    ...rows,
    '',
    '## Reasons why a load does not count',
    '',
    'A load that succeeded and is no fair sample of its arm is kept, marked invalid, with one of these reasons.',
    '',
    '| reason | meaning |',
    '| --- | --- |',
    ...Object.entries(INVALID_REASONS).map(([reason, meaning]) => `| \`${reason}\` | ${meaning} |`),
    '',
  ].join('\n')
}

export function metricsPage(): string {
  const groups = Object.entries(METRIC_GROUPS).flatMap(([title, metrics]) => [
    '',
    `## ${title}`,
    '',
    '| metric | unit | definition |',
    '| --- | --- | --- |',
    ...metrics.map(({ name, about }) => `| \`${name}\` | ${METRICS[name].unit} | ${about} |`),
  ])
  return [
    '# Metrics of a sample',
    '',
    '<!-- made by `node scripts/docs.ts` from crawler/metrics/registry.ts -->',
    '',
    '*Reference: every metric with its unit and definition.*',
    '',
    'Each is a pure function of what a sample left behind: HAR, timings of the page, connections, packet trace. `towline recompute`',
    'computes it anew without loading a page again. What could not be measured is empty (null), never 0, and its note says why.',
    ...groups,
    '',
  ].join('\n')
}

/** lab/plans/plan.schema.json, by which editors check plans, made from the schema that they are read by. */
export function planSchemaFile(): string {
  return `${JSON.stringify(planJsonSchema(), null, 2)}\n`
}

export function loadPlanSchemaFile(): string {
  return `${JSON.stringify(loadPlanJsonSchema(), null, 2)}\n`
}
