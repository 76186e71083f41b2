import assert from 'node:assert/strict'
import { test } from 'node:test'
import { limitingOf } from '../../../bench/neotys/limiting.ts'
import type { LoadErrors, ServerReading } from '../../../model/load-second.ts'
import { pages, type SecondChanges, seconds } from '../../stats/load/seconds.ts'

const OPTIONS = { intervalMs: 2_000, limitMs: 3_000, connectLimitMs: 2_000, workers: null }

/** Ten seconds, of which those from the sixth on are above the limit. */
const load = (late: SecondChanges, serverBusy = 0.5, server: Partial<ServerReading> = {}) =>
  seconds(10, (second) => ({
    ...late,
    load: {
      users: 10 * (second + 1),
      ...pages(20, second < 6 ? 200 : 9_000),
      ...(second < 6 ? {} : late.load),
    },
    server,
  })).map((each) => ({ ...each, busy: { ...each.busy, server: serverBusy } }))

const by = (...asked: Parameters<typeof load>) => limitingOf(load(...asked), OPTIONS).by

test('what was used up when page times passed the limit is what limited a server', () => {
  assert.deepEqual(by({}), ['unknown'])
  assert.deepEqual(by({}, 0.95), ['cpu'])
  assert.deepEqual(by({ load: { errors: { tls_timeout: 3 } } }), ['connections'])
  assert.deepEqual(by({ load: { errors: { wrong_status: 3 } } }), ['unknown'])
  assert.deepEqual(by({ load: { errors: { connection_reset: 3 } } }), ['connections'])
  const workers = { ...OPTIONS, workers: 64 }
  assert.deepEqual(limitingOf(load({}, 0.5, { busyWorkers: 64 }), workers).by, ['workers'])
  assert.deepEqual(limitingOf(load({}, 0.5, { busyWorkers: 30 }), workers).by, ['unknown'])
})

test('connections of that time that were never taken time out later', () => {
  const late = (errors: LoadErrors) =>
    load({}).map((each, second) => (second < 8 ? each : { ...each, load: { ...each.load, errors } }))
  assert.deepEqual(limitingOf(late({ tls_timeout: 1 }), OPTIONS).by, ['connections'])
  assert.deepEqual(limitingOf(late({ tcp_refused: 1 }), OPTIONS).by, ['unknown'])
  const sooner = { ...OPTIONS, connectLimitMs: 0 }
  assert.deepEqual(limitingOf(late({ tls_timeout: 1 }), sooner).by, ['unknown'])
})

test('a client that was more than half busy comes first, so that nobody takes the rest for the cause', () => {
  assert.deepEqual(by({ client: 0.6 }, 0.95), ['client', 'cpu'])
  assert.deepEqual(by({ load: { errors: { client_limit: 1 } } }), ['client'])
})

test('a server whose page times stayed below the limit was limited by nothing', () => {
  const never = seconds(10, (second) => ({ load: { users: 10 * (second + 1), ...pages(20, 200) } }))
  assert.deepEqual(limitingOf(never, OPTIONS).by, ['ramp'])
})

test('users and sockets are those of the first interval above the limit', () => {
  const { users, sockets } = limitingOf(load({}), OPTIONS)
  assert.deepEqual({ users, sockets }, { users: 80, sockets: 3 })
  const none = limitingOf([], OPTIONS)
  assert.deepEqual([none.by, none.users, none.sockets], [['unknown'], null, null])
})
