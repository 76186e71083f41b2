import assert from 'node:assert/strict'
import { test } from 'node:test'
import { loadFigures } from '../../../stats/load/load-figures.ts'
import { serverCosts } from '../../../stats/load/server-costs.ts'
import { pages, type SecondChanges, seconds } from './seconds.ts'

const OPTIONS = { intervalMs: 2_000, limitMs: 3_000, isPinned: true }

/** 10 users more each second; from `slowFrom` on every page takes 5 s. */
function ramp(slowFrom: number, more: (second: number) => SecondChanges = () => ({})) {
  return seconds(10, (second) => {
    const { load, ...others } = more(second)
    const done = pages(second < slowFrom ? 5 * (second + 1) : 20, second < slowFrom ? 200 : 5_000)
    return { load: { users: 10 * (second + 1), ...done, ...load }, ...others }
  })
}

test('SLA users are those who were there all through the last interval below the limit', () => {
  const { slaUsers, highestPagesPerS, usersAtHighest } = loadFigures(ramp(6), OPTIONS)
  // Broken in the fourth interval, whose end 80 users see; those of the third began with 40.
  assert.deepEqual(slaUsers, { value: 40, between: [40, 80], bound: null })
  assert.deepEqual([highestPagesPerS?.value, highestPagesPerS?.bound, usersAtHighest], [27.5, null, 60])
})

test('an interval in which no page ended is neither below the limit nor above it', () => {
  const none = { pagesBegun: 0, pagesDone: 0, pageTimesUs: [] }
  const quiet = ramp(6, (second) => (second === 4 || second === 5 ? { load: none } : {}))
  assert.deepEqual(loadFigures(quiet, OPTIONS).slaUsers?.between, [20, 80])
})

test('a load that never broke the limit gives lower bounds', () => {
  const { slaUsers, highestPagesPerS, firstErrorUsers, firstError } = loadFigures(ramp(99), OPTIONS)
  assert.deepEqual(slaUsers, { value: 80, between: [80, 80], bound: 'ramp' })
  assert.equal(highestPagesPerS?.bound, 'ramp')
  assert.deepEqual([firstErrorUsers?.bound, firstError], ['ramp', null])
})

test('a client more than half busy makes what it measured a lower bound, by its own program or by its core', () => {
  for (const busy of [
    { client: 0.51 },
    { load: { cpuMs: 510 } },
    { load: { errors: { client_limit: 1 } } },
  ]) {
    const { slaUsers, highestPagesPerS } = loadFigures(
      ramp(6, () => busy),
      OPTIONS,
    )
    assert.deepEqual([slaUsers?.bound, highestPagesPerS?.bound], ['client', 'client'])
  }
})

test('a client that was busy right after the highest rate may be why it rose no further', () => {
  const { highestPagesPerS } = loadFigures(
    ramp(6, (second) => (second === 6 ? { client: 1 } : {})),
    { ...OPTIONS, limitMs: 9_000 },
  )
  assert.equal(highestPagesPerS?.bound, 'client')
})

test('a rate that is highest with all users there is a lower bound, also where pages fail', () => {
  const failing = ramp(99, (second) => (second < 4 ? {} : { load: { pagesFailed: 3 + second } }))
  const { slaUsers, highestPagesPerS } = loadFigures(failing, OPTIONS)
  assert.deepEqual(slaUsers, { value: 20, between: [20, 60], bound: null })
  assert.deepEqual([highestPagesPerS?.value, highestPagesPerS?.bound], [47.5, 'ramp'])
})

test('on a plateau the first interval near the highest rate counts, and its highest one may be the last', () => {
  const rate = (second: number): number => (second < 6 ? 5 * (second + 1) : second < 19 ? 31 : 32)
  const flat = seconds(20, (second) => ({
    load: { users: 10 * (second + 1), ...pages(rate(second), second < 6 ? 200 : 5_000) },
  }))
  const { highestPagesPerS, usersAtHighest } = loadFigures(flat, OPTIONS)
  assert.deepEqual([highestPagesPerS?.value, highestPagesPerS?.bound, usersAtHighest], [31.5, null, 80])
})

test('an interval that is left out leaves CPU per page what it is', () => {
  // One second was late, so that it is of the next interval, and its own has less than a whole one.
  const ends = [1_000, 2_000, 3_000, 5_000, 6_000, 7_000, 8_000]
  const late = seconds(ends.length, (second) => {
    const atMs = ends[second] ?? 0
    const lengthMs = atMs - (ends[second - 1] ?? 0)
    const done = pages((30 * lengthMs) / 1_000, 200)
    return { load: { atMs, lengthMs, ...done }, server: { cpuTotalMs: (300 * atMs) / 1_000 } }
  })
  assert.equal(loadFigures(late, OPTIONS).cpuMsPerPage, 10)
})

test('what happens after the limit was broken bounds nothing before', () => {
  const { slaUsers, highestPagesPerS } = loadFigures(
    ramp(6, (second) => (second > 8 ? { client: 1 } : {})),
    OPTIONS,
  )
  assert.deepEqual([slaUsers?.bound, highestPagesPerS?.bound], [null, null])
})

test('without cores of their own all figures of capacity are lower bounds', () => {
  const { slaUsers, highestPagesPerS } = loadFigures(ramp(6), { ...OPTIONS, isPinned: false })
  assert.deepEqual([slaUsers?.bound, highestPagesPerS?.bound], ['shared_core', 'shared_core'])
})

