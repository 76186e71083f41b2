import assert from 'node:assert/strict'
import { openLockSession } from '../../fleet/polite/lock-session.ts'
import { type SharedSlotsOptions, sharedSlots } from '../../fleet/polite/shared-slots.ts'
import { onOwnPostgres } from '../db/postgres-server.ts'

const { signal } = new AbortController()
const LIMIT: Omit<SharedSlotsOptions, 'session'> = { space: 'address', limit: 2, onError: assert.ifError }

onOwnPostgres('a limit holds over all sessions, and each release admits one that waits', async ({ url }) => {
  await using one = await openLockSession(url)
  await using two = await openLockSession(url)
  const [here, there] = [sharedSlots({ session: one, ...LIMIT }), sharedSlots({ session: two, ...LIMIT })]
  let held = 0
  let most = 0
  let visits = 0
  const visit = async (limited: typeof here): Promise<void> => {
    using _slot = await limited.acquire('192.0.2.1', signal)
    held += 1
    most = Math.max(most, held)
    // Somebody else gets the turn, if somebody else may.
    for (let turn = 0; turn < 5; turn += 1) await one.take('site', `turn-${visits}-${turn}`, 0)
    held -= 1
    visits += 1
  }
  await Promise.all(Array.from({ length: 24 }, (_, n) => visit(n % 2 === 0 ? here : there)))
  assert.deepEqual([visits, held, most], [24, 0, 2])
  // Another address is none of theirs.
  using _first = await here.acquire('192.0.2.1', signal)
  using _second = await there.acquire('192.0.2.1', signal)
  using _other = await there.acquire('192.0.2.2', signal)
})

onOwnPostgres('what a session held is free when its connection has ended', async ({ url }) => {
  const gone = await openLockSession(url)
  await using session = await openLockSession(url)
  const [lost, limited] = [sharedSlots({ session: gone, ...LIMIT }), sharedSlots({ session, ...LIMIT })]
  await lost.acquire('192.0.2.1', signal)
  await lost.acquire('192.0.2.1', signal)
  const waiting = limited.acquire('192.0.2.1', signal)
  await gone[Symbol.asyncDispose]()
  assert.equal(gone.lost.aborted, true)
  using _slot = await waiting
})

onOwnPostgres('a wait ends with its signal, and leaves no lock behind', async ({ url }) => {
  await using one = await openLockSession(url)
  await using two = await openLockSession(url)
  const held = await sharedSlots({ session: one, ...LIMIT, limit: 1 }).acquire('a.test', signal)
  const limited = sharedSlots({ session: two, ...LIMIT, limit: 1 })
  const stop = new AbortController()
  const waiting = limited.acquire('a.test', stop.signal)
  stop.abort(new Error('stopped'))
  await assert.rejects(waiting, /stopped|aborted/)
  assert.equal(limited.size, 0)
  held[Symbol.dispose]()
  using _slot = await limited.acquire('a.test', signal)
})
