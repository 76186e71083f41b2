import assert from 'node:assert/strict'
import { test } from 'node:test'
import { mostAtOnce, sameHostAtOnce, type Turn } from '../../../bench/worker-kills/turns.ts'
import { findStays, findVisits } from '../../../bench/worker-kills/visits.ts'
import type { LoggedRequest } from '../../../lab/sandbox/server/access-log.ts'

const ADDRESS = '192.0.2.1'

const request = (client: number, host: string, path: string, startMs: number, tookMs = 5): LoggedRequest => ({
  ...{ client, host, path, startMs, address: ADDRESS },
  endMs: startMs + tookMs,
})

const brief = ({ host, clients, startMs, endMs }: Turn) => [host, clients, startMs, endMs]

test('robots.txt and the page after it are one stay, and so is what comes at the same time', () => {
  const requests = [
    request(0, 'a.test', '/robots.txt', 1_000),
    request(0, 'a.test', '/', 1_050),
    request(0, 'a.test', '/', 1_200),
    request(0, 'a.test', '/', 1_202),
    request(0, 'a.test', '/', 1_300),
  ]
  assert.deepEqual(findStays(requests, []).map(brief), [
    ['a.test', [0], 1_000, 1_055],
    ['a.test', [0], 1_200, 1_207],
    ['a.test', [0], 1_300, 1_305],
  ])
})

test('a kill between two requests ends a stay, and so does the time after which a job is tried again', () => {
  const visit = [request(0, 'a.test', '/robots.txt', 1_000), request(0, 'a.test', '/', 1_050)]
  for (const client of [0, null]) assert.equal(findStays(visit, [{ client, atMs: 1_020 }]).length, 2)
  assert.equal(findStays(visit, [{ client: 1, atMs: 1_020 }]).length, 1)
  const later = [request(0, 'a.test', '/robots.txt', 1_000), request(0, 'a.test', '/', 6_100)]
  assert.equal(findStays(later, []).length, 2)
})

test('stays of three sites at one address at once are found, whichever workers they are of', () => {
  const requests = ['a.test', 'b.test', 'c.test'].flatMap((host, client) => [
    request(client, host, '/robots.txt', 1_000 + 10 * client),
    request(client, host, '/', 1_050 + 10 * client),
  ])
  const [meeting] = mostAtOnce(findStays(requests, [])).values()
  assert.equal(meeting?.length, 3)
})

test('two workers at one site at the same time are found, and one after the other are not', () => {
  const visit = (client: number, startMs: number): LoggedRequest[] =>
    ['/robots.txt', '/', '/'].map((path, n) => request(client, 'a.test', path, startMs + 100 * n))
  const met = (requests: readonly LoggedRequest[]): number =>
    sameHostAtOnce(
      findVisits(
        requests.toSorted((a, b) => a.startMs - b.startMs),
        [],
      ),
    ).length
  assert.equal(met([...visit(0, 1_000), ...visit(1, 1_050)]), 1)
  assert.equal(met([...visit(0, 1_000), ...visit(1, 1_300), request(0, 'b.test', '/', 1_100)]), 0)
})
