import assert from 'node:assert/strict'
import { test } from 'node:test'
import knexOf, { type Knex } from 'knex'
import { DatabaseError, databaseError } from '../../../db/connection/database-error.ts'

/** To open it may take longer than is waited for one. */
async function openedConnection({ client }: Knex): Promise<unknown> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await client.acquireConnection()
    } catch (error) {
      if (!(error instanceof Error && error.name === 'KnexTimeoutError') || tries === 1_000) throw error
    }
  }
}

test('work that waits too long for the only connection finds the database busy', async () => {
  const knex = knexOf({
    client: 'sqlite3',
    connection: { filename: ':memory:' },
    useNullAsDefault: true,
    pool: { min: 1, max: 1 },
    acquireConnectionTimeout: 30,
  })
  try {
    const held = await openedConnection(knex)
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
