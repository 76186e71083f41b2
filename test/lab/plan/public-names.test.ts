import assert from 'node:assert/strict'
import { test } from 'node:test'
import { publicNames } from '../../../lab/plan/public-names.ts'

test('a path is called by its last part, numbered where another one is called so', () => {
  const named = (...paths: string[]): string[] => [...publicNames(paths).values()]
  assert.deepEqual(named('/home/me/recordings/shop', '/home/me/recordings/news'), ['shop', 'news'])
  assert.deepEqual(named('/a/x/shop', '/a/y/shop', '/a/y/news'), ['shop', 'shop-2', 'news'])
  assert.deepEqual(named('/a/shop-2', '/b/shop', '/c/shop'), ['shop-2', 'shop', 'shop-3'])
  assert.deepEqual(named('/a/lte.down', '/b/lte.down'), ['lte.down', 'lte.down-2'])
})
