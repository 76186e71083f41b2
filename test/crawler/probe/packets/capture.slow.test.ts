import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Capture, openCapture } from '../../../../crawler/probe/packets/capture.ts'
import { parseCaptureCounts } from '../../../../crawler/probe/packets/capture-counts.ts'
import { findCapture } from '../../../../crawler/probe/packets/capture-rights.ts'
import type { PacketTool } from '../../../../crawler/probe/packets/packet-tools.ts'
import { openSandbox, type Sandbox } from '../../../../lab/sandbox/open.ts'
import { curl, resolveAll } from '../../../end-to-end/sandbox/inside.ts'
import { AS_NOBODY, whyNotNobody } from '../../../servers/nobody.ts'
import { until } from '../../../servers/until.ts'
import { testFolder } from '../../../test-folder.ts'
import { askTshark, CACHE, cannotCapture, LINK, tools, tsharkStatistics } from './captured-page.ts'

test('tcpdump’s counts are read from one line, singular and plural', () => {
  const line = 'tcpdump: 1 packet captured, 12 packets received by filter, 3 packets dropped by kernel'
  assert.deepEqual(parseCaptureCounts(line), { captured: 1, received: 12, dropped: 3 })
  assert.equal(parseCaptureCounts(`${line}, 2 packets dropped by interface`)?.dropped, 5)
  assert.equal(parseCaptureCounts('12 packets received by filter'), null)
})

test('where there is no interface, the reason is reported', { skip: cannotCapture }, async () => {
  const signal = AbortSignal.timeout(20_000)
  const none = await findCapture({ cacheDir: CACHE, interface: 'nowhere0', signal })
  assert.equal(none.tcpdump, null)
  assert.match(
    none.reason ?? '',
    /^no packets can be captured on nowhere0: tcpdump: nowhere0: No such device/,
  )
})

test('where there is no right, the reason is reported', {
  skip: cannotCapture || whyNotNobody || (AS_NOBODY.length === 0 && 'only root can give rights up'),
}, async () => {
  const command = (argv: readonly string[]) => [...AS_NOBODY, ...argv]
  const signal = AbortSignal.timeout(20_000)
  const refused = await findCapture({ cacheDir: CACHE, interface: 'lo', command, signal })
  assert.match(refused.reason ?? '', /permission/)
})

test('where a program is missing, that is the reason', async (t) => {
  const { PATH } = process.env
  t.after(() => {
    process.env.PATH = PATH
  })
  process.env.PATH = '/nowhere'
  const found = await findCapture({
    cacheDir: '/nowhere',
    interface: 'lo',
    signal: AbortSignal.timeout(20_000),
  })
  // Looked for in the system's own folders as well.
  if (found.tcpdump === null)
    assert.match(found.reason, /^(tcpdump|tshark) is missing: run scripts\/setup-packets/)
})

/** Bytes of a slice that ends while a tcpdump stalls for so many answers. */
async function stalledSlice(answers: number): Promise<number | undefined> {
  const path = join(import.meta.dirname, 'stalling-tcpdump.ts')
  const env = { PATH: process.env.PATH ?? '', STALLED_ANSWERS: String(answers) }
  const { signal } = new AbortController()
  const moments = [0, Infinity].values()
  const clock = () => moments.next().value ?? Number.NaN
  await using capture = await openCapture({ interface: 'none', tcpdump: { path, env }, clock, signal })
  const slice = capture.begin()
  const pcap = await slice.end()
  assert.equal(slice.drops, 0)
  return pcap?.length
}

test('a tcpdump that answers and does not come to copying is waited for', async () => {
  for (const answers of [2, 3, 4, 8])
    assert.equal(await stalledSlice(answers), 24 + 5 * (16 + 60), `${answers} answers`)
})

test('packets that were counted and never come are not waited for without end', async () => {
  assert.equal(await stalledSlice(Infinity), 24 + 2 * (16 + 60))
})

