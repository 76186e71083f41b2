import assert from 'node:assert/strict'
import { execFile, spawnSync } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { promisify } from 'node:util'
import { findPacketTools } from '../../../crawler/probe/packet-tools.ts'
import { noBrowser } from './probe-browser.ts'
import { NAMES, PAGES } from './trap-pages.ts'

const run = promisify(execFile)
const CACHE = join(import.meta.dirname, '../../../.cache/towline')
const CLIENT = join(import.meta.dirname, 'trap-client.ts')

interface Found {
  readonly failure: string | null
  /** `tcp 10.0.0.1 80`: what was sent to a private address. */
  readonly packets: readonly string[]
  /** `name type` */
  readonly questions: readonly string[]
  /** Requests that a trap received. */
  readonly reached: readonly string[]
}

const { tcpdump, nft } = findPacketTools(CACHE)
const WHY_NOT =
  process.geteuid?.() !== 0
    ? 'only root can make the network of traps'
    : tcpdump === null || nft === null
      ? 'tcpdump or nft is missing: run scripts/setup-packets.sh'
      : spawnSync('unshare', ['--net', '--mount', 'true']).status === 0
        ? noBrowser
        : 'no network namespaces are allowed here'

async function trapped(order: object): Promise<[string, Found][]> {
  const folder = await mkdtemp(join(tmpdir(), 'tl-'))
  try {
    const resolv = join(folder, 'resolv.conf')
    await writeFile(resolv, 'nameserver 9.9.9.53\n')
    const script = 'mount --bind "$1" /etc/resolv.conf; shift; exec "$@"'
    const { stdout } = await run(
      'unshare',
      [
        ...['--net', '--mount', 'sh', '-ec', script, 'sh', resolv],
        ...[process.execPath, CLIENT, JSON.stringify(order)],
      ],
      { maxBuffer: 50_000_000 },
    )
    return Object.entries((JSON.parse(stdout) as { results: Record<string, Found> }).results)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** Main documents whose host is a name of a private address: the browser sends the request, and the load is void. */
const BY_NAME = ['mainname', 'redirectname', 'refreshname']

test('as root no packet reaches a private address, by whatever a page tries', { skip: WHY_NOT }, async () => {
  for (const [page, { packets, reached }] of await trapped({ filter: true, guarded: true, lingerMs: 1_000 }))
    assert.deepEqual({ page, packets, reached }, { page, packets: [], reached: [] })
})

test('without a filter only names reach one: by a TCP handshake, and by a request of a main document', {
  skip: WHY_NOT,
}, async () => {
  const found = await trapped({ filter: false, guarded: true, lingerMs: 1_000 })
  const ofNames = Object.values(NAMES).flatMap(({ a, aaaa }) => [...(a?.(2) ?? []), ...(aaaa?.(2) ?? [])])
  const ports = ofNames.flatMap((address) => [`tcp ${address} 80`, `tcp ${address} 443`])
  for (const [page, { packets, reached, failure }] of found) {
    const unknown = packets.filter((packet) => !ports.includes(packet))
    assert.deepEqual({ page, unknown }, { page, unknown: [] })
    assert.equal(reached.length > 0, BY_NAME.includes(page), `${page}: ${reached}`)
    const isRefused = BY_NAME.includes(page) || /^(redirect|refresh|main|form)/.test(page)
    assert.equal(failure, isRefused ? 'address_refused' : null, page)
  }
})

test('the browser asks for no host of its own', { skip: WHY_NOT }, async () => {
  // Long enough for what it does when it has been up for a while.
  const found = await trapped({ filter: false, guarded: false, lingerMs: 8_000, pages: ['blank'] })
  for (const [page, { questions }] of found)
    for (const question of questions) assert.equal(question.split(' ')[0], `${page}.example`)
})

test('the traps are ones: a browser that refuses nothing runs into them', { skip: WHY_NOT }, async () => {
  const pages = ['images', 'redirect6', 'rtc']
  const found = await trapped({ filter: false, guarded: false, lingerMs: 1_000, pages })
  for (const [page, { packets }] of found) if (page in PAGES) assert.ok(packets.length > 0, page)
  assert.ok(Object.fromEntries(found).redirect6?.reached.length)
})
