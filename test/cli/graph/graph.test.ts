import assert from 'node:assert/strict'
import { copyFile, mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, before, type TestContext, test } from 'node:test'
import { RECORDED } from '../../../cli/demo/recorded.ts'
import { EXIT } from '../../../cli/exit/exit-codes.ts'
import { cellsOfPage } from '../../../cli/graph/graph-of-sample.ts'
import type { GraphSummary } from '../../../cli/graph/graph-summary.ts'
import { openDatabase } from '../../../db/connection/open.ts'
import { labCells } from '../../../db/lab/lab-cells.ts'
import { readGraph } from '../../../lab/graph/read-graph.ts'
import { entry, har, parsedBy, typed } from '../../lab/graph/har-entries.ts'
import { computeNode, fetchNode, finished, graphOf, smallGraph } from '../../model/graph/small-graph.ts'
import { sampleRecording, writeSample } from '../../record/sample-recording.ts'
import { writeLabRun } from '../lab/lab-run-database.ts'
import { linesOf, temporaryFolder, towlineHere } from '../towline.ts'

const PAGE = 'https://a.test/'
const opened = new AsyncDisposableStack()
let folder: string
let harFile: string
let graphFile: string

before(async () => {
  folder = opened.use(await temporaryFolder()).path
  harFile = join(folder, 'page.har')
  graphFile = join(folder, 'small.json')
  const entries = [
    entry(PAGE, { startMs: 0 }, { _resourceType: 'document' }),
    entry(`${PAGE}1.js`, { startMs: 60 }, { ...typed('text/javascript'), ...parsedBy(PAGE) }),
  ]
  await writeFile(harFile, JSON.stringify(har(entries, 130)))
  await writeFile(graphFile, JSON.stringify(smallGraph()))
})
after(async () => await opened.disposeAsync())

const graph = (t: TestContext, ...args: string[]) => towlineHere(t, ['graph', ...args])

