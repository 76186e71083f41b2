import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { TRANCO_TIMEOUTS } from '../../crawler/list/tranco.ts'
import { LIMITS } from '../../crawler/network/limits.ts'
import { FILMSTRIP_LIMITS } from '../../crawler/probe/load/filmstrip-recorder.ts'
import { LOAD_LIMITS } from '../../crawler/probe/load/load-limits.ts'
import { TIMEOUTS } from '../../crawler/survey/operation/context.ts'
import { JOB_LIMITS } from '../../fleet/queue/job.ts'
import { LINK_LIMITS } from '../../lab/link/condition/check-condition.ts'
import { GRAPH_LIMITS } from '../../model/graph/limits.ts'
import { RECORDING_LIMITS } from '../../record/folder/limits.ts'
import { WARC_LIMITS } from '../../record/warc/warc-limits.ts'
import { TIME_LIMITS } from '../../server/http/listening.ts'

interface Part {
  readonly heading: string
  /** The file that exports the object with the limits. */
  readonly file: string
  readonly values: Readonly<Record<string, number | readonly [number, number]>>
  /** Says what happens beyond a limit, and what staying within them costs. */
  readonly note?: string
}

const VISIT_NOTE = [
  'Parsing an input within these limits costs at most 50 ms of processor time and 10 MB',
  '(`test/crawler/parsers-cost.slow.test.ts`). A robots.txt whose rules need more than 2,000,000 compared characters for one path',
  'disallows that path.',
].join('\n')

const FILMSTRIP_NOTE = [
  'What is not stored is counted. From the first screenshot beyond a limit on it is unknown what the page showed',
  '([032](decisions/129-settled-choices.md)).',
].join('\n')

const WARC_NOTE = [
  'They apply to all records together. A file that exceeds one is refused with one line (exit code 65). At most 334 MB of memory were',
  'measured for files whose bodies decode to 4.5 GB.',
].join('\n')

const PARTS: readonly Part[] = [
  { heading: 'Times of a visit', file: 'crawler/survey/operation/context.ts', values: TIMEOUTS },
  { heading: 'A visit', file: 'crawler/network/limits.ts', values: LIMITS, note: VISIT_NOTE },
  { heading: 'A list of Tranco', file: 'crawler/list/tranco.ts', values: TRANCO_TIMEOUTS },
  { heading: 'A page load', file: 'crawler/probe/load/load-limits.ts', values: LOAD_LIMITS },
  {
    heading: 'A filmstrip',
    file: 'crawler/probe/load/filmstrip-recorder.ts',
    values: FILMSTRIP_LIMITS,
    note: FILMSTRIP_NOTE,
  },
  { heading: 'A recording', file: 'record/folder/limits.ts', values: RECORDING_LIMITS },
  { heading: 'A WARC file', file: 'record/warc/warc-limits.ts', values: WARC_LIMITS, note: WARC_NOTE },
  { heading: 'A graph', file: 'model/graph/limits.ts', values: GRAPH_LIMITS },
  { heading: 'An emulated link', file: 'lab/link/condition/check-condition.ts', values: LINK_LIMITS },
  { heading: 'A job', file: 'fleet/queue/job.ts', values: JOB_LIMITS },
  { heading: 'A connection to the server', file: 'server/http/listening.ts', values: TIME_LIMITS },
]

/** docs/limits.md, made from the objects that the code uses and the comments of their members. */
export function limitsPage(): string {
  return [
    '# Limits',
    '',
    '<!-- made by `node scripts/docs.ts` from the code -->',
    '',
    '*Reference: how long and how much towline waits for, reads and sends.*',
    '',
    'A name ends with its unit; one without is a count. Limits of a server and of contributions: [operate](operate.md#limits).',
    '',
    ...PARTS.flatMap(({ heading, file, values, note }) => {
      const source = readFileSync(join(import.meta.dirname, '../..', file), 'utf8')
      return [
        `## ${heading}`,
        '',
        `From \`${file}\`.`,
        ...(note === undefined ? [] : ['', note]),
        '',
        '| name | value | what |',
        '| --- | --- | --- |',
        ...Object.entries(values).map(
          ([name, value]) => `| \`${name}\` | ${shown(value)} | ${commentOf(name, source, file)} |`,
        ),
        '',
      ]
    }),
  ]
    .join('\n')
    .trimEnd()
    .concat('\n')
}

const shown = (value: number | readonly number[]): string =>
  [value]
    .flat()
    .map((number) => number.toLocaleString('en'))
    .join(' to ')

/** The comment above a member of an object, without its full stop. */
function commentOf(name: string, source: string, file: string): string {
  const [, comment] = new RegExp(String.raw`^  /\*\* (.+?)\.? \*/\n  ${name}: `, 'm').exec(source) ?? []
  if (comment === undefined) throw new Error(`${file}: ${name} has no comment of one line`)
  return comment.replaceAll('|', '\\|')
}
