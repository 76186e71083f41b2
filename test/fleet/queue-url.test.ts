import assert from 'node:assert/strict'
import { test } from 'node:test'
import { QueueRefused, queueUrl } from '../../fleet/queue/queue-url.ts'

test('a database on this machine is taken as it is', () => {
  for (const url of [
    'postgres://towline@localhost/towline',
    'postgres://towline@127.0.0.1:5433/towline',
    'postgresql://towline@[::1]/towline',
    'postgres://towline@localhost/towline?host=/var/run/postgresql',
    'postgres:///towline?host=/var/run/postgresql',
  ])
    assert.equal(queueUrl(url, 'worker'), url)
})

test('the certificate of a database on another machine is verified, also where the URL does not say so', () => {
  assert.equal(
    queueUrl('postgres://towline@db.example/towline', 'worker'),
    'postgres://towline@db.example/towline?sslmode=verify-full',
  )
  assert.equal(
    queueUrl('postgres://db.example/towline?sslmode=require&sslrootcert=/etc/ca.pem', 'worker'),
    'postgres://db.example/towline?sslmode=verify-full&sslrootcert=%2Fetc%2Fca.pem',
  )
})

test('a database on another machine that is to be trusted unseen is refused', () => {
  for (const words of ['sslmode=disable', 'sslmode=no-verify', 'sslmode=prefer', 'ssl=0', 'ssl=false'])
    assert.throws(
      () => queueUrl(`postgres://towline:secret@db.example/towline?${words}`, 'worker'),
      (error) =>
        error instanceof QueueRefused && /certificate/.test(error.message) && !/secret/.test(error.message),
      words,
    )
})

test('any other database is refused in one line', () => {
  for (const url of ['data/towline.sqlite', 'sqlite:/var/towline.sqlite', 'mysql://db.example/towline'])
    assert.throws(() => queueUrl(url, 'jobs list'), {
      name: 'QueueRefused',
      message: '`jobs list` shares work through PostgreSQL: set DATABASE_URL to postgres://…',
    })
})
