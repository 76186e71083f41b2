import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { text } from 'node:stream/consumers'
import { test } from 'node:test'
import { hasQuiche } from '../../crawler/quic/quiche.ts'
import type { LoadLine } from '../../lab/load/lines.ts'
import { findLabProgram } from '../../lab/process/find-program.ts'
import { QUIC_BEHAVIOURS, type QuicBehaviourName } from '../../lab/sandbox/zoo/quic-behaviours.ts'
import { loadOrder, pageFiles, resourcesOf, wholeLoad, whyNoLoad } from '../lab/load/run-load.ts'
import {
  ADDRESSES,
  CACHE,
  makeOriginFiles,
  PORTS,
  startServer,
  whyNoServer,
} from '../lab/origin/running-server.ts'
import { opened } from '../opened.ts'
import { attackQuic, QUIC_ATTACKS } from './quic-attacker.ts'

const FILES = pageFiles(4)
const skip = whyNoLoad() || (await whyNoServer('towline')) || (!hasQuiche() && 'no QUIC here')
/** Of three users, each with a connection at a time; of a server with all its clients. */
const [MOST_CLIENT_BYTES, MOST_SERVER_BYTES] = [64 * 2 ** 20, 64 * 2 ** 20]
const LOAD_MS = 2_500
/** What a program takes to start and end on a machine that is busy. */
const SPARE_MS = 10_000
const ATTACK_MS = 3_000
const AT_ONCE = 4

const served = opened(() => makeOriginFiles(FILES))

/** The most memory that a process has had. */
function mostBytes(pid: number | undefined): number {
  try {
    return 1024 * Number(/^VmHWM:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0)
  } catch {
    // It has ended.
    return 0
  }
}

const ZOO_SERVER = join(import.meta.dirname, 'zoo-quic-server.ts')

async function startZooServer(behaviour: QuicBehaviourName) {
  const argv = [
    ZOO_SERVER,
    behaviour,
    ADDRESSES.a,
    ...['cert.pem', 'key.pem'].map((name) => join(served.folder, name)),
  ]
  const child = spawn(process.execPath, argv, { stdio: ['pipe', 'pipe', 'inherit'] })
  const ended = once(child, 'exit')
  const [port] = await once(child.stdout, 'data')
  return {
    port: Number(port),
    async [Symbol.asyncDispose]() {
      child.kill('SIGKILL')
      await ended
    },
  }
}

/** Three users who load the page of a server of the zoo over and over. */
async function loadOf(behaviour: QuicBehaviourName) {
  await using server = await startZooServer(behaviour)
  const order = loadOrder(served, [{ host: 'a.test', path: '/', status: 200, bodyBytes: 33 }], {
    protocol: 'h3',
    hosts: [{ name: 'a.test', address: ADDRESSES.a, port: server.port }],
    ...{ connections: 'fresh', pagesPerUser: null, durationMs: LOAD_MS },
    ...{ pageLimitMs: LOAD_MS / 5, connectLimitMs: LOAD_MS / 5 },
  })
  const file = join(served.folder, `${behaviour}.json`)
  await writeFile(file, JSON.stringify(order))
  const startMs = performance.now()
  const child = spawn(findLabProgram('towline-load', CACHE), [file], { stdio: ['pipe', 'pipe', 'pipe'] })
  const [ended, said] = [once(child, 'close'), text(child.stderr)]
  let memoryBytes = 0
  let end: Extract<LoadLine, { end: unknown }>['end'] | null = null
  for await (const line of createInterface({ input: child.stdout })) {
    const parsed = JSON.parse(line) as LoadLine
    if ('second' in parsed)
      memoryBytes = Math.max(memoryBytes, mostBytes(child.pid), parsed.second.rssBytes ?? 0)
    if ('end' in parsed) end = parsed.end
  }
  const [code] = await ended
  return { end, code, said: await said, memoryBytes, tookMs: performance.now() - startMs }
}

test('no HTTP/3 server of the zoo takes a load’s client more than 64 MiB or its time; each page is done or failed', {
  skip,
}, async (t) => {
  const names = Object.keys(QUIC_BEHAVIOURS) as QuicBehaviourName[]
  const waiting = names.values()
  const most: [number, string][] = []
  await Promise.all(
    Array.from({ length: AT_ONCE }, async () => {
      for (const name of waiting) {
        const { end, code, said, memoryBytes, tookMs } = await loadOf(name)
        assert.deepEqual([code, said], [0, ''], name)
        assert.ok(end !== null && end.pagesDone + end.pagesFailed + end.pagesCut > 0, `${name}: no page`)
        if (name === 'ok') assert.ok(end.pagesDone > 0 && end.pagesFailed === 0, JSON.stringify(end))
        if (name === 'data-first') assert.ok(end.pagesDone === 0 && end.pagesFailed > 0, JSON.stringify(end))
        assert.ok(memoryBytes > 0 && memoryBytes < MOST_CLIENT_BYTES, `${name}: ${memoryBytes} bytes`)
        assert.ok(tookMs < LOAD_MS + SPARE_MS, `${name}: ${tookMs} ms`)
        most.push([memoryBytes, name])
      }
    }),
  )
  t.diagnostic(
    `${most.length} servers; most memory: ${most.toSorted(([a], [b]) => b - a)[0]?.join(' bytes, ')}`,
  )
})

test('no HTTP/3 client takes an origin server more than 64 MiB, or keeps it from serving a load', {
  skip,
}, async (t) => {
  await using server = await startServer(served, served.order('towline'))
  const at = { address: ADDRESSES.a, port: PORTS.https }
  const memory: [number, string][] = []
  for (const [name, attack] of Object.entries(QUIC_ATTACKS)) {
    const beforeBytes = mostBytes(server.child.pid)
    const attackers = Array.from({ length: AT_ONCE }, () => attackQuic(at, attack, ATTACK_MS))
    const order = loadOrder(served, resourcesOf(FILES), { protocol: 'h3' })
    const [{ end }, ...isIn] = await Promise.all([wholeLoad(served.folder, order), ...attackers])
    assert.deepEqual(isIn, Array(AT_ONCE).fill(true), `${name}: not let in`)
    assert.deepEqual([end.pagesDone, end.errors], [6, {}], name)
    memory.push([mostBytes(server.child.pid) - beforeBytes, name])
  }
  const bytes = mostBytes(server.child.pid)
  t.diagnostic(
    `${memory.length} attacks, ${AT_ONCE} clients each: ${bytes} bytes at most; ${JSON.stringify(memory)}`,
  )
  assert.ok(bytes < MOST_SERVER_BYTES, `${bytes} bytes: ${JSON.stringify(memory)}`)
  assert.equal(server.child.exitCode, null)
  assert.doesNotMatch(await server.log(), /panicked/)
})
