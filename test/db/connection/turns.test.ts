import assert from 'node:assert/strict'
import { test } from 'node:test'
import { DatabaseError } from '../../../db/connection/database-error.ts'
import { Turns } from '../../../db/connection/turns.ts'

test('who waits too long for the only connection finds the database busy, and those behind get it', async () => {
  const turns = new Turns(1, 20)
  await turns.begin()
  await assert.rejects(turns.begin(), (error) => error instanceof DatabaseError && error.code === 'locked')
  const next = turns.begin()
  turns.end()
  await next
  turns.end()
  await turns.over()
})

test('turns are given in the order in which they were asked for, so many at a time', async () => {
  const turns = new Turns(2)
  const begun: string[] = []
  const take = (name: string): Promise<void> => turns.begin().then(() => void begun.push(name))
  const all = ['a', 'b', 'c', 'd'].map(take)
  await Promise.all(all.slice(0, 2))
  assert.deepEqual(begun, ['a', 'b'])
  turns.end()
  await all[2]
  assert.deepEqual(begun, ['a', 'b', 'c'])
  turns.end()
  await all[3]
  assert.deepEqual(begun, ['a', 'b', 'c', 'd'])
})
