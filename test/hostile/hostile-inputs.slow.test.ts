import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { test } from 'node:test'
import { gzipSync } from 'node:zlib'
import { explain } from '../../cli/exit/errors.ts'
import { EXIT } from '../../cli/exit/exit-codes.ts'
import { readClients } from '../../cli/lab/cablelabs.ts'
import { visitSettings } from '../../cli/options/run-settings.ts'
import { openList } from '../../crawler/list/open-list.ts'
import { loadOptOut } from '../../crawler/list/opt-out.ts'
import { watchLoop } from '../../crawler/survey/operation/loop-watch.ts'
import { openDatabase } from '../../db/connection/open.ts'
import { graphFromFile } from '../../lab/graph/graph-from.ts'
import { readGraph } from '../../lab/graph/read-graph.ts'
import { readTrace } from '../../lab/link/condition/trace.ts'
import { readLoadPlan } from '../../lab/load/plan/read-load-plan.ts'
import { readPlan } from '../../lab/plan/read-plan.ts'
import { verifyRecording } from '../../record/folder/verify-recording.ts'
import { recordHar } from '../../record/import/record-har.ts'
import { recordWarc } from '../../record/import/record-warc.ts'
import { temporaryFolder } from '../cli/towline.ts'

const { signal } = new AbortController()

/** Whoever reads a file that another may have made; each gets a file, and a folder for what it writes. */
const READERS: Readonly<Record<string, (file: string, folder: string) => unknown>> = {
  list: (file) => openList({ file }, { cacheDir: '', signal }),
  'opt-out list': (file) => loadOptOut(file),
  plan: (file) => readPlan(file),
  'load plan': (file) => readLoadPlan(file),
  trace: (file) => readTrace(file),
  graph: (file) => readGraph(file),
  'graph of a HAR': (file) => graphFromFile(file, '0.0.0'),
  CSV: (file) => readClients(file),
  recording: (file) => verifyRecording(dirname(file)),
  'HAR to record': (file, folder) => recordHar(file, join(folder, randomUUID()), '0.0.0'),
  'WARC to record': (file, folder) =>
    recordWarc(file, join(folder, randomUUID()), { page: null, toolVersion: '0.0.0' }),
  database: async (url) => {
    await using _db = await openDatabase({ url, readOnly: true })
  },
  authorities: async (ca) => {
    const clock = () => performance.now()
    using loop = watchLoop(clock)
    const options = { ca, cache: '', allowAddress: [], operations: [], robots: true, timeout: 1_000 }
    await using _resolver = (await visitSettings(options, clock, loop)).resolver
  },
}

const deep = (open: string, close: string, count: number): string => open.repeat(count) + close.repeat(count)

/** What is wrong in a way that any reader may meet. */
const GARBAGE: readonly (string | Buffer)[] = [
  ...[
    '',
    ' ',
    '\0',
    '\ufeff',
    '{',
    '[',
    '"',
    'null',
    'true',
    '0',
    '[]',
    '{}',
    '[[]]',
    '{"":{}}',
    '-',
    '---\n---\n',
  ],
  ...[
    '&a [*a]',
    'a: &a {b: *a}',
    'cells: &a [*a]',
    '*a',
    '&a [&b [*a, *b], *b]',
    '!!js/function "x"',
    '? {a: b}',
  ],
  '<<: *x',
  `a: ${deep('[', ']', 5_000)}`,
  deep('[', ']', 20_000),
  deep('{"a":', '}', 20_000),
  deep('{"log":{"entries":[', ']}}', 500),
  '{"log":{"entries":[null,1,"x",[],{"request":null}]}}',
  '{"log":{"entries":{"length":1e9}}}',
  '{"format":"towline-recording","version":{"major":1,"minor":0}}',
  '{"format":"towline-graph","version":{"major":1},"nodes":[{"id":"__proto__"}]}',
  '{"format":"towline-graph","version":null,"nodes":[[]]}',
  '{"__proto__":{"x":1},"constructor":{"prototype":{}}}',
  '1e999',
  `${'9'.repeat(400)}\n`,
  'x'.repeat(50_000),
  '\n'.repeat(50_000),
  'a,'.repeat(100_000),
  '"'.repeat(100_001),
  'rank,domain\n-1,a\n1e9,\u202e\n',
  'WARC/1.0\r\n\r\n',
  'WARC/1.0\r\nContent-Length: 99999999999999999999\r\n\r\n',
  `WARC/1.0\r\n${'X: y\r\n'.repeat(10_000)}\r\n`,
  '-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----',
  'SQLite format 3\0',
  Buffer.from([0x1f, 0x8b]),
  Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 3, 1, 2, 3]),
  Buffer.from('504b0304'.padEnd(200, '0'), 'hex'),
  Buffer.from('504b0506'.padEnd(44, 'f'), 'hex'),
  gzipSync(Buffer.alloc(50_000, '[')),
  gzipSync(gzipSync('{}')),
  Buffer.alloc(1_000, 0xff),
]

/** Whole files, which are then cut off, and have bytes and values changed. */
const WHOLE = ['lab/plans/cablelabs.yaml', 'lab/load/plans/quick.yaml']

function damaged(text: Buffer): Buffer[] {
  const cuts = [0.1, 0.5, 0.9, 0.99].map((share) => text.subarray(0, Math.floor(text.length * share)))
  const source = text.toString()
  const values = [/:\s*\d+/g, /:\s*'[^']*'/g, /:\s*\[[^\]]*\]/g].flatMap((pattern) =>
    [': null', ': {}', ': []', ': -1', ': 1e999', ": ''", ': &a [*a]', ': "\\u202e"'].map((value) =>
      Buffer.from(source.replaceAll(pattern, value)),
    ),
  )
  return [...cuts, ...values]
}

test('no file that a user gives causes a fault', async () => {
  await using folder = await temporaryFolder()
  const file = join(folder.path, 'recording.json')
  await writeFile(join(folder.path, 'checksums.sha256'), '')
  const root = join(import.meta.dirname, '../..')
  const whole = await Promise.all(WHOLE.map((name) => readFile(join(root, name))))
  const faults: string[] = []
  const readers = Object.entries(READERS)
  const ofPlans = readers.filter(([name]) => name.endsWith('plan'))
  const inputs = [
    ...GARBAGE.map((each) => [Buffer.from(each), readers] as const),
    ...whole.flatMap(damaged).map((each) => [each, ofPlans] as const),
  ]
  for (const [input, asked] of inputs) {
    await writeFile(file, input)
    for (const [name, read] of asked)
      try {
        await read(file, folder.path)
      } catch (error) {
        const { exitCode, message } = explain(error)
        const isOneLine = !message.includes('\n')
        if (exitCode === EXIT.software || !isOneLine)
          faults.push(`${name}: ${input.subarray(0, 60).toString('latin1')}: ${message.slice(0, 300)}`)
      }
  }
  assert.deepEqual(faults, [])
})
