import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { openDatabase } from '../../../db/connection/open.ts'
import { originListeners, serverCommand } from '../../../lab/origin/origin.ts'
import type { ServeOrder } from '../../../lab/origin/serve-order.ts'
import { findServerProgram } from '../../../lab/origin/server-program.ts'
import { readRecording } from '../../../record/folder/read-recording.ts'
import { windowsReadBack } from '../../../server/lab/window-read-back.ts'
import { noBrowser } from '../../crawler/probe/browser/probe-browser.ts'
import { cannotCapture } from '../../crawler/probe/packets/captured-page.ts'
import { opened } from '../../opened.ts'
import { whyNoLink } from '../link/why-no-link.ts'
import { whyNoServer } from '../origin/running-server.ts'
import { type LivePlace, type LiveServers, replayLivePages } from './replayed-live-page.ts'

const skip = noBrowser || cannotCapture || whyNoLink() || (await whyNoServer('towline'))
const WINDOW = 32
/** It may grow while certificates are acknowledged. */
const GROWTH = 3
/** More than two flights. */
const FILE_BYTES = 400_000
/** The first file opens a connection of HTTP/3, which the second one comes by; the load event waits for that. */
const PAGE = `<!doctype html><link rel="icon" href="data:,"><title>window</title><script>
const held = document.documentElement.appendChild(document.createElement('iframe')).contentDocument
held.open()
const get = (path) => fetch(path).then((response) => response.arrayBuffer())
get('/small.bin')
setTimeout(() => get('/big.bin').then(() => held.close()), 1000)
</script>`

describe('a page whose server begins with 32 packets of QUIC, over a link of 120 ms', { skip }, () => {
  const page = opened(() =>
    replayLivePages(['window'], {
      arms: 'h3',
      link: 'rtt=120ms,down=10,up=10',
      serve: serveWindow,
      capture: true,
    }),
  )

  test('is recorded with the window that the packets show', async () => {
    const { initialWindow } = await readRecording(page.recordingOf('window'))
    const quic = initialWindow?.quic ?? Number.NaN
    assert.ok(quic >= WINDOW - 1 && quic <= WINDOW + GROWTH, `${quic} packets`)
  })

  test('is replayed with that window, as the server’s congestion control says', async () => {
    const { initialWindow } = await readRecording(page.recordingOf('window'))
    await using db = await openDatabase({ url: page.database, readOnly: true })
    const [campaign] = await db.query('SELECT link FROM campaigns')
    assert.deepEqual(windowsReadBack(JSON.parse(String(campaign?.link)), 'h3'), [initialWindow?.quic])
    assert.equal(page.report.recordings[0]?.initialWindow?.quic, initialWindow?.quic)
  })
})

/** The lab's own server, which stands for any that begins so. */
async function serveWindow({ trust, address, cacheDir }: LivePlace): Promise<LiveServers> {
  const www = join(trust.folder, 'www')
  await mkdir(join(www, 'window.test'), { recursive: true })
  await writeFile(join(www, 'window.test', 'index.html'), PAGE)
  await writeFile(join(www, 'window.test', 'small.bin'), randomBytes(100))
  await writeFile(join(www, 'window.test', 'big.bin'), randomBytes(FILE_BYTES))
  const order: ServeOrder = {
    ...{ server: 'towline', www, hosts: [{ name: 'window.test', address }] },
    ...{ certFile: trust.certFile, keyFile: trust.keyFile, think: {}, maxConcurrentStreams: null },
    ...{ cacheControl: null, altSvc: true, alpn: ['h3', 'h2', 'http/1.1'], quicInitialWindowPackets: WINDOW },
  }
  const servers = await serverCommand(order, trust.folder, await findServerProgram('towline', cacheDir))
  return { servers, listeners: originListeners(order) }
}
