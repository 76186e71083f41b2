import assert from 'node:assert/strict'
import { test } from 'node:test'
import { queueUrl } from '../../fleet/queue/queue-url.ts'

test('a PostgreSQL database is taken by the URL that it may be connected to by', () => {
  const here = 'postgres://towline@localhost/towline?host=/var/run/postgresql'
  assert.equal(queueUrl(here, 'worker'), here)
  assert.equal(
    queueUrl('postgres://towline@db.example/towline', 'worker'),
    'postgres://towline@db.example/towline?sslmode=verify-full',
  )
})

test('any other database is refused in one line', () => {
  for (const url of ['data/towline.sqlite', 'sqlite:/var/towline.sqlite', 'mysql://db.example/towline'])
    assert.throws(() => queueUrl(url, 'jobs list'), {
      name: 'QueueRefused',
      message: '`jobs list` shares work through PostgreSQL: set DATABASE_URL to postgres://…',
    })
})
