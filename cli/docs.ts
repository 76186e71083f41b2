import { FAILURE_CODES, FAILURES } from '../crawler/failures.ts'

/** docs/failures.md, made from the closed list itself. */
export function failuresPage(): string {
  const rows = FAILURE_CODES.map((code) => `| \`${code}\` | ${FAILURES[code]} |`)
  return [
    '# Failure codes',
    '',
    '<!-- made by `node scripts/docs.ts` from crawler/failures.ts -->',
    '',
    'A failure is a recorded row with one of these codes, never an exception that ends a run. The list is closed; a',
    'test has every code produced by a real server of the sandbox.',
    '',
    '| code | meaning |',
    '| --- | --- |',
    ...rows,
    '',
  ].join('\n')
}
