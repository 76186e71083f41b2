import assert from 'node:assert/strict'
import { test } from 'node:test'
import { METRIC_GROUPS } from '../../../crawler/metrics/registry.ts'
import type { LabFactors } from '../../../db/lab/lab-cells.ts'
import { METRIC_NAMES } from '../../../model/metrics.ts'
import { WIRE_METRICS } from '../../../server/figures/server-behaviour.ts'
import { PLAIN_HANDLERS } from '../../../server/routes/plain-figure.ts'
import { writeLabRun } from '../../cli/lab/lab-run-database.ts'
import { handlerBench } from '../handler-bench.ts'

const ROUNDS = [1, 1.01, 0.99, 1.02, 0.98, 1.005, 0.995, 1.015]
const times = (ms: number) => ROUNDS.map((share) => ms * share)

/** HTTP/3 takes so long, HTTP/2 100 ms. */
const cell = (factors: LabFactors, h3Ms: number, metrics: Readonly<Record<string, number>> = {}) => ({
  ...{ factors, metrics },
  pltMs: { h2: times(100).toReversed(), h3: times(h3Ms) },
})

test('a server’s row has medians over its loads, by setting and protocol, with how many show each', async () => {
  await using bench = await handlerBench()
  const id = await writeLabRun(bench.writer, [
    cell({ page: 'a', server: 'towline', priorities: 'on' }, 90, { priority_order_share: 0.98 }),
    cell({ page: 'b', server: 'towline', priorities: 'on' }, 90, {
      priority_order_share: 1,
      turn_share: 0.5,
    }),
    cell({ page: 'a', server: 'towline', priorities: 'off' }, 90, { priority_order_share: 0.4 }),
    cell({ page: 'a', server: 'caddy' }, 90),
  ])
  const { rows } = await bench.answer('serverBehaviour', PLAIN_HANDLERS.serverBehaviour, { id: String(id) })
  assert.deepEqual(
    rows.map((row) => [row.server, row.settings, row.arm, row.n, row.inWords]),
    [
      ['towline', { priorities: 'off' }, 'h2', 8, 'ignores priorities'],
      ['towline', { priorities: 'off' }, 'h3', 8, 'ignores priorities'],
      ['towline', { priorities: 'on' }, 'h2', 16, 'honours priorities'],
      ['towline', { priorities: 'on' }, 'h3', 16, 'honours priorities'],
    ],
  )
  const [, , on] = rows
  assert.deepEqual([on?.priorityOrderShare, on?.priorityOrderShareN], [0.99, 16])
  assert.deepEqual([on?.turnShare, on?.turnShareN], [0.5, 8])
  assert.deepEqual([on?.firstFlightPackets, on?.firstFlightPacketsN], [null, 0])
})

test('the table has every metric of a server that the packets give', () => {
  const [first, last] = ['first_flight_packets', 'decrypted_share'] as const
  const group = METRIC_GROUPS['The packet trace'].map(({ name }) => name)
  // Of handshakes those that a cell may be held to stand before.
  const handshake = ['server_handshake_bytes', 'handshake_round_trips']
  const given = WIRE_METRICS.filter((name) => !handshake.includes(name))
  assert.deepEqual(given, group.slice(group.indexOf(first), group.indexOf(last)))
  assert.equal(WIRE_METRICS.length, given.length + handshake.length)
  assert.ok(WIRE_METRICS.every((name) => METRIC_NAMES.includes(name)))
})

test('what three servers show is the protocol’s, and what one contradicts a server’s', async () => {
  await using bench = await handlerBench()
  const servers = ['caddy', 'quiche', 'towline'] as const
  const id = await writeLabRun(
    bench.writer,
    [
      ...servers.map((server) => cell({ page: 'a', server, rttMs: 100 }, 80)),
      ...servers.map((server) => cell({ page: 'b', server, rttMs: 100 }, server === 'caddy' ? 130 : 80)),
      cell({ page: 'c', server: 'caddy', rttMs: 100 }, 80),
    ],
    { baseline: 'h2' },
  )
  const { rows } = await bench.answer('serverFindings', PLAIN_HANDLERS.serverFindings, { id: String(id) })
  const common = { arm: 'h3', servers: 3, direction: 'faster' }
  assert.deepEqual(rows, [
    {
      ...{ ...common, factors: { page: 'a', rttMs: 100 }, scope: 'of the protocol' },
      ...{ shownOn: 'caddy, quiche, towline', contradictedBy: '' },
    },
    {
      ...{ ...common, factors: { page: 'b', rttMs: 100 }, scope: 'of this server' },
      ...{ shownOn: 'quiche, towline', contradictedBy: 'caddy' },
    },
  ])
})

test('a run of one server has no such findings', async () => {
  await using bench = await handlerBench()
  const id = await writeLabRun(bench.writer, [cell({ page: 'a', server: 'towline' }, 80)], { baseline: 'h2' })
  const answer = await bench.answer('serverFindings', PLAIN_HANDLERS.serverFindings, { id: String(id) })
  assert.deepEqual(answer.rows, [])
})
