import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { replayAnswers } from '../../../lab/replay/replay-answers.ts'
import { LOAD_FILE } from '../../../lab/replay/replay-file.ts'
import { replayLoadOf } from '../../../lab/replay/replay-load.ts'
import { beginTurn, factsInTurn } from '../../../lab/replay/replay-round.ts'
import type { ExchangeTiming } from '../../../model/recording/exchange.ts'
import type { Recording } from '../../../model/recording/recording.ts'
import { madeRecording } from '../replay/made-recording.ts'
import { GETS, type Got } from './get.ts'
import { NAVIGATION, type ReplayServer, startReplay } from './replay-server.ts'
import { whyNoServer } from './running-server.ts'

const skip = await whyNoServer('towline')
const [QUICK_MS, SLOW_MS] = [20, 200]
/** Times asked for what should come quickly: a server that was stopped by chance has waited too long, and is asked again. */
const TRIES = 5
const took = (load: number, thinkMs: number): ExchangeTiming => ({
  ...{ load, thinkMs, startedMs: 0, firstByteMs: thinkMs, receiveMs: 0, protocol: 'h2', connection: '1' },
})

/** Loads 1 and 2 count; what is at `/once` was found in the second alone. */
function recorded(page: string): Recording {
  const origin = page.slice(0, -1)
  const exchange = (path: string, ...timings: ExchangeTiming[]) => ({ url: `${origin}${path}`, timings })
  const { protocol, host } = new URL(page)
  const place =
    protocol === 'https:' ? {} : { scheme: 'http' as const, port: 80, protocol: 'http/1.1' as const }
  return madeRecording(
    [
      exchange('/', took(0, 900), took(1, 0), took(2, 0)),
      exchange('/varies', took(0, 900), took(1, QUICK_MS), took(2, SLOW_MS)),
      exchange('/once', took(0, 900), took(2, SLOW_MS)),
    ],
    [{ host, ...place }],
  )
}

const PAGE = 'https://a.test/'
const arm = 'h2'
const RECORDING = recorded(PAGE)
const serve = (recording: Recording): Promise<ReplayServer> =>
  startReplay(replayAnswers(recording).answers, {}, {}, { page: recording.pageUrl, loadFile: LOAD_FILE })

const waitedMs = ({ headers }: Got): number => Number(headers['towline-waited'] ?? Number.NaN)

describe('rounds of a replay', { skip }, () => {
  let server: ReplayServer
  before(async () => {
    server = await serve(RECORDING)
  })
  after(() => server?.[Symbol.asyncDispose]())

  /** The shortest wait for what is at a path, by the server's clock; after TRIES where none was quick. */
  async function shortestMs(protocol: keyof typeof GETS, url: string): Promise<number> {
    let leastMs = Number.POSITIVE_INFINITY
    for (let tries = 0; tries < TRIES && !(leastMs < SLOW_MS - 1); tries += 1)
      leastMs = Math.min(leastMs, waitedMs(await GETS[protocol](server.question(url))))
    return leastMs
  }

  async function load(protocol: keyof typeof GETS, page = PAGE): Promise<'quick' | 'slow'> {
    const fields = protocol === 'clear' ? { 'upgrade-insecure-requests': '1' } : NAVIGATION
    await GETS[protocol](server.question(page, { fields }))
    const leastMs = await shortestMs(protocol, `${page}varies`)
    // It never waits shorter than it is to, but for the millisecond that its timer is late.
    assert.ok(leastMs >= QUICK_MS - 1, `${leastMs} ms`)
    return leastMs < SLOW_MS - 1 ? 'quick' : 'slow'
  }

  test('give the think times of the recorded loads in turn, the same under all protocols and to warm-ups', async () => {
    for (const round of [0, 1, 2, 3]) {
      const { load: recordedLoad, answers } = await beginTurn(
        replayLoadOf(RECORDING),
        { round, arm },
        server.folder,
      )
      const wanted = round % 2 === 0 ? 'quick' : 'slow'
      assert.equal(recordedLoad, 1 + (round % 2))
      assert.deepEqual(
        answers.map(({ thinkMs }) => thinkMs),
        [0, wanted === 'quick' ? QUICK_MS : SLOW_MS, SLOW_MS],
      )
      const found = []
      for (const protocol of ['h2', 'h2', 'http/1.1', 'h3'] as const) found.push(await load(protocol))
      assert.deepEqual(found, Array(4).fill(wanted), `round ${round}`)
    }
  })

  test('give what a recorded load did not have as the others had it', async () => {
    await beginTurn(replayLoadOf(RECORDING), { round: 0, arm }, server.folder)
    assert.equal(await load('h2'), 'quick')
    const waited = waitedMs(await GETS.h2(server.question(`${PAGE}once`)))
    assert.ok(waited >= SLOW_MS - 1, `${waited} ms`)
  })

  test('change nothing in the load that is under way', async () => {
    await beginTurn(replayLoadOf(RECORDING), { round: 0, arm }, server.folder)
    assert.equal(await load('h2'), 'quick')
    await beginTurn(replayLoadOf(RECORDING), { round: 1, arm }, server.folder)
    assert.ok((await shortestMs('h2', `${PAGE}varies`)) < SLOW_MS - 1)
    assert.equal(await load('h2'), 'slow')
  })

  test('give the same after the server was started anew, as when a run is resumed', async () => {
    await server[Symbol.asyncDispose]()
    server = await serve(RECORDING)
    await beginTurn(replayLoadOf(RECORDING), { round: 3, arm }, server.folder)
    assert.equal(await load('http/1.1'), 'slow')
  })

  test('hold for pages in clear text too, whose navigations say less of themselves', async () => {
    await server[Symbol.asyncDispose]()
    const page = 'http://a.test/'
    const recording = recorded(page)
    server = await serve(recording)
    const found = []
    for (const round of [0, 1, 2]) {
      await beginTurn(replayLoadOf(recording), { round, arm }, server.folder)
      found.push(await load('clear', page))
    }
    assert.deepEqual(found, ['quick', 'slow', 'quick'])
  })

  test('all give the median where one recorded load has times that count, or nobody has said which', async () => {
    const single = { ...RECORDING, loads: RECORDING.loads.slice(0, 2) }
    const replay = replayLoadOf(single)
    assert.equal(replay.turns.length, 1)
    assert.equal(factsInTurn(replay, { round: 1, arm }), replay.facts)
    assert.equal(replayAnswers(single).answers[1]?.thinkMsByLoad, undefined)
    await server[Symbol.asyncDispose]()
    server = await serve(RECORDING)
    await GETS.h2(server.question(PAGE, { fields: NAVIGATION }))
    const waited = waitedMs(await GETS.h2(server.question(`${PAGE}varies`)))
    assert.ok(waited >= (QUICK_MS + SLOW_MS) / 2 - 1, `${waited} ms`)
  })
})
