import assert from 'node:assert/strict'
import { test } from 'node:test'
import { exact, findAgain, type Recognisable } from '../../../record/live/find-again.ts'

const get = (url: string): Recognisable => ({ method: 'GET', url })

test('requests are paired by the n-th of their method and URL, then by path', () => {
  const wanted = [get('/a'), get('/a'), get('/b?r=1'), { method: 'POST', url: '/a' }, get('/gone')]
  const found = [get('/b?r=2'), get('/a'), { method: 'POST', url: '/a#x' }, get('/a?new'), get('/other')]
  const pairs = findAgain(wanted, found)
  assert.deepEqual(
    wanted.map((each) => {
      const pair = pairs.get(each)
      return pair === undefined ? null : found.indexOf(pair)
    }),
    [1, 3, 0, 2, null],
  )
  assert.equal(findAgain(wanted, found, [exact]).size, 2)
})