test('users at the first error are those of its second; what the client lacked is no error of the server', () => {
  const { firstErrorUsers, firstError, errors } = loadFigures(
    ramp(99, (second) => ({
      load: {
        errors: second === 4 ? { tcp_refused: 1, tcp_timeout: 3 } : second > 4 ? { tls_failed: 9 } : {},
      },
    })),
    OPTIONS,
  )
  assert.deepEqual(firstErrorUsers, { value: 50, between: [40, 50], bound: null })
  assert.equal(firstError, 'tcp_timeout')
  assert.deepEqual(errors, { tcp_refused: 1, tcp_timeout: 3, tls_failed: 45 })
  const lacking = loadFigures(
    ramp(99, () => ({ load: { errors: { client_limit: 1 } } })),
    OPTIONS,
  )
  assert.equal(lacking.firstError, null)
})

test('a limit that is broken from the start is held by no user', () => {
  assert.deepEqual(loadFigures(ramp(0), OPTIONS).slaUsers, { value: 0, between: [0, 20], bound: null })
})

/** 10 ms of CPU time for each page of the first six seconds, 50 ms for each later one. */
const dearer = (changes: (second: number) => SecondChanges): ReturnType<typeof ramp> => {
  let cpuTotalMs = 0
  return ramp(99, (second) => {
    cpuTotalMs += 5 * (second + 1) * (second < 6 ? 10 : 50)
    return { server: { cpuTotalMs, pssBytes: cpuTotalMs }, ...changes(second) }
  })
}

test('costs are of the time before the client was more than half busy', () => {
  const found = loadFigures(
    dearer((second) => ({ client: second < 6 ? 0.5 : 0.51 })),
    OPTIONS,
  )
  assert.deepEqual(found.costTime, { toMs: 6_000, users: 60, end: 'client' })
  assert.equal(found.cpuMsPerPage, 10)
  // 50, 150, 300, 500, 750 and 1,050 bytes at 10 to 60 users; of the whole load it would be some 100.
  assert.ok(Math.abs((found.memoryBytesPerUser ?? 0) - 20) < 1e-9)
})

test('costs are not taken up again once the client has been too busy, or lacked something', () => {
  for (const early of [{ client: 0.9 }, { load: { errors: { client_limit: 1 } } }]) {
    const { costTime } = loadFigures(
      dearer((second) => (second === 2 || second === 3 ? early : {})),
      OPTIONS,
    )
    assert.deepEqual(costTime, { toMs: 2_000, users: 20, end: 'client' })
  }
})

test('costs are unknown where the client was too busy from the start', () => {
  const { costTime, cpuMsPerPage, memoryBytesPerUser, socketsPerUser } = loadFigures(
    dearer(() => ({ client: 0.9 })),
    OPTIONS,
  )
  assert.deepEqual([costTime.toMs, costTime.end], [0, 'client'])
  assert.deepEqual([cpuMsPerPage, memoryBytesPerUser, socketsPerUser], [null, null, null])
})

test('costs end where the limit is passed, or with the load; of a shared core it is not known who was busy', () => {
  assert.deepEqual(loadFigures(ramp(6), OPTIONS).costTime, { toMs: 6_000, users: 60, end: 'limit' })
  assert.deepEqual(loadFigures(ramp(99), OPTIONS).costTime, { toMs: 10_000, users: 100, end: 'ramp' })
  assert.equal(loadFigures(ramp(99), { ...OPTIONS, isPinned: false }).costTime.end, 'shared_core')
})

test('CPU per page is the server’s CPU time over the pages of the same seconds, memory and sockets grow by users', () => {
  const costs = serverCosts(
    ramp(99, (second) => ({
      server: {
        cpuTotalMs: 10_000 + 300 * second,
        pssBytes: 5_000_000 + 40_000 * 10 * (second + 1),
        tcpSockets: 2 + 6 * 10 * (second + 1),
      },
    })),
  )
  // 2,700 ms in the nine seconds after the first reading, in which 10 + 15 + … + 50 = 270 pages were done.
  assert.equal(costs.cpuMsPerPage, 10)
  assert.ok(Math.abs((costs.memoryBytesPerUser ?? 0) - 40_000) < 1e-3)
  assert.ok(Math.abs((costs.socketsPerUser ?? 0) - 6) < 1e-9)
})

test('sockets that do not grow with users are none for each', () => {
  assert.equal(serverCosts(ramp(99)).socketsPerUser, 0)
})

test('costs of a server that was not there, or of too little CPU time to be known, are unknown', () => {
  const gone = serverCosts(ramp(99, (second) => (second === 5 ? { server: null } : {})))
  assert.equal(gone.cpuMsPerPage, null)
  const restarted = serverCosts(
    ramp(99, (second) => ({ server: { cpuTotalMs: second === 9 ? 0 : 900 * second } })),
  )
  assert.equal(restarted.cpuMsPerPage, null)
  assert.equal(serverCosts(ramp(99, (second) => ({ server: { cpuTotalMs: second } }))).cpuMsPerPage, null)
  assert.deepEqual(serverCosts([]), { cpuMsPerPage: null, memoryBytesPerUser: null, socketsPerUser: null })
})

test('memory is RSS where PSS is not known of every second', () => {
  const { memoryBytesPerUser } = serverCosts(
    ramp(99, (second) => ({
      server: { pssBytes: second === 3 ? null : 1, rssBytes: 1_000 * 10 * (second + 1) },
    })),
  )
  assert.ok(Math.abs((memoryBytesPerUser ?? 0) - 1_000) < 1e-6)
})
