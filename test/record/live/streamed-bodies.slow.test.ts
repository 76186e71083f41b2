import assert from 'node:assert/strict'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createSecureServer, type Http2ServerResponse } from 'node:http2'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import type { Exchange } from '../../../model/recording/exchange.ts'
import type { Recording } from '../../../model/recording/recording.ts'
import { recordPage } from '../../../record/live/record-page.ts'
import { noBrowser } from '../../crawler/probe/browser/probe-browser.ts'
import { makeAuthority } from '../../servers/certificates.ts'
import { recordOptions, trusting } from './record-options.ts'

const PIECES = 8
/** More than a browser is late by on a busy machine. */
const PAUSE_MS = 300
const PIECE = Array.from({ length: 5 }, (_, place) => `<img src="/PIECE-${place}.svg">`).join('')

/** Reads a stream by its parts; pictures come all the while. */
const HEAD = `<!doctype html><link rel="icon" href="data:,"><title>stream</title><script>
(async () => {
  const reader = (await fetch('/lines.ndjson')).body.getReader()
  while (!(await reader.read()).done);
})()
</script>`

interface Logged {
  readonly path: string
  readonly tookMs: number
}

async function startStream(pair: { readonly key: Buffer; readonly cert: Buffer }) {
  const log: Logged[] = []
  const inPieces = async (path: string, response: Http2ServerResponse, pieces: readonly string[]) => {
    const began = performance.now()
    for (const [place, piece] of pieces.entries()) {
      if (place > 0) await delay(PAUSE_MS)
      response.write(piece)
    }
    response.end()
    log.push({ path, tookMs: performance.now() - began })
  }
  const server = createSecureServer(pair, ({ url }, response) => {
    const places = [...Array(PIECES).keys()]
    if (url === '/') {
      response.setHeader('content-type', 'text/html')
      const pieces = places.map(
        (place) => (place === 0 ? HEAD : '') + PIECE.replaceAll('PIECE', String(place)),
      )
      void inPieces(url, response, pieces)
    } else if (url === '/lines.ndjson') {
      response.setHeader('content-type', 'application/x-ndjson')
      const pieces = places.map((place) => `${JSON.stringify({ place })}\n`)
      void inPieces(url, response, pieces)
    } else {
      response.setHeader('content-type', 'image/svg+xml')
      response.end('<svg xmlns="http://www.w3.org/2000/svg"/>')
    }
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return { log, port: (server.address() as AddressInfo).port, close: () => server.close() }
}

describe('a page whose document and lines are streamed while pictures come, recorded', {
  skip: noBrowser,
}, () => {
  let folder: string
  let site: Awaited<ReturnType<typeof startStream>>
  let recording: Recording
  before(async () => {
    const authority = makeAuthority()
    folder = await mkdtemp(join(tmpdir(), 'towline-stream-'))
    await writeFile(join(folder, 'ca.pem'), authority.ca)
    site = await startStream(authority.leaf({ altNames: 'DNS:stream.test' }))
    const switches = [`--host-resolver-rules=MAP stream.test 127.0.0.1:${site.port}`]
    const options = recordOptions({ browser: trusting(folder, switches) })
    recording = await recordPage('https://stream.test/', join(folder, 'recording'), options)
  })
  after(async () => {
    site?.close()
    await rm(folder, { recursive: true, force: true })
  })

  const found = (path: string): Exchange =>
    recording.exchanges.find(({ url }) => new URL(url).pathname === path) ?? assert.fail(`${path} is missing`)

  for (const path of ['/', '/lines.ndjson'])
    test(`${path} is received for as long as the server’s log says that it sent, and pauses as often`, () => {
      const logs = site.log.filter((each) => each.path === path).map(({ tookMs }) => tookMs)
      const loggedMs = Math.min(...logs)
      const { timings, pauses = [] } = found(path)
      const receivedMs = timings.find(({ load }) => load === 1)?.receiveMs ?? 0
      assert.ok(receivedMs > loggedMs - PAUSE_MS / 2, `${receivedMs} ms of ${loggedMs}`)
      assert.equal(pauses.length, PIECES - 1, JSON.stringify(pauses))
      const pausedMs = pauses.reduce((sum, { ms }) => sum + ms, 0)
      // Its own pauses are longer on a busy machine.
      assert.ok(
        logs.some((tookMs) => Math.abs(pausedMs - tookMs) < PAUSE_MS / 2),
        `${pausedMs} ms of ${logs}`,
      )
    })
})
