import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { LoadErrors, MeasuredSecond, ServerReading } from '../../../model/load-second.ts'
import { type LimitingOptions, limitingOf } from '../../../stats/load/limiting.ts'
import { loadIntervals } from '../../../stats/load/load-intervals.ts'
import { pages, type SecondChanges, seconds } from './seconds.ts'

const OPTIONS: LimitingOptions & { readonly intervalMs: number } = {
  intervalMs: 2_000,
  limitMs: 3_000,
  connectLimitMs: 2_000,
  workers: null,
}

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

const limited = (all: readonly MeasuredSecond[], options = OPTIONS) =>
  limitingOf(all, loadIntervals(all, options), options)

const by = (...asked: Parameters<typeof load>) => limited(load(...asked)).by

test('what was used up when page times passed the limit is what limited a server', () => {
  assert.deepEqual(by({}), ['unknown'])
  assert.deepEqual(by({}, 0.95), ['cpu'])
  assert.deepEqual(by({ load: { errors: { tls_timeout: 3 } } }), ['connections'])
  assert.deepEqual(by({ load: { errors: { wrong_status: 3 } } }), ['unknown'])
  assert.deepEqual(by({ load: { errors: { connection_reset: 3 } } }), ['connections'])
  const workers = { ...OPTIONS, workers: 64 }
  assert.deepEqual(limited(load({}, 0.5, { busyWorkers: 64 }), workers).by, ['workers'])
  assert.deepEqual(limited(load({}, 0.5, { busyWorkers: 30 }), workers).by, ['unknown'])
})

test('connections of that time that were never taken time out later', () => {
  const late = (errors: LoadErrors) =>
    load({}).map((each, second) => (second < 8 ? each : { ...each, load: { ...each.load, errors } }))
  assert.deepEqual(limited(late({ tls_timeout: 1 })).by, ['connections'])
  assert.deepEqual(limited(late({ tcp_refused: 1 })).by, ['unknown'])
  const sooner = { ...OPTIONS, connectLimitMs: 0 }
  assert.deepEqual(limited(late({ tls_timeout: 1 }), sooner).by, ['unknown'])
})

test('a client that was more than half busy comes first, so that nobody takes the rest for the cause', () => {
  assert.deepEqual(by({ client: 0.6 }, 0.95), ['client', 'cpu'])
  assert.deepEqual(by({ load: { errors: { client_limit: 1 } } }), ['client'])
})

test('a server whose page times stayed below the limit was limited by nothing', () => {
  const never = seconds(10, (second) => ({ load: { users: 10 * (second + 1), ...pages(20, 200) } }))
  assert.deepEqual(limited(never).by, ['ramp'])
})

test('users and sockets are those of the first interval above the limit', () => {
  const { users, sockets } = limited(load({}))
  assert.deepEqual({ users, sockets }, { users: 80, sockets: 3 })
  const none = limited([])
  assert.deepEqual([none.by, none.users, none.sockets], [['unknown'], null, null])
})
