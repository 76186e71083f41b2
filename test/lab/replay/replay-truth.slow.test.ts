import assert from 'node:assert/strict'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import type { Har } from 'har-format'
import { artifactText } from '../../../db/campaign/artifact-text.ts'
import { readArtifacts } from '../../../db/campaign/artifacts.ts'
import { openDatabase } from '../../../db/connection/open.ts'
import { replayFactsIn, replayMark } from '../../../har/replay-mark.ts'
import { CHECKSUMS, RECORDING_JSON } from '../../../model/recording/names.ts'
import type { ReplayFacts } from '../../../model/recording/replay-facts.ts'
import { checksumLines, hashFile, parseChecksums } from '../../../record/folder/checksums.ts'
import { readRecording } from '../../../record/folder/read-recording.ts'
import { recordingText } from '../../../record/folder/write-recording.ts'
import { recordHar } from '../../../record/import/record-har.ts'
import { type RunFolder, runFolder } from '../../cli/run-folder.ts'
import { noBrowser } from '../../crawler/probe/browser/probe-browser.ts'
import { whyNoLink } from '../link/why-no-link.ts'
import { whyNoServer } from '../origin/running-server.ts'
import { runPlan } from '../run/run-plan.ts'
import { type MadeAnswer, madeHar, RECORDED_AT } from './made-har.ts'

const skip = noBrowser || whyNoLink() || (await whyNoServer('towline'))

/** A page of 50 requests, of which the recording lacks some. */
function lacking(host: string, missing: number): [string, MadeAnswer][] {
  const pictures = Array.from(
    { length: 49 },
    (_, n) => `/${'abcdefg'[n % 7]}/${'hijklmn'[Math.floor(n / 7)]}.svg`,
  )
  const text = `<!doctype html><title>x</title>${pictures.map((path) => `<img src="${path}">`).join('')}`
  return [
    [`https://${host}/`, { type: 'text/html', text }],
    ...pictures.slice(missing).map((path): [string, MadeAnswer] => [`https://${host}${path}`, {}]),
  ]
}

const DRAWS = 'https://draws.test'

/** Asks for what it draws, in a frame and a worker too; the load event waits for all of it: a frame stays open. */
const DRAWING = `<!doctype html><title>x</title><script>
const held = document.documentElement.appendChild(document.createElement('iframe')).contentDocument
held.open()
const ask = (path) => fetch(path).then((answer) => answer.text())
const said = (target, type) => new Promise((resolve) => target.addEventListener(type, resolve, { once: true }))
const frame = document.createElement('iframe')
frame.src = '/frame'
document.documentElement.append(frame)
Promise.all([
  ask('/random?_=' + Math.random()),
  ask('/values?_=' + crypto.getRandomValues(new Uint32Array(1))),
  ask('/uuid?_=' + crypto.randomUUID()),
  ask('/clock?t=' + Date.now()),
  ask(Math.random() < 0.5 ? '/variant-a' : '/variant-b'),
  said(window, 'message'),
  said(new Worker('/worker.js'), 'message'),
  said(new WebSocket('wss://draws.test/socket'), 'error').then(() => ask('/socket-failed')),
  said(new WebSocket('wss://nobody.test/socket'), 'error').then(() => ask('/other-socket-failed')),
  navigator.serviceWorker.register('/service.js').then(() => navigator.serviceWorker.ready)
    .then(() => ask('/by-network')),
]).then(() => held.close())
</script>`

const javascript = (text: string): MadeAnswer => ({ type: 'text/javascript', text })
const DRAWN: [string, MadeAnswer][] = [
  ['/', { type: 'text/html', text: DRAWING }],
  [
    '/frame',
    {
      type: 'text/html',
      text: `<script>fetch('/framed?_=' + Math.random()).then(() => parent.postMessage(0, '*'))</script>`,
    },
  ],
  ['/worker.js', javascript(`fetch('/worked?_=' + Math.random()).then(() => postMessage(0))`)],
  [
    '/service.js',
    javascript(`oninstall = () => skipWaiting()
onactivate = (event) => event.waitUntil(clients.claim())
onfetch = (event) => event.respondWith(new Response('by the worker'))`),
  ],
  ...['/random?_=1', '/values?_=1', '/uuid?_=1', '/clock?t=1', '/framed?_=1', '/worked?_=1'].map(text),
  ...['/variant-a', '/variant-b', '/socket-failed', '/other-socket-failed', '/by-network'].map(text),
]

function text(path: string): [string, MadeAnswer] {
  return [path, { type: 'text/plain', text: 'x' }]
}

const [QUICK_MS, SLOW_MS] = [20, 200]

/** Makes two loads of what an import has recorded: even exchanges are slow in the first, odd ones in the second. */
async function plantLoads(folder: string): Promise<void> {
  const file = join(folder, RECORDING_JSON)
  const recording = await readRecording(folder)
  const [load] = recording.loads
  assert.ok(load)
  const exchanges = recording.exchanges.map((exchange) => ({
    ...exchange,
    timings: [0, 1].map((ordinal) => ({
      ...{ load: ordinal, startedMs: 0, firstByteMs: SLOW_MS, receiveMs: 0, protocol: 'h2', connection: '1' },
      thinkMs: (exchange.id + ordinal) % 2 === 0 ? SLOW_MS : QUICK_MS,
    })),
  }))
  const loads = [0, 1].map((ordinal) => ({ ...load, ordinal, purpose: 'times' as const }))
  await writeFile(file, recordingText({ ...recording, loads, exchanges }))
  const sums = parseChecksums(await readFile(join(folder, CHECKSUMS), 'utf8'))
  const changed = new Map([...(sums ?? []), [RECORDING_JSON, await hashFile(file, { maxBytes: 1e9 })]])
  await writeFile(join(folder, CHECKSUMS), checksumLines(changed))
}

