import assert from 'node:assert/strict'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createSecureServer, type Http2ServerRequest, type Http2ServerResponse } from 'node:http2'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { replayLoadOf } from '../../../lab/replay/replay-load.ts'
import { factsInTurn } from '../../../lab/replay/replay-round.ts'
import { FEW_UNDER_WAY } from '../../../model/recording/few-under-way.ts'
import type { Recording } from '../../../model/recording/recording.ts'
import { recordPage } from '../../../record/live/record-page.ts'
import { median } from '../../../stats/median.ts'
import { noBrowser } from '../../crawler/probe/browser/probe-browser.ts'
import { makeAuthority } from '../../servers/certificates.ts'
import { recordOptions, trusting } from './record-options.ts'

const PICTURES = 24
/** What the picture of a place takes: so much more than browsers are late by on a busy machine. */
const pictureMs = (place: number): number => 100 + 10 * place
const LATE_MS = 60
const SVG = '<svg xmlns="http://www.w3.org/2000/svg"/>'
const PAGE = `<!doctype html><link rel="icon" href="data:,"><title>album</title>${Array.from(
  { length: PICTURES },
  (_, place) => `<img src="/${place}.svg">`,
).join('')}`

/** What the server itself wrote down of an answer: the time that it needed, without the queue before it. */
interface Logged {
  readonly path: string
  readonly version: string
  readonly tookMs: number
}

/** Answers one request of HTTP/2 after another, as behind a proxy of one connection; all of HTTP/1.1 at once. */
async function startAlbum(pair: { readonly key: Buffer; readonly cert: Buffer }) {
  const log: Logged[] = []
  let queue = Promise.resolve()
  const answer = async (request: Http2ServerRequest, response: Http2ServerResponse): Promise<void> => {
    const began = performance.now()
    const place = Number(/^\/(\d+)\.svg$/.exec(request.url)?.[1] ?? Number.NaN)
    if (!Number.isNaN(place)) await new Promise((resolve) => setTimeout(resolve, pictureMs(place)))
    log.push({ path: request.url, version: request.httpVersion, tookMs: performance.now() - began })
    response.setHeader('content-type', Number.isNaN(place) ? 'text/html' : 'image/svg+xml')
    response.end(Number.isNaN(place) ? PAGE : SVG)
  }
  const server = createSecureServer({ ...pair, allowHTTP1: true }, (request, response) => {
    if (request.httpVersion === '2.0') queue = queue.then(() => answer(request, response))
    else void answer(request, response)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return { log, port: (server.address() as AddressInfo).port, close: () => server.close() }
}

describe('a page of many pictures behind a queue, recorded', { skip: noBrowser }, () => {
  let folder: string
  let album: Awaited<ReturnType<typeof startAlbum>>
  let recording: Recording
  before(async () => {
    const authority = makeAuthority()
    folder = await mkdtemp(join(tmpdir(), 'towline-album-'))
    await writeFile(join(folder, 'ca.pem'), authority.ca)
    album = await startAlbum(authority.leaf({ altNames: 'DNS:album.test' }))
    const switches = [`--host-resolver-rules=MAP album.test 127.0.0.1:${album.port}`]
    const options = recordOptions({ loads: 3, browser: trusting(folder, switches) })
    recording = await recordPage('https://album.test/', join(folder, 'recording'), options)
  })
  after(async () => {
    album?.close()
    await rm(folder, { recursive: true, force: true })
  })

  /** Of all pictures, as a replay under an arm holds them back, less what the server wrote down. */
  function errorsMs(arm: 'h1' | 'h2'): number[] {
    const { answers } = factsInTurn(replayLoadOf(recording), { round: 0, arm })
    return answers.flatMap(({ id, thinkMs }) => {
      const { pathname } = new URL(recording.exchanges[id]?.url ?? 'https://album.test/')
      const own = album.log.find(({ path, version }) => path === pathname && version === '1.1')
      return own === undefined || thinkMs === null || !pathname.endsWith('.svg') ? [] : thinkMs - own.tookMs
    })
  }

  test('has think times under HTTP/1.1 that are those of the server’s log, and the queue in those of HTTP/2', () => {
    const errors = errorsMs('h1')
    assert.equal(errors.length, PICTURES)
    assert.ok(Math.abs(median(errors) ?? Number.NaN) < LATE_MS, `${errors}`)
    assert.ok((median(errorsMs('h2')) ?? 0) > 10 * LATE_MS, 'ten answers before it took 100 ms and more each')
  })

  test('says of each picture by what its think time is bounded', () => {
    // Browsers ask for the first of them while few others are under way.
    const queued = recording.exchanges.filter(({ timings }) =>
      timings.some(({ load, underWay = 0 }) => load === 1 && underWay > FEW_UNDER_WAY),
    )
    assert.ok(queued.length > PICTURES / 2, `${queued.length}`)
    assert.deepEqual(new Set(queued.map(({ bound }) => bound?.by)), new Set(['request']))
    const document = recording.exchanges[recording.document ?? -1]
    assert.equal(document?.bound, undefined)
  })
})
