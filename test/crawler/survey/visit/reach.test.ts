import assert from 'node:assert/strict'
import net from 'node:net'
import { test } from 'node:test'
import { LIMITS } from '../../../../crawler/network/limits.ts'
import {
  allCandidates,
  candidates,
  connect,
  openAddressHold,
} from '../../../../crawler/survey/visit/reach.ts'
import { newVisitState, type VisitOptions } from '../../../../crawler/survey/visit/visit-state.ts'
import type { DnsResult } from '../../../../model/operation.ts'
import { fullQueue } from '../../../servers/full-queue.ts'
import { PATIENT, surveyContext } from '../../../servers/survey-context.ts'

const FOUND: DnsResult = {
  ...{ a: [], aaaa: [], refused: [], cnames: [], https: [], ttlS: 60 },
  failures: { a: null, aaaa: null, https: null },
}

/** A visit's state, and the addresses at which it holds a place, in order; the last one is null once it is released. */
function visitState(changes: Partial<VisitOptions> = {}) {
  const held: (string | null)[] = []
  const options: VisitOptions = {
    operations: new Set(['dns', 'tcp', 'tls', 'http1', 'http2', 'http3']),
    robotsToken: 'towline',
    optedOut: () => false,
    maxConnections: 7,
    holdAddress: async (address) => {
      held.push(address)
      return { [Symbol.dispose]: () => void held.push(null) }
    },
    ...changes,
  }
  const context = surveyContext({ timeouts: { ...PATIENT, attemptDelayMs: 20 } })
  return { state: newVisitState(context, options), held }
}

/** Listens on several addresses of the loopback at one port. */
async function listen(port: number, ...addresses: string[]): Promise<AsyncDisposable> {
  const servers = await Promise.all(
    addresses.map((address) => {
      const server = net.createServer((socket) => socket.on('error', () => {}))
      return new Promise<net.Server>((resolve, reject) => {
        server.once('error', reject).listen(port, address, () => resolve(server))
      })
    }),
  )
  return {
    async [Symbol.asyncDispose]() {
      await Promise.all(servers.map((server) => new Promise((resolve) => server.close(resolve))))
    },
  }
}

const originAt = (port: number) => ({ scheme: 'https', host: 'site.test', port }) as const

test('the families are tried in turn, IPv4 first, each in the order of the answer', () => {
  const { state } = visitState()
  const found = { ...FOUND, a: ['192.0.2.1', '192.0.2.2', '192.0.2.3'], aaaa: ['2001:db8::1', '2001:db8::2'] }
  assert.deepEqual(
    candidates(state, originAt(443), 0, found).map(({ address }) => address),
    ['192.0.2.1', '2001:db8::1', '192.0.2.2', '2001:db8::2', '192.0.2.3'],
  )
})

test('the address behind a silent one answers, and is the only one that later connections are made to', async () => {
  await using dead = await fullQueue()
  await using _alive = await listen(dead.port, '127.0.0.2')
  const { state, held } = visitState()
  const found = { ...FOUND, a: ['127.0.0.1', '127.0.0.2'] }
  const origin = originAt(dead.port)
  const tries = candidates(state, origin, 0, found)
  {
    using place = await openAddressHold(state, '127.0.0.1')
    const { socket, endpoint: at, failure } = await connect(state, tries, place)
    assert.deepEqual([at?.address, failure, socket?.remoteAddress], ['127.0.0.2', null, '127.0.0.2'])
    socket?.destroy()
  }
  assert.deepEqual(
    state.rows.map(({ operation, address, failure, connection }) => [
      operation,
      address,
      failure,
      connection,
    ]),
    [
      ['tcp', '127.0.0.1', 'tcp_outrun', 0],
      ['tcp', '127.0.0.2', null, 1],
    ],
  )
  assert.deepEqual(
    held,
    ['127.0.0.1', null, '127.0.0.2', null],
    'one place at a time, at the end where it talks to',
  )
  const later = (port: number) => candidates(state, originAt(port), 0, found).map(({ address }) => address)
  assert.deepEqual([later(dead.port), later(80)], [['127.0.0.2'], ['127.0.0.2']])
  assert.equal(allCandidates(state, origin, 0, found).length, 2)
})

test('refused addresses are passed at once; where all fail, the failure is that of the first, and each is a row', async () => {
  await using dead = await fullQueue()
  const { state } = visitState()
  const refused = { ...FOUND, a: ['127.0.0.2', '127.0.0.3'] }
  const { socket, failure } = await connect(state, candidates(state, originAt(dead.port), 0, refused))
  assert.deepEqual([socket, failure], [null, 'tcp_refused'])
  assert.deepEqual(
    state.rows.map(({ address, failure }) => [address, failure]),
    [
      ['127.0.0.2', 'tcp_refused'],
      ['127.0.0.3', 'tcp_refused'],
    ],
  )
})

test('no more addresses are tried than the limit, and none where the connections are used up', async () => {
  await using dead = await fullQueue()
  const { state } = visitState({ maxConnections: 1 })
  const many = Array.from({ length: 20 }, (_, index) => `127.0.1.${index + 1}`)
  await connect(state, candidates(state, originAt(dead.port), 0, { ...FOUND, a: many }))
  assert.equal(state.rows.length, LIMITS.addresses)
  await using _alive = await listen(dead.port, '127.0.0.2')
  const alive = candidates(state, originAt(dead.port), 0, { ...FOUND, a: ['127.0.0.2'] })
  const first = await connect(state, alive)
  first.socket?.destroy()
  assert.equal(first.failure, null)
  assert.equal((await connect(state, alive)).failure, 'redirect_limit')
  assert.equal(state.rows.at(-1)?.failure, 'redirect_limit')
  state.tcpAttempts = LIMITS.tcpAttempts
  state.connected = 0
  assert.equal((await connect(state, alive)).failure, 'redirect_limit')
})

test('a place that was waited for too long costs a new connection, since servers close idle ones', async () => {
  await using dead = await fullQueue()
  await using _alive = await listen(dead.port, '127.0.0.2')
  let nowMs = 0
  const { state } = visitState({
    async holdAddress(address) {
      if (address === '127.0.0.2') nowMs += 5_000
      return { [Symbol.dispose]() {} }
    },
  })
  const waiting = { ...state, context: { ...state.context, clock: () => nowMs } }
  using place = await openAddressHold(waiting, '127.0.0.1')
  const tries = candidates(state, originAt(dead.port), 0, { ...FOUND, a: ['127.0.0.1', '127.0.0.2'] })
  const { socket } = await connect(waiting, tries, place)
  socket?.destroy()
  assert.deepEqual(
    state.rows.map(({ address, failure }) => [address, failure]),
    [
      ['127.0.0.1', 'tcp_outrun'],
      ['127.0.0.2', null],
      ['127.0.0.2', null],
    ],
  )
})