describe('a capture', { skip: cannotCapture }, () => {
  let sandbox: Sandbox
  let capture: Capture
  let known: Map<string, string[]>
  const open = (
    command = (argv: readonly string[]) => sandbox.command(argv),
    signal = new AbortController().signal,
  ) => openCapture({ interface: LINK, tcpdump: tools.tcpdump as PacketTool, command, signal })
  const get = (host: string) => curl(sandbox, `https://${host}/`, ['--http2'], known)
  const count = async (pcap: Uint8Array | null) => {
    assert.ok(pcap)
    const said = await tsharkStatistics({ pcap, keys: '', drops: null }, 'conv,ip')
    return [...said.matchAll(/^\S+ +<-> +(\S+) .*$/gm)].map((match) => match[1])
  }
  /** Waits until nothing passes any more: the server's end of a connection may come late. */
  const quiet = () =>
    until('no packets', async () => {
      const slice = capture.begin()
      await sleep(300)
      return (await slice.end())?.length === 24
    })
  before(async () => {
    sandbox = await openSandbox()
    known = await resolveAll(sandbox, ['h2-nginx.test', 'h2-apache.test', 'big-page.test'])
    capture = await open()
  })
  after(async () => {
    await capture[Symbol.asyncDispose]()
    await sandbox[Symbol.asyncDispose]()
  })

  test('a slice holds what passed while it was open, whole connections and nothing else', async () => {
    await get('h2-apache.test')
    await quiet()
    const slice = capture.begin()
    await get('h2-nginx.test')
    await quiet()
    const pcap = await slice.end()
    await get('h2-apache.test')
    assert.deepEqual(await count(pcap), [known.get('h2-nginx.test')?.[0]].toSorted())
    assert.equal(slice.drops, 0)
    // DNS and whatever else is on the link is filtered away; the FIN of each end is there, on a slow machine repeated.
    const captured = { pcap: pcap ?? Buffer.alloc(0), keys: '', drops: 0 }
    const ends = await askTshark(captured, 'tcp.flags.fin == 1', 'tcp.srcport')
    assert.equal(new Set(ends.flat()).size, 2)
  })

  test('the end of a slice waits for the last packet, and no longer', async () => {
    const slice = capture.begin()
    const big = await get('big-page.test')
    const startMs = performance.now()
    const pcap = await slice.end()
    const tookMs = performance.now() - startMs
    // The limit of waiting is 3 s: this is not about speed.
    assert.ok(tookMs < 2_500, `${tookMs} ms`)
    assert.ok(
      pcap && pcap.length > big.stdoutBytes.length,
      `${pcap?.length} of ${big.stdoutBytes.length} bytes`,
    )
    assert.equal(big.stdoutBytes.length, 1_000_000)
    assert.equal(slice.drops, 0)
  })

  test('it runs for longer than it may take to start', async () => {
    await sleep(5_500)
    const slice = capture.begin()
    await get('h2-nginx.test')
    assert.equal((await count(await slice.end())).length, 1)
    assert.equal(capture.failure, null)
  })

  test('slices may overlap, and an empty one is an empty file', async () => {
    await quiet()
    const empty = await capture.begin().end()
    assert.equal(empty?.length, 24)
    const outer = capture.begin()
    await get('h2-nginx.test')
    await quiet()
    const inner = capture.begin()
    await get('h2-apache.test')
    const [innerPcap, outerPcap] = await Promise.all([inner.end(), outer.end()])
    assert.deepEqual(await count(innerPcap), [known.get('h2-apache.test')?.[0]])
    assert.equal((await count(outerPcap)).length, 2)
  })

  test('a capture that is killed has failed: its slices are null, and the reason is reported', async () => {
    const { command, pid } = await withPid()
    await using doomed = await open(command)
    const slice = doomed.begin()
    await get('h2-nginx.test')
    process.kill(await pid(), 'SIGKILL')
    assert.equal(await slice.end(), null)
    assert.equal(slice.drops, null)
    assert.match(doomed.failure ?? '', /SIGKILL/)
    assert.equal(await doomed.begin().end(), null)
  })

  test('a slice whose packets do not come in time is null, and the next one is whole', async () => {
    const { command, pid } = await withPid()
    await using slow = await open(command)
    const late = slow.begin()
    process.kill(await pid(), 'SIGSTOP')
    await get('h2-nginx.test')
    assert.equal(await late.end(), null)
    assert.equal(late.drops, null)
    process.kill(await pid(), 'SIGCONT')
    const next = slow.begin()
    await get('h2-apache.test')
    assert.deepEqual(await count(await next.end()), [known.get('h2-apache.test')?.[0]])
    assert.equal(next.drops, 0)
    assert.equal(slow.failure, null)
  })

  test('aborting ends it, and no process is left', async () => {
    const { command, pid } = await withPid()
    const own = new AbortController()
    const aborted = await open(command, own.signal)
    process.kill(await pid(), 0)
    own.abort()
    await aborted[Symbol.asyncDispose]()
    assert.notEqual(aborted.failure, null)
    const dead = await pid()
    assert.throws(() => process.kill(dead, 0), { code: 'ESRCH' })
  })

  /** A command that writes down its process id, which is tcpdump's: every program on the way becomes the next one. */
  async function withPid() {
    const folder = testFolder()
    const file = join(folder, 'pid')
    const write = ['sh', '-c', `echo $$ > '${file}'; exec "$@"`, 'sh']
    return {
      command: (argv: readonly string[]) => [...write, ...sandbox.command(argv)],
      pid: async () => Number(await readFile(file, 'utf8')),
    }
  }
})