test('graph make writes the graph of a HAR, a line for each node', async (t) => {
  const out = join(folder, 'made.json')
  const { code, stdout, stderr } = await graph(t, 'make', harFile, '--out', out)
  assert.deepEqual([code, stderr], [EXIT.ok, ''])
  assert.equal(stdout, `2 fetches, 1 computation, depth 2: ${out}\n`)
  const text = await readFile(out, 'utf8')
  assert.equal(linesOf(text).filter((line) => /^ {4}\{"id":\d/.test(line)).length, 3)
  assert.equal((await readGraph(out)).load.atMs, 130)
})

test('graph make prints the graph where no file is named', async (t) => {
  const { code, stdout } = await graph(t, 'make', harFile)
  assert.equal(code, EXIT.ok)
  assert.equal(JSON.parse(stdout).format, 'towline-graph')
})

test('graph make takes the load of a recording with the median page load time', async (t) => {
  const recording = sampleRecording()
  const [document, picture] = recording.exchanges
  assert.ok(document && picture)
  const timing = (load: number, startedMs: number) => ({
    load,
    startedMs,
    firstByteMs: 40,
    thinkMs: 5,
    receiveMs: 10,
    protocol: 'h2',
    connection: '1',
  })
  const loads = [900, 300, 200, 100].map((plt_ms, ordinal) => ({
    ordinal,
    purpose: ordinal === 0 ? ('bodies' as const) : ('times' as const),
    startedAt: null,
    failure: null,
    metrics: { plt_ms },
  }))
  document.timings = loads.map(({ ordinal }) => timing(ordinal, 0))
  picture.timings = loads.map(({ ordinal }) => timing(ordinal, 60 + ordinal))
  picture.initiator = { type: 'parser', exchange: 0 }
  const target = join(folder, 'recording')
  await writeSample(target, { ...recording, loads })
  const { code, stdout } = await graph(t, 'make', target)
  assert.equal(code, EXIT.ok)
  const written = JSON.parse(stdout)
  assert.deepEqual(
    [written.madeFrom.kind, written.madeFrom.file, written.madeFrom.load],
    ['recording', 'recording', 2],
  )
  assert.match(written.madeFrom.sha256, /^[0-9a-f]{64}$/)
  assert.equal(written.load.atMs, 200)
  // The time at which a recorded request was sent is not known, and with it when it ended.
  assert.deepEqual(written.nodes[0].guessed, ['firstByteMs', 'finishedMs'])
  assert.deepEqual(
    written.nodes.map(({ kind, startedMs }: { kind: string; startedMs: number }) => [kind, startedMs]),
    [
      ['fetch', 0],
      ['compute', 50],
      ['fetch', 62],
      ['compute', 112],
    ],
  )
})

test('graph make takes a sample of a database', async (t) => {
  const database = join(folder, 'recorded.sqlite')
  await copyFile(RECORDED, database)
  const { code, stdout, stderr } = await graph(t, 'make', '--sample', '15', '--database', database)
  assert.deepEqual([code, stderr], [EXIT.ok, ''])
  const { madeFrom, nodes } = JSON.parse(stdout)
  assert.deepEqual([madeFrom.kind, madeFrom.sample, madeFrom.file], ['sample', 15, null])
  assert.match(madeFrom.arm, /^h[123]$/)
  assert.ok(madeFrom.link.condition.rttMs > 0)
  assert.match(madeFrom.browser, /^Chrome \d+/)
  assert.ok(nodes.length > 2)
  const none = await graph(t, 'make', '--sample', '999999', '--database', database)
  assert.deepEqual([none.code, none.stderr], [EXIT.noInput, `towline: ${database} holds no sample 999999\n`])
})

test('graph show says depth, critical path and what waits for what within 80 columns', async (t) => {
  const { code, stdout } = await graph(t, 'show', graphFile)
  assert.equal(code, EXIT.ok)
  for (const line of stdout.split('\n')) assert.ok([...line].length <= 80, line)
  assert.deepEqual(linesOf(stdout), [
    'https://a.test/',
    '  HAR a.har',
    '  4 fetches from 1 host, 4.0 kB; 1 computation; depth 3',
    '  6 edges, 0 of them guessed',
    'Critical path: 200.0 ms to the load event',
    '  network          183.0 ms   91.5 %',
    '  computation       10.0 ms    5.0 %  guessed from gaps',
    '  waiting            7.0 ms    3.5 %',
    '  node     start        ms  step',
    '     0       0.0      70.0  document /',
    '     1      72.0      48.0  script /1.js',
    '     2     120.0      10.0  computation (script)',
    '     3     130.0      65.0  script /3.js',
    'What waits for what (a question mark: guessed)',
    '  node     start        ms  waits for         what',
    '     0       0.0     100.0  –                 document /',
    '     1      72.0      48.0  0 at 400 B         script /1.js',
    '     2     120.0      10.0  1                  computation (script)',
    '     3     130.0      65.0  2                   script /3.js',
    '     4     100.0      40.0  0                  script /4.js',
    '  load     200.0            3, 4              load event',
  ])
})

test('graph show tells how many fetches have no known size, and adds up none where all have none', async (t) => {
  const { nodes, ...rest } = smallGraph()
  const shown = async (isUnknown: (id: number) => boolean) => {
    const file = join(folder, 'unknown-sizes.json')
    const changed = nodes.map((node) =>
      node.kind === 'fetch' && isUnknown(node.id) ? { ...node, bytes: null } : node,
    )
    await writeFile(file, JSON.stringify({ ...rest, nodes: changed }))
    const { bytes } = JSON.parse((await graph(t, 'show', file, '--format', 'json')).stdout) as GraphSummary
    return { bytes, lines: linesOf((await graph(t, 'show', file)).stdout).slice(2, 4) }
  }
  assert.deepEqual(await shown((id) => id === 3), {
    bytes: 3_000,
    lines: ['  4 fetches from 1 host, 3.0 kB; 1 computation; depth 3', '  of 1 of them the size is unknown'],
  })
  assert.deepEqual(await shown(() => true), {
    bytes: null,
    lines: ['  4 fetches from 1 host; 1 computation; depth 3', '  of 4 of them the size is unknown'],
  })
})

test('graph make writes the graphs of several samples of a page into a folder, each called after its sample', async (t) => {
  const database = join(folder, 'several.sqlite')
  await copyFile(RECORDED, database)
  const make = (...args: string[]) => graph(t, 'make', '--database', database, '--sample', ...args)
  const out = join(folder, 'graphs', 'shop')
  const { code, stdout, stderr } = await make('14', '48', '14', '--out', out)
  assert.deepEqual([code, stderr], [EXIT.ok, ''])
  assert.deepEqual(
    linesOf(stdout).map((line) => line.replace(/^.*: /, '')),
    ['14', '48'].map((sample) => join(out, `${sample}.json`)),
  )
  for (const sample of [14, 48])
    assert.equal((await readGraph(join(out, `${sample}.json`))).madeFrom.sample, sample)

  const mixed = join(folder, 'graphs', 'mixed')
  for (const [args, exitCode, message] of [
    [['14', '17', '--out', mixed], EXIT.data, /samples 14 and 17 are of different pages$/],
    [['14', '999999', '--out', mixed], EXIT.noInput, /holds no sample 999999$/],
    [['14', '48', '--out', graphFile], EXIT.usage, /small\.json is a file: name a folder/],
    [['14', '48'], EXIT.usage, /several samples: say by --out which folder/],
  ] as const) {
    const run = await make(...args)
    assert.deepEqual([run.code, run.stdout], [exitCode, ''])
    assert.match(run.stderr, /^towline: [^\n]+\n$/)
    assert.match(run.stderr.trimEnd(), message)
  }
  assert.deepEqual(await readdir(join(folder, 'graphs')), ['shop'])
})

test('graph show keeps to 80 columns whatever a graph holds, and prints nothing that moves the cursor', async (t) => {
  const long = graphOf(
    [
      fetchNode(0, { path: `/${'long/'.repeat(50)}end.html`, failure: 'net::\u001b[31m\nERR' }),
      ...Array.from({ length: 40 }, (_, n) =>
        fetchNode(n + 1, { after: [finished(n), ...Array.from({ length: n }, (_, each) => finished(each))] }),
      ),
      computeNode(41, { ms: 600_000, startedMs: 600_000, after: [finished(40)] }),
    ],
    { pageUrl: `https://a.test/${'x'.repeat(300)}` },
  )
  const file = join(folder, 'long.json')
  await writeFile(file, JSON.stringify(long))
  const { code, stdout } = await graph(t, 'show', file)
  assert.equal(code, EXIT.ok)
  for (const line of stdout.split('\n')) assert.ok([...line].length <= 80, line)
  assert.ok(!stdout.includes('\u001b'))
  const svg = await graph(t, 'show', file, '--format', 'svg')
  assert.equal(svg.code, EXIT.ok)
  assert.ok(!svg.stdout.includes('\u001b'))
})

test('graph show prints the same as JSON', async (t) => {
  const { code, stdout } = await graph(t, 'show', graphFile, '--format', 'json')
  assert.equal(code, EXIT.ok)
  const { depth, loadMs, criticalPath, nodes, guessedEdges } = JSON.parse(stdout) as GraphSummary
  assert.deepEqual([depth, loadMs, guessedEdges, nodes.length], [3, 200, 0, 5])
  assert.deepEqual(
    criticalPath.steps.map(({ node }) => node),
    [0, 1, 2, 3],
  )
})

test('graph show draws a bar for each node, those of the critical path marked', async (t) => {
  const { code, stdout } = await graph(t, 'show', graphFile, '--format', 'svg')
  assert.equal(code, EXIT.ok)
  assert.match(stdout, /^<svg xmlns="http:\/\/www\.w3\.org\/2000\/svg" [^>]*>.*<\/svg>\n$/s)
  assert.equal(stdout.match(/<rect class="(?:fetch|compute)(?: critical)?"/g)?.length, 5)
  assert.equal(stdout.match(/<rect class="\w+ critical"/g)?.length, 4)
})

test('what is no graph, damaged, missing or newer is refused in one line', async (t) => {
  const write = async (name: string, text: string): Promise<string> => {
    await writeFile(join(folder, name), text)
    return join(folder, name)
  }
  const newer = { ...smallGraph(), version: { major: 2, minor: 0 } }
  const circle = graphOf([fetchNode(0, { after: [finished(1)] }), fetchNode(1, { after: [finished(0)] })])
  await mkdir(join(folder, 'empty'))
  for (const [args, exitCode, message] of [
    [['show', await write('no.json', 'no')], EXIT.data, /no JSON/],
    [['show', harFile], EXIT.data, /no graph of towline$/],
    [['show', await write('newer.json', JSON.stringify(newer))], EXIT.newer, /update towline$/],
    [
      ['show', await write('circle.json', JSON.stringify(circle))],
      EXIT.data,
      /nodes 0, 1 wait for each other$/,
    ],
    [['show', join(folder, 'none.json')], EXIT.noInput, /no such file$/],
    [['show', join(folder, 'empty')], EXIT.noInput, /empty: a folder, not a graph: name a file in it$/],
    [['make', join(folder, 'none.har')], EXIT.noInput, /none\.har/],
    [['make', join(folder, 'no.json')], EXIT.data, /no JSON$/],
    [['make', join(folder, 'empty')], EXIT.noInput, /recording\.json: no such file$/],
    [['make'], EXIT.usage, /give a recording or a HAR file/],
    [['make', harFile, '--sample', '1'], EXIT.usage, /give a recording or a HAR file/],
  ] as const) {
    const { code, stdout, stderr } = await graph(t, ...args)
    assert.deepEqual([code, stdout], [exitCode, ''], args.join(' '))
    assert.match(stderr, /^towline: [^\n]+\n$/)
    assert.match(stderr.trimEnd(), message)
  }
})

const cell = (factors: Record<string, string | number>, downMbps: number | null) => ({
  factors,
  configuredLink: { rttMs: 10, downMbps },
  pltMs: { h2: [100] },
})

test('the cells of a page over other links come slowest first, those of another page or server do not', async () => {
  await using folder = await temporaryFolder()
  await using db = await openDatabase({ url: join(folder.path, 'cells.db') })
  const labRunId = await writeLabRun(db, [
    cell({ page: 'a', profile: 'fibre', server: 'towline' }, 50),
    cell({ page: 'a', profile: 'cable', server: 'towline' }, 5),
    cell({ page: 'a', profile: 'none', server: 'towline' }, null),
    cell({ page: 'a', profile: '3g', server: 'towline', initcwnd: 32 }, 1.6),
    cell({ page: 'b', profile: '3g', server: 'towline' }, 1.6),
    cell({ page: 'a', profile: '3g', server: 'nginx' }, 1.6),
    { factors: { page: 'a', profile: 'dsl', server: 'towline' }, configuredLink: { downMbps: 1 } },
  ])
  const [own] = await labCells(db, labRunId)
  const found = await cellsOfPage(db, own?.campaignId ?? 0)
  assert.deepEqual(
    found.map((each) => each.cell),
    [3, 1, 2],
  )
})

test('no more than eight links are looked at, and a live campaign has none', async () => {
  await using folder = await temporaryFolder()
  await using db = await openDatabase({ url: join(folder.path, 'cells.db') })
  const labRunId = await writeLabRun(
    db,
    Array.from({ length: 12 }, (_, n) => cell({ page: 'a', rttMs: n }, 12 - n)),
  )
  const [own] = await labCells(db, labRunId)
  assert.deepEqual(
    (await cellsOfPage(db, own?.campaignId ?? 0)).map((each) => each.cell),
    [11, 10, 9, 8, 7, 6, 5, 4],
  )
  assert.deepEqual(await cellsOfPage(db, 1_000), [])
})
