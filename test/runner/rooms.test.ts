import assert from 'node:assert/strict'
import { test } from 'node:test'
import { roomsOf } from './rooms.ts'

test('files of a folder share a process, and small folders share one with their neighbours', () => {
  const files = ['test/db/a/1', 'test/db/b/1', 'test/db/c/1', 'test/db/c/2', 'test/db/c/3', 'test/web/a/1']
  assert.deepEqual(
    roomsOf(files, () => true),
    [['test/db/a/1', 'test/db/b/1'], ['test/db/c/1', 'test/db/c/2', 'test/db/c/3'], ['test/web/a/1']],
  )
})

test('a file that shares no process makes no room for others', () => {
  const files = ['test/db/a/1', 'test/db/a/2', 'test/db/b/1']
  assert.deepEqual(
    roomsOf(files, (file) => !file.endsWith('2')),
    [['test/db/a/1', 'test/db/b/1'], ['test/db/a/2']],
  )
})