describe('loads of recordings', { skip }, () => {
  let folder: RunFolder
  before(async () => {
    folder = await runFolder()
    const pages = {
      two: lacking('two.test', 1),
      four: lacking('four.test', 2),
      turns: lacking('turns.test', 0),
      draws: DRAWN.map(([path, answer]): [string, MadeAnswer] => [`${DRAWS}${path}`, answer]),
    }
    for (const [name, answers] of Object.entries(pages)) {
      const har = join(folder.path, `${name}.har`)
      await writeFile(har, madeHar(answers))
      await recordHar(har, join(folder.path, name), 'test')
    }
    await plantLoads(join(folder.path, 'turns'))
    const plan = `
title: Recordings
arms: [h1, h3]
rounds: 2
pauseMs: 1
factors: { page: ['recording:two', 'recording:four', 'recording:draws', 'recording:turns'] }
`
    const run = await runPlan(folder, plan, ['--no-capture', '--lanes', '2'])
    assert.equal((await run.ended).code, 0, run.stderr())
  })
  after(() => folder?.[Symbol.asyncDispose]())

  test('are taken by two lanes at the same time, which leave nothing behind', async () => {
    await using db = await openDatabase({ url: folder.database, readOnly: true })
    const spans = await db.query(
      'SELECT min(started_at) AS first, max(started_at) AS last FROM samples GROUP BY campaign_id ORDER BY first',
    )
    assert.equal(spans.length, 4)
    // One lane takes a page when all loads of the page before it are over.
    assert.ok(String(spans[1]?.first) < String(spans[0]?.last), JSON.stringify(spans))
    assert.deepEqual(await folder.leftovers(), [])
  })

  test('are invalid with 4 % of misses, and valid with 2 %', async () => {
    const loads = await samples(folder)
    const verdictsOf = (host: string): unknown[] =>
      loads.filter((load) => load.host === host).map(({ state, reason, share }) => [state, reason, share])
    assert.deepEqual(verdictsOf('two.test'), Array(4).fill(['valid', null, 0.02]))
    assert.deepEqual(verdictsOf('four.test'), Array(4).fill(['invalid', 'replay_misses', 0.04]))
  })

  test('get the think times of one recorded load, of which each round has its own and all arms have the same', async () => {
    const loads = (await samples(folder)).filter(({ host }) => host === 'turns.test')
    assert.equal(loads.length, 4)
    for (const { round, har } of loads) {
      const facts = replayFactsIn(har) as ReplayFacts
      assert.equal(facts.load, round)
      for (const { id, thinkMs } of facts.answers)
        assert.equal(thinkMs, (id + round) % 2 === 0 ? SLOW_MS : QUICK_MS)
      const given = har.log.entries.flatMap((entry) => {
        const [rung, id, waitedMs] = replayMark(entry)?.split(' ') ?? []
        return rung === 'url' ? [[Number(id), Number(waitedMs)] as const] : []
      })
      assert.equal(given.length, 50)
      // Never earlier than it is to be, but for the millisecond that the server's timer is late.
      for (const [id, waitedMs] of given)
        assert.ok(waitedMs >= ((id + round) % 2 === 0 ? SLOW_MS : QUICK_MS) - 1, `${id}: ${waitedMs} ms`)
    }
  })

  test('ask for the same in every round and under every arm, whatever their scripts draw', async () => {
    const loads = (await samples(folder)).filter(({ host }) => host === 'draws.test')
    assert.deepEqual(
      loads.map(({ state, detail }) => [state, detail]),
      Array(4).fill(['valid', null]),
    )
    // DevTools seldom shows the request for the script of a service worker.
    const asked = loads.map(({ har }) =>
      har.log.entries
        .map(({ request }) => request.url.replace(/\?t=\d+/, '?t='))
        .filter((url) => !url.endsWith('/service.js'))
        .sort(),
    )
    // One of two variants, and no service.js.
    assert.equal(asked[0]?.length, DRAWN.length - 2, asked[0]?.join(' ') ?? '')
    for (const urls of asked) assert.deepEqual(urls, asked[0])
    for (const { har } of loads) {
      const clock = har.log.entries.find(({ request }) => request.url.includes('/clock'))
      const aheadMs = Number(/\?t=(\d+)/.exec(clock?.request.url ?? '')?.[1] ?? '') - Date.parse(RECORDED_AT)
      assert.ok(aheadMs >= 0 && aheadMs < 60_000, `${aheadMs} ms`)
    }
  })
})

interface Sample {
  readonly host: string
  readonly round: number
  readonly state: string
  readonly reason: string | null
  readonly detail: string | null
  readonly share: number
  readonly har: Har
}

async function samples(folder: RunFolder): Promise<Sample[]> {
  await using db = await openDatabase({ url: folder.database, readOnly: true })
  const rows = await db.query(`
    SELECT samples.id, domain, round, samples.state, samples.reason, samples.detail, value FROM samples
    JOIN campaign_sites USING (campaign_id, site)
    LEFT JOIN sample_metrics ON sample_id = samples.id AND metric = 'replay_miss_share'
    WHERE role = 'sample' ORDER BY samples.id`)
  const found: Sample[] = []
  for (const row of rows) {
    const [artifact] = await readArtifacts(db, Number(row.id), ['har'])
    assert.ok(artifact, JSON.stringify(row))
    found.push({
      host: String(row.domain),
      round: Number(row.round),
      state: String(row.state),
      reason: row.reason as string | null,
      detail: row.detail as string | null,
      share: Number(row.value),
      har: JSON.parse((await artifactText(artifact)).toString()) as Har,
    })
  }
  return found
}
