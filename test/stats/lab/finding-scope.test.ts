import assert from 'node:assert/strict'
import { test } from 'node:test'
import { findingScope, type ServerGain } from '../../../stats/lab/finding-scope.ts'

const gain = (server: string, low: number, high: number): ServerGain => ({
  server,
  verdict: low > 1 ? 'faster' : high < 1 ? 'slower' : 'no difference shown',
  gainInterval: [low, high],
})

test('what three servers show and none contradicts is of the protocol', () => {
  const found = findingScope([
    gain('a', 1.1, 1.3),
    gain('b', 1.05, 1.4),
    gain('c', 1.2, 1.5),
    gain('d', 0.9, 1.2),
  ])
  assert.deepEqual(found, {
    ...{ direction: 'faster', scope: 'of the protocol' },
    ...{ shownOn: ['a', 'b', 'c'], contradictedBy: [] },
  })
})

test('one server that shows the opposite makes it a matter of servers, however many show it', () => {
  const found = findingScope([
    gain('a', 1.1, 1.3),
    gain('b', 1.1, 1.3),
    gain('c', 1.1, 1.3),
    gain('d', 0.7, 0.9),
  ])
  assert.deepEqual([found.scope, found.contradictedBy], ['of this server', ['d']])
})

test('so does one whose interval lies apart though it shows nothing itself: the short chain on two servers', () => {
  const found = findingScope([gain('towline', 0.8, 0.91), gain('caddy', 0.96, 1.2)])
  assert.deepEqual(found, {
    ...{ direction: 'slower', scope: 'of this server' },
    ...{ shownOn: ['towline'], contradictedBy: ['caddy'] },
  })
})

test('what two servers show, or one beside others that could not tell, is not decided', () => {
  assert.equal(findingScope([gain('a', 1.1, 1.3), gain('b', 1.1, 1.3)]).scope, 'not decided')
  assert.equal(
    findingScope([gain('a', 1.1, 1.3), gain('b', 0.9, 1.2), gain('c', 0.8, 1.4)]).scope,
    'not decided',
  )
})

test('a server with too few rounds neither shows nor contradicts', () => {
  const few: ServerGain = { server: 'few', verdict: 'too few rounds', gainInterval: null }
  const found = findingScope([few, gain('a', 0.5, 0.8), gain('b', 0.6, 0.9), gain('c', 0.5, 0.7)])
  assert.deepEqual([found.direction, found.scope], ['slower', 'of the protocol'])
})

test('the direction is that of most servers', () => {
  const found = findingScope([gain('a', 0.5, 0.8), gain('b', 1.1, 1.3), gain('c', 1.2, 1.4)])
  assert.deepEqual([found.direction, found.shownOn, found.contradictedBy], ['faster', ['b', 'c'], ['a']])
})

test('where no server shows a difference there is no finding', () => {
  const none = { direction: null, scope: 'not decided', shownOn: [], contradictedBy: [] }
  assert.deepEqual(findingScope([gain('a', 0.9, 1.1), gain('b', 0.8, 1.3)]), none)
  assert.deepEqual(findingScope([]), none)
})
