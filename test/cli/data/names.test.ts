import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { test } from 'node:test'
import { stampOf } from '../../../cli/data/backup.ts'
import { RECORDED } from '../../../cli/demo/recorded.ts'

test('the name of a backup holds its time in UTC, without signs that file systems refuse', () => {
  assert.equal(stampOf(new Date('2026-11-21T09:30:05.678Z')), '2026-11-21T093005Z')
})

test('the recorded demonstration comes with the program', () => {
  assert.ok(existsSync(RECORDED))
})
