import assert from 'node:assert/strict'
import { test } from 'node:test'
import { folderNames } from '../../../lab/plan/folder-names.ts'

test('folders are named by the shortest ends of their paths that tell them apart', () => {
  assert.deepEqual(folderNames(['/home/me/recordings/shop', '/home/me/recordings/news']), ['shop', 'news'])
  assert.deepEqual(folderNames(['/a/x/shop', '/a/y/shop', '/a/y/news']), ['x/shop', 'y/shop', 'y/news'])
  assert.deepEqual(folderNames(['/shop', '/a/shop']), ['shop', 'a/shop'])
  assert.deepEqual(folderNames(['/']), [''])
})
