import assert from 'node:assert/strict'
import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'
import { fill } from '../../../bench/server/fill.ts'
import type { Database } from '../../../db/connection/database.ts'
import { onEveryDatabase, type TestDatabase } from '../../db/databases.ts'
import { csvCells, served } from '../served.ts'

/** Three pages of a CSV and a part of one. */
const SAMPLES = 15_300

/** Calls `onPage` before each query for a page of samples of those who only read. */
function watched(database: TestDatabase, onPage: () => Promise<void> | void): TestDatabase {
  return {
    ...database,
    async open(options = {}) {
      const db = await database.open(options)
      if (options.readOnly !== true) return db
      return {
        ...db,
        async query(sql, bindings) {
          if (/^SELECT \* FROM samples .*LIMIT/s.test(sql) && bindings?.includes(5_000)) await onPage()
          return db.query(sql, bindings)
        },
      }
    },
  }
}

async function fillOne(db: Database): Promise<number> {
  const { campaignId } = await fill(db, {
    ...{ samples: SAMPLES, sites: 1, surveySites: 1, seed: 2, toolVersion: '0.1.0' },
    ...{ signal: new AbortController().signal, clock: () => 0, onProgress: () => undefined },
  })
  return campaignId
}

onEveryDatabase(
  'a CSV of many pages holds every sample once, in order; none is read for a client that left',
  async (database) => {
    let onPage = (): Promise<void> | void => undefined
    let pages = 0
    const on = watched(database, () => {
      pages += 1
      return onPage()
    })
    await using server = await served({}, on)
    const path = `/campaigns/${await fillOne(server.writer)}/sites/0/samples?format=csv`
    for (const [query, arms] of [
      ['', ['h1', 'h2', 'h3']],
      ['&arm=h2&metrics=plt_ms', ['h2']],
    ] as const) {
      const [heading = [], ...rows] = csvCells(await (await server.get(path + query)).text())
      const [round, arm] = [heading.indexOf('round'), heading.indexOf('arm')]
      const expected = Array.from({ length: SAMPLES / 3 }, (_, no) =>
        arms.map((one) => `${no} ${one}`),
      ).flat()
      assert.deepEqual(
        rows.map((row) => `${row[round]} ${row[arm]}`),
        expected,
      )
      if (query !== '') assert.ok(rows.some((row) => row[heading.indexOf('plt_ms')] !== ''))
    }
    assert.equal(pages, 4 + 2)

    // Where the client leaves, no further page is read.
    const left = Promise.withResolvers<void>()
    const second = Promise.withResolvers<void>()
    pages = 0
    onPage = async () => {
      if (pages !== 2) return
      second.resolve()
      await left.promise
    }
    const sent = request(`${server.url}/api/v1${path}`).end()
    const [response] = (await once(sent, 'response')) as [IncomingMessage]
    response.on('error', () => undefined)
    await once(response, 'data')
    await second.promise
    sent.destroy()
    if (!response.closed) await new Promise((closed) => response.once('close', closed))
    // Served after the end of the connection has arrived.
    await server.answer('meta', '/meta')
    left.resolve()
    for (let asked = 0; asked < 20; asked += 1) await server.answer('meta', '/meta')
    assert.equal(pages, 2)
  },
)
