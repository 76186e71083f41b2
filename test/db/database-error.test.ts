import assert from 'node:assert/strict'
import { test } from 'node:test'
import knexOf from 'knex'
import { DatabaseError, databaseError } from '../../db/database-error.ts'

test('work that waits too long for the only connection finds the database busy', async () => {
  const knex = knexOf({
    client: 'sqlite3',
    connection: { filename: ':memory:' },
    useNullAsDefault: true,
    pool: { min: 1, max: 1 },
    acquireConnectionTimeout: 30,
  })
  try {
    const held: unknown = await knex.client.acquireConnection()
    const error = await knex.raw('SELECT 1').then(
      () => null,
      (failure: unknown) => databaseError(failure, { dialect: 'sqlite', name: 'x.sqlite' }),
    )
    assert.ok(error instanceof DatabaseError)
    assert.equal(error.code, 'locked')
    await knex.client.releaseConnection(held)
  } finally {
    await knex.destroy()
  }
})
