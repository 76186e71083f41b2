import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { computeAll } from '../../../crawler/metrics/compute.ts'
import { decodeArtifacts, encodeArtifacts } from '../../../crawler/probe/load/artifact-codec.ts'
import { harOf } from '../../../crawler/probe/load/har.ts'
import { load, noBrowser, openTestBrowser } from '../probe/browser/probe-browser.ts'

const DELAY_MS = 180
const SCRIPT = `//${'x'.repeat(9_998)}`

/** `/` asks for three scripts of 10,000 bytes: one of another host, one late, one that is refused. */
async function servePage() {
  const server = createServer(async ({ url, headers }, response) => {
    if (url === '/') {
      const port = headers.host?.split(':')[1]
      const sources = [
        '/now.js',
        '/late.js',
        `http://other.test:${port}/now.js`,
        'http://other.test:1/gone.js',
      ]
      response.setHeader('content-type', 'text/html')
      response.end(
        `<!doctype html><link rel=icon href=data:,><p>text</p>${sources.map((src) => `<script src=${src}></script>`).join('')}`,
      )
      return
    }
    if (url === '/late.js') await sleep(DELAY_MS)
    response.setHeader('content-type', 'text/javascript')
    response.end(SCRIPT)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return server
}

test('the metrics of a page of known composition are what it was made of', { skip: noBrowser }, async () => {
  const server = await servePage()
  try {
    await using browser = await openTestBrowser({
      arm: 'http',
      switches: ['--host-resolver-rules=MAP *.test 127.0.0.1'],
    })
    const { port } = server.address() as AddressInfo
    const loaded = await load(browser, `http://page.test:${port}/`)
    assert.equal(loaded.failure, null)
    const { timings, connections } = loaded
    const artifacts = { timings, connections, har: harOf(loaded), packets: null }
    const metrics = computeAll(artifacts)
    const values = new Map(metrics.map(({ name, value }) => [name, value]))
    const value = (name: string): number => values.get(name) ?? Number.NaN

    assert.equal(value('requests'), 5)
    assert.equal(value('failed_requests'), 1)
    assert.equal(value('domains'), 2)
    assert.equal(value('servers'), 1)
    assert.equal(value('share_top1'), 3 / 5)
    assert.equal(value('share_top2'), 1)
    assert.deepEqual([value('share_h1'), value('share_h2'), value('share_h3')], [1, 0, 0])
    assert.ok(value('har_bytes') > 30_000 && value('har_bytes') < 32_000, `${value('har_bytes')} bytes`)
    assert.ok(value('connections') >= 2 && value('connections') <= 4, `${value('connections')} connections`)
    assert.ok(value('plt_ms') >= DELAY_MS && value('plt_ms') < loaded.wallMs, `PLT of ${value('plt_ms')} ms`)
    assert.ok(value('phase_ms.wait') >= DELAY_MS)
    assert.ok(value('ttfb_ms') < value('dcl_ms') && value('dcl_ms') <= value('plt_ms'))
    // A machine without a free processor may not have painted yet.
    if (value('lcp_ms') > 0) assert.ok(value('fcp_ms') <= value('lcp_ms'))
    assert.deepEqual(computeAll(await decodeArtifacts(await encodeArtifacts(artifacts))), metrics)
  } finally {
    server.closeAllConnections()
    server.close()
  }
})
