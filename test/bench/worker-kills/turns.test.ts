import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  findTurns,
  mostAtOnce,
  type RecordedLoad,
  sameHostAtOnce,
  type Turn,
} from '../../../bench/worker-kills/turns.ts'
import type { LoggedRequest } from '../../../lab/sandbox/server/access-log.ts'

const request = (client: number, host: string, startMs: number, address = '192.0.2.1'): LoggedRequest => ({
  ...{ client, host, startMs, address },
  path: '/',
  endMs: startMs + 5,
})
const load = (block: string, host: string, startMs: number): RecordedLoad => ({
  ...{ block, host, startMs },
  endMs: startMs + 100,
})

/** Of a turn: what it is of, who had it, and when. */
const brief = ({ block, host, clients, startMs, endMs }: Turn) => [block, host, clients, startMs, endMs]

test('the loads of a block are one turn, of the client whose requests fall within them', () => {
  const { turns, unseen } = findTurns(
    [load('first', 'a.test', 1_000), load('first', 'a.test', 2_000), load('second', 'b.test', 2_000)],
    [request(1, 'a.test', 1_010), request(2, 'b.test', 2_010), request(1, 'a.test', 2_020)],
    [],
  )
  assert.deepEqual(turns.map(brief), [
    ['first', 'a.test', [1], 1_000, 2_100],
    ['second', 'b.test', [2], 2_000, 2_100],
  ])
  assert.deepEqual(unseen, [])
})

test('a block whose arms two clients loaded has both', () => {
  const loads = [load('first', 'a.test', 1_000), load('first', 'a.test', 2_000)]
  const { turns } = findTurns(loads, [request(1, 'a.test', 1_010), request(2, 'a.test', 2_010)], [])
  assert.deepEqual(turns[0]?.clients, [1, 2])
})

test('a load that no server saw is told', () => {
  const loads = [load('first', 'a.test', 1_000)]
  assert.deepEqual(findTurns(loads, [request(1, 'a.test', 1_200)], []).unseen, loads)
})

test('requests that nothing was recorded of are turns that end with a kill, a recorded load or a pause', () => {
  const rest = [1_000, 1_100, 3_000, 5_000, 10_100].map((startMs) => request(1, 'a.test', startMs))
  const { turns } = findTurns(
    [load('first', 'b.test', 4_000)],
    [...rest, request(1, 'b.test', 4_010), request(2, 'a.test', 6_000)],
    [
      { client: 1, atMs: 2_000 },
      { client: 2, atMs: 1_050 },
    ],
  )
  assert.deepEqual(turns.map(brief), [
    ['first', 'b.test', [1], 4_000, 4_100],
    [null, 'a.test', [1], 1_000, 1_105],
    [null, 'a.test', [1], 3_000, 3_005],
    [null, 'a.test', [1], 5_000, 5_005],
    [null, 'a.test', [1], 10_100, 10_105],
    [null, 'a.test', [2], 6_000, 6_005],
  ])
})

const turn = (host: string, startMs: number, endMs: number, address = '192.0.2.1'): Turn => ({
  ...{ block: null, host, startMs, endMs },
  clients: [1],
  addresses: [address],
})

test('two turns of one host at the same time are found, and one after the other are none', () => {
  const long = turn('a.test', 0, 1_000)
  const within = turn('a.test', 500, 600)
  const turns = [turn('a.test', 1_000, 2_000), within, long, turn('b.test', 0, 2_000)]
  assert.deepEqual(sameHostAtOnce(turns), [[long, within]])
})

test('the most turns at an address are counted over all hosts and clients', () => {
  const turns = [
    ...[turn('a.test', 0, 1_000), turn('b.test', 100, 500), turn('c.test', 600, 900)],
    ...[turn('d.test', 0, 1_000, '192.0.2.2')],
  ]
  const counted = (): Record<string, number> =>
    Object.fromEntries([...mostAtOnce(turns)].map(([address, meeting]) => [address, meeting.length]))
  assert.deepEqual(counted(), { '192.0.2.1': 2, '192.0.2.2': 1 })
  turns.push(turn('e.test', 700, 800))
  assert.deepEqual(counted(), { '192.0.2.1': 3, '192.0.2.2': 1 })
})
