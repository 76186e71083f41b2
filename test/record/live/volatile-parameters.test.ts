import assert from 'node:assert/strict'
import { test } from 'node:test'
import { volatileParameters } from '../../../record/live/volatile-parameters.ts'

const volatile = (...loads: string[][]): Record<string, readonly string[]> =>
  Object.fromEntries(
    volatileParameters(
      loads.map((urls) => urls.map((url) => ({ method: 'GET', url: `https://a.test${url}` }))),
    ),
  )

test('a parameter is volatile that has another value in each load', () => {
  assert.deepEqual(
    volatile(['/data?sid=ab&page=1', '/x?v=3'], ['/data?sid=cd&page=1', '/x?v=3'], ['/data?sid=ef&page=1']),
    { 'GET https://a.test/data': ['sid'] },
  )
})

test('one whose values come again is none, in whatever order they are asked for', () => {
  assert.deepEqual(volatile(['/list?page=1', '/list?page=2'], ['/list?page=2', '/list?page=1']), {})
  assert.deepEqual(volatile(['/data?ab=a'], ['/data?ab=b'], ['/data?ab=a']), {})
})

test('one load, or one of several that has the parameter, tells nothing', () => {
  assert.deepEqual(volatile(['/data?sid=ab']), {})
  assert.deepEqual(volatile(['/data?sid=ab'], ['/data'], ['/data?other=1']), {})
})
